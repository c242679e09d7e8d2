"""What is said in words a player knows: cards by name, why a game cannot begin, suits by glyph as well as colour."""

from __future__ import annotations

import re

import numpy as np
import pytest

from tests.app.tablet import Tablet  # isort: skip - it settles Kivy first

from companion.app.painters.column import Pips
from companion.app.widgets.text import Text
from companion.app.window.theme import theme
from companion.games.magnate.state import Column, Deed
from companion.pieces import DECK, Card, Tokens
from docs.tools.gallery import VIEWS
from tests.app.at_the_table import FAR, NEAR, district, lay

CODES = {card.code for card in DECK}
ASKED = ("seen_move", "seen_roll", "doubt_about_a_card", "doubt_about_a_roll", "table_and_game_differ")


@pytest.mark.parametrize("view", ASKED)
def test_what_a_camera_asks_names_cards_and_no_codes(tablet: Tablet, view: str) -> None:
    VIEWS[view](tablet.app)
    tablet.settle(6)
    texts = [one.text for one in tablet.screen.sheet.walk(restrict=True) if isinstance(one, Text) and one.text]
    assert texts
    assert [text for text in texts if CODES & set(re.findall(r"\w+", text))] == []
    tablet.app.go("start")


def test_the_form_shows_what_keeps_a_game_from_beginning(tablet: Tablet) -> None:
    tablet.tap(tablet.screen.entries["new_game"])
    form = tablet.screen
    form.names[0].text = "Far"
    tablet.tap(form.ids.start)
    assert "two players have this name" in form.notice and form.name == "new_game"
    assert form.notice in {one.text for one in form.walk() if isinstance(one, Text)}
    tablet.app.go("start")


def test_tokens_on_a_deed_differ_by_glyph_as_well_as_by_colour(table: Tablet) -> None:
    shapes = []
    for seat, code, tokens in ((NEAR, "9MS", "M4S4"), (FAR, "9LK", "L4K4")):
        lay(table, 0, seat, Column((), Deed(Card.parse(code), Tokens.parse(tokens))))
        table.screen.overlay.close()
        table.settle(8)
        table.draw()
        [pips] = [one for one in district(table, 0).columns[seat].walk(restrict=True) if isinstance(one, Pips)]
        (left, right), (bottom, top) = (sorted(pair) for pair in _corners(pips))
        height = table.window.height
        box = table.picture()[round(height - top) : round(height - bottom), round(left) : round(right), ::-1]
        ink = np.abs(box - np.round(np.array(theme.on_token[:3]) * 255)).max(axis=2) < 60
        step = ink.shape[1] / pips.price
        shapes += [ink[:, round(step * place) : round(step * place) + int(step)] for place in (0, 4)]
    assert all(shape.mean() > 0.05 for shape in shapes)
    for one in range(4):
        for other in range(one):
            assert (shapes[one] != shapes[other]).mean() > 0.05


def _corners(pips: Pips) -> tuple[tuple[float, float], tuple[float, float]]:
    (left, bottom), (right, top) = pips.to_window(pips.x, pips.y), pips.to_window(pips.right, pips.top)
    return (left, right), (bottom, top)
