"""Everything written stands out from its ground for everybody; what must be told apart is, also without colour."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest

from tests.app.tablet import Tablet  # isort: skip - it settles Kivy first

from companion.app.looks import LOOKS, SEATS, SUITS
from companion.app.magnate.gallery import VIEWS
from companion.app.widgets.text import Text
from companion.artwork.glyphs import suit_glyph
from companion.artwork.raster import silhouette
from companion.pieces import Suit
from tests.app.sight import SEEN_BY, apart, contrast, of

ENOUGH = 4.5
AT_A_GLANCE = 10.0
QUICK = ("start_unfinished", "table", "settings", "end")


@pytest.mark.parametrize("by", SEEN_BY)
@pytest.mark.parametrize("look", LOOKS)
def test_everything_written_or_drawn_stands_out_from_its_ground(look: str, by: str) -> None:
    colours, (on_ground, on_paper) = LOOKS[look], SUITS[look]
    inks = [colours[name] for name in ("ink", "quiet", "edge", "accent", "gain", "loss")]
    pairs = [
        (ink, colours[ground])
        for ground in ("ground", "panel", "raised")
        for ink in (*inks, *SEATS[look], *on_ground.values())
    ]
    pairs += [(ink, colours["paper"]) for ink in (colours["on_paper"], *on_paper.values())]
    pairs += [(colours["on_token"], token) for token in on_ground.values()]
    pairs += [(colours["on_accent"], filled) for filled in (colours["accent"], *SEATS[look])]
    faint = [(ink, ground) for ink, ground in pairs if contrast(of(ink), of(ground), by) < ENOUGH]
    assert faint == []


@pytest.mark.parametrize("by", SEEN_BY)
@pytest.mark.parametrize("look", LOOKS)
def test_the_seats_of_two_and_three_are_told_apart_by_colour_and_all_by_name_and_place(look: str, by: str) -> None:
    near, far = (of(code) for code in SEATS[look][:2])
    assert apart(near, far, by) > AT_A_GLANCE


def test_every_suit_has_a_glyph_and_a_letter_of_its_own() -> None:
    """No suit is told by colour alone: tokens, prices and cards carry the glyph, counters the letter as well."""
    assert len({suit.value for suit in Suit}) == len(Suit)
    shapes = {suit: silhouette((suit_glyph(suit),), 64) > 127 for suit in Suit}
    for one, other in combinations(Suit, 2):
        differ = np.logical_xor(shapes[one], shapes[other]).sum() / np.logical_or(shapes[one], shapes[other]).sum()
        assert differ > 0.3, (one, other)


@pytest.mark.parametrize("by", SEEN_BY)
@pytest.mark.parametrize("look", LOOKS)
def test_gain_and_loss_are_told_apart_in_colour_too(look: str, by: str) -> None:
    assert apart(of(LOOKS[look]["gain"]), of(LOOKS[look]["loss"]), by) > 2


def faint(tablet: Tablet) -> list[str]:
    """Every text on the screen as it is drawn that does not stand out from what lies behind most of it, for anybody."""
    tablet.draw()
    picture = tablet.picture()[:, :, ::-1]
    found = []
    for text in _texts(tablet.screen):
        ground = _ground(picture, text)
        if ground is None:
            continue
        weakest = min(contrast(np.array(text.color[:3]), ground, by) for by in SEEN_BY)
        if weakest < ENOUGH:
            found.append(f"{text.text!r}: {weakest:.1f} : 1 of {text.color} on {np.round(ground * 255)}")
    return found


def _texts(widget: Any) -> Any:
    if widget.opacity < 0.5 or min(widget.size) <= 1:
        return
    if isinstance(widget, Text) and widget.text.strip():
        yield widget
    for child in widget.children:
        yield from _texts(child)


def _ground(picture: Any, text: Text) -> Any:
    """The commonest colour of the box in which it is drawn; None where it is scrolled out or covered by another."""
    left, bottom = text.to_window(text.x, text.y)
    right, top = text.to_window(text.right, text.top)
    (left, right), (bottom, top) = sorted((left, right)), sorted((bottom, top))
    height, width = picture.shape[:2]
    if left < 0 or bottom < 0 or right > width or top > height:
        return None
    box = picture[round(height - top) : round(height - bottom), round(left) : round(right)].reshape(-1, 3)
    if not len(box):
        return None
    own = np.abs(box - np.round(np.array(text.color[:3]) * 255)).max(axis=1) < 24
    if own.sum() < 4:
        return None  # a sheet lies over it
    colours, counts = np.unique(box[~own], axis=0, return_counts=True)
    return colours[counts.argmax()] / 255 if len(colours) else None


def looked_at(tablet: Tablet, view: str, look: str) -> list[str]:
    tablet.app.wear(look)
    try:
        VIEWS[view](tablet.app)
        tablet.settle(8)
        return faint(tablet)
    finally:
        tablet.app.wear("day")
        tablet.app.go("start")


@pytest.mark.parametrize("view", QUICK)
def test_what_is_seen_most_can_be_read_by_the_colour_blind(tablet: Tablet, view: str) -> None:
    assert looked_at(tablet, view, "day") == []


@pytest.mark.prove("screens")
@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("view", list(VIEWS))
def test_every_text_can_be_read_by_the_colour_blind(tablet: Tablet, view: str, look: str) -> None:
    assert looked_at(tablet, view, look) == []
