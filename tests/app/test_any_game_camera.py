"""A camera beside a game that the app was never told of: proposals, questions, differences, and a checked table.

The film is of a bare table, and what a camera reads is laid by the test; everything behind it is real.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from companion.app.sheets.decision import QuestionSheet
from companion.app.sheets.differences import DifferencesSheet, UncertainReadingSheet
from companion.games.registry import registered
from companion.live.registry import CAMERA_GAMES
from companion.pieces import Card
from companion.play import Kind
from companion.table.camera_events import Seated
from companion.table.sightings import Edge
from tests.app.grey_films import write_grey_film
from tests.app.tablet import Tablet, until
from tests.toy.magpies import MAGPIES, Options, Setup
from tests.toy.magpies_camera import MAGPIES_CAMERA, Rests, laid_row, thrown, unsure


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_grey_film(tmp_path_factory.mktemp("film") / "bare.avi", 640, 480, 120)


class Nest:
    """A game of Magpies on the tablet, its camera chosen."""

    def __init__(self, tablet: Tablet, film: Path) -> None:
        self.tablet, self._rests = tablet, Rests()
        tablet.app.start_game(MAGPIES, ("Ann", "Ben"), Options(), Setup(Card.parse("4MS")))
        tablet.settle()
        self.camera.start(str(film))
        until(tablet, lambda: self.camera._session.camera.frame is not None)
        self.camera.live.receive(tablet.play.game.id, Seated(Edge.BOTTOM))
        self.rest("4MS")

    @property
    def camera(self) -> Any:
        return self.tablet.screen.camera

    @property
    def sheet(self) -> Any:
        return self.tablet.screen.sheet

    def rest(self, *codes: str, dice: tuple[int, ...] = (), cards: Any = None) -> None:
        for event in self._rests.of(laid_row(*codes) if cards is None else cards, thrown(dice)):
            self.camera.live.receive(self.tablet.play.game.id, event)
        self.tablet.settle()


@pytest.fixture
def nest(tablet: Tablet, film: Path) -> Iterator[Nest]:
    with registered(MAGPIES), patch.dict(CAMERA_GAMES, magpies=lambda: MAGPIES_CAMERA):
        nest = Nest(tablet, film)
        yield nest
        nest.camera.stop()
        tablet.app.go("start")


def tap_the_one_proposal(nest: Nest) -> None:
    """Taps the only answer of the only proposal; the sheet closes."""
    [_] = [question for question in nest.tablet.play.questions() if question.kind is Kind.CONFIRM]
    assert isinstance(nest.sheet, QuestionSheet)
    nest.tablet.tap(nest.sheet.ids.yes)
    nest.tablet.settle()
    assert not isinstance(nest.sheet, QuestionSheet)


def test_a_roll_of_three_d6_and_a_card_are_confirmed_with_a_tap_each(nest: Nest) -> None:
    assert nest.tablet.screen.ids.camera.active
    for _ in range(2):
        nest.rest("4MS", dice=(3, 5, 6))
    tap_the_one_proposal(nest)
    assert nest.tablet.state.dice == (3, 5, 6)
    first, second = laid_row("4MS", "9LK")
    for _ in range(2):
        nest.rest(cards=(first, unsure(second, "9LK", "9MS")), dice=(3, 5, 6))
    assert isinstance(nest.sheet, UncertainReadingSheet)
    nest.tablet.tap(nest.sheet.answers["9LK"])
    nest.tablet.settle()
    tap_the_one_proposal(nest)
    assert [card.code for card in nest.tablet.state.row] == ["4MS", "9LK"]
    assert [step.entry.source for step in nest.tablet.play.course.done] == ["camera", "camera"]


def test_a_difference_opens_by_itself_and_the_game_is_set_to_the_table(nest: Nest) -> None:
    nest.rest("4MS", "9LK", "2SY")
    assert isinstance(nest.sheet, DifferencesSheet) and len(nest.sheet.rows) == 2
    nest.tablet.tap(nest.sheet.rows[0].put_back)
    assert nest.sheet.rows[0].text.text == "Take The Merchant away."
    nest.tablet.tap(nest.sheet.rows[0].adopt)
    assert [card.code for card in nest.tablet.state.row] == ["4MS", "9LK"]
    assert len(nest.sheet.rows) == 1


def test_the_table_is_checked_from_the_menu_at_any_time(nest: Nest) -> None:
    nest.tablet.screen.open_menu()
    nest.tablet.settle()
    nest.tablet.tap(nest.sheet.ids.check)
    assert isinstance(nest.sheet, DifferencesSheet) and nest.sheet.notice == "The table matches the game."
    nest.tablet.press_back()


def test_a_game_laid_again_is_checked_by_the_camera(nest: Nest) -> None:
    nest.tablet.screen.open_put_away()
    nest.tablet.settle()
    nest.rest("9LK")
    until(nest.tablet, lambda: bool(nest.sheet.to_lay))
    assert nest.sheet.to_lay == ["Take The Merchant away.", "Put The Mountain back."] and not nest.sheet.agrees
    nest.rest("4MS")
    until(nest.tablet, lambda: nest.sheet.agrees)
