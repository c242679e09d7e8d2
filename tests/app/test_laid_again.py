"""A game that was put away is laid again: a picture and a list say how, and a camera checks it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import cv2
import pytest

from tests.app.tablet import Tablet, until  # isort: skip - it settles Kivy first

from companion.app.sheets.camera import CameraSheet
from companion.app.sheets.camera_choice import CameraChoiceSheet
from companion.app.sheets.put_away import PutAwaySheet
from companion.app.sheets.uncertain_reading import UncertainReadingSheet
from companion.app.widgets.text import Text
from companion.games.magnate.game import MAGNATE
from companion.games.magnate.moves import BuyDeed, Develop
from companion.play import Source
from models.training.common.decks import own_deck
from models.training.stage.directing import film_game
from models.training.stage.filming import FilmCamera
from models.training.stage.game import whole_game
from tests.app.at_the_table import menu, roll
from tests.bench.picture_server import PictureServer

SEED = 3
LAID = 7
"""Cards on the table when it is put away."""


def open_put_away(tablet: Tablet) -> PutAwaySheet:
    menu(tablet)
    tablet.tap(tablet.screen.sheet.ids.put_away)
    sheet = tablet.screen.sheet
    assert isinstance(sheet, PutAwaySheet)
    return sheet


def test_every_card_is_drawn_where_it_lies_beside_the_list_of_what_goes_into_which_bag(table: Tablet) -> None:
    roll(table, 4, 7)
    sheet = open_put_away(table)
    table.settle(6)
    [laid] = sheet.ids.laid.children
    drawn = [view.card for view in reversed(laid.children)]
    assert drawn == [district.card for district in table.state.districts]
    lines = [line.text for line in sheet.ids.lines.children]
    assert "Ann’s bag" in lines and "The hand, face down" in lines
    assert not sheet.camera_status and "Check with a camera" in {
        one.text for one in sheet.walk() if isinstance(one, Text)
    }
    table.press_back()
    assert table.screen.name == "table"


class Laid:
    """The table of a staged film as it lies when the last of its cards is still in the bag, and once it is laid."""

    def __init__(self) -> None:
        self.game = whole_game(SEED)
        film = film_game(SEED, self.game, disturbance_rate=0.0)
        self._camera = FilmCamera(film, own_deck(), (1280, 720), jpeg=False)
        events = [one for one in film.script.events if one.step is not None]
        self._last = [one for one in events if one.step and isinstance(one.step.move, Develop | BuyDeed)][LAID - 1]
        self._before = events[events.index(self._last) - 1]

    @property
    def step(self) -> Any:
        return self._last.step

    @property
    def one_card_short(self) -> Any:
        return self._camera.frame(0, self._before.rests + 0.3).pixels

    @property
    def whole(self) -> Any:
        return self._camera.frame(1, self._last.rests + 0.3).pixels


@pytest.fixture
def laid(tablet: Tablet) -> Iterator[Laid]:
    """Its game goes on from the first screen, as on another evening."""
    laid = Laid()
    tablet.app.start_game(MAGNATE, ("Ann", "Ben"), laid.game.options, laid.game.setup)
    for step in laid.game.steps[: laid.game.steps.index(laid.step) + 1]:
        tablet.play.propose(step.move, source=Source.TOUCH)
    tablet.app.go("start")
    yield laid
    tablet.app.go("start")


@pytest.mark.prove("camera-game")
def test_a_camera_says_which_card_is_still_to_be_laid_and_then_that_all_lies_as_it_did(
    tablet: Tablet, laid: Laid
) -> None:
    phone = PictureServer(laid.one_card_short, rate=8)
    try:
        tablet.app.go("start")
        tablet.settle()
        tablet.tap(tablet.screen.ids.unfinished.children[0])
        assert tablet.screen.name == "table"
        tablet.tap(open_put_away(tablet).ids.check)
        assert isinstance(tablet.screen.sheet, CameraChoiceSheet)
        tablet.screen.sheet.ids.address.text = phone.url
        tablet.tap(tablet.screen.sheet.ids.use_address)
        assert isinstance(tablet.screen.sheet, CameraSheet)
        tablet.tap(tablet.screen.sheet.ids.close)
        sheet = open_put_away(tablet)
        until(tablet, lambda: bool(sheet.asks or sheet.to_lay))
        if sheet.asks:
            tablet.tap(sheet.ids.check)
            assert isinstance(tablet.screen.sheet, UncertainReadingSheet)
            tablet.tap(tablet.screen.sheet.answers["bottom"])
            sheet = open_put_away(tablet)
        until(tablet, lambda: bool(sheet.to_lay))
        name = str(laid.step.move.card.wording())
        assert [name in step for step in sheet.to_lay] == [True] and not sheet.agrees
        phone.jpeg = cv2.imencode(".jpg", laid.whole)[1].tobytes()
        until(tablet, lambda: sheet.agrees)
        assert sheet.agrees and not sheet.to_lay
        assert "The table matches the game." in {one.text for one in sheet.walk() if isinstance(one, Text)}
    finally:
        phone.unplug()
        tablet.screen.camera.stop()
