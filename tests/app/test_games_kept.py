"""Past games: called otherwise, deleted, and had back."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.magnate import Setup
from companion.games.magnate.game import MAGNATE
from companion.journal import Journal
from tests.app.at_the_table import DISTRICTS, STANDARD, crowns, roll
from tests.app.tablet import Tablet


@pytest.fixture
def two(tablet: Tablet) -> Tablet:
    """The screen of games, with one of Ann's and, begun later, one of Zoë's."""
    for name in ("Ann", "Zoë"):
        tablet.app.go("start")
        setup = Setup(DISTRICTS, (crowns("MWK"), crowns("SLY")), pile=1)
        tablet.app.start_game(MAGNATE, (name, "Ben"), STANDARD, setup)
        tablet.settle()
        roll(tablet, 10, 4)
    tablet.app.go("games")
    tablet.settle()
    return tablet


def row(tablet: Tablet, name: str) -> Any:
    return next(row for row in tablet.screen.ids.games.children if row.target.text == name)


def names(tablet: Tablet) -> list[str]:
    return [row.target.text for row in reversed(tablet.screen.ids.games.children)]


def kept(tablet: Tablet) -> set[str]:
    with Journal.open(tablet.app.folders.journal_url) as journal:
        return {game.name for game in journal.games()}


def test_a_game_is_called_otherwise_and_goes_on_as_before(two: Tablet) -> None:
    two.tap(row(two, "Ann – Ben").ids.rename)
    two.screen.sheet.fields[0].text = "  By the fire "
    two.tap(two.screen.sheet.ids.take)
    assert names(two) == ["Zoë – Ben", "By the fire"] and kept(two) == {"Zoë – Ben", "By the fire"}
    two.tap(row(two, "By the fire").target)
    assert (two.screen.name, two.play.game.players, two.play.seq) == ("table", ("Ann", "Ben"), 1)
    two.app.go("start")


def test_a_game_without_a_name_is_asked_for_one(two: Tablet) -> None:
    two.tap(row(two, "Ann – Ben").ids.rename)
    two.screen.sheet.fields[0].text = " "
    two.tap(two.screen.sheet.ids.take)
    assert two.screen.sheet.notice == "Enter a name."
    two.press_back()
    assert two.screen.name == "games" and names(two) == ["Zoë – Ben", "Ann – Ben"]


def test_a_player_is_called_otherwise_in_the_game_its_history_and_the_list_of_players(two: Tablet) -> None:
    two.tap(row(two, "Ann – Ben").ids.rename)
    assert [field.hint_text for field in two.screen.sheet.fields] == ["Ann – Ben", "Ann", "Ben"]
    two.screen.sheet.fields[1].text = "Anna"
    two.tap(two.screen.sheet.ids.take)
    assert names(two) == ["Zoë – Ben", "Anna – Ben"], "a game that is called by its players follows"
    assert "Anna" in {name for one in two.app.game_store.played() for name in one.players}
    two.tap(row(two, "Anna – Ben").target)
    assert two.play.game.players == ("Anna", "Ben") and "Anna" in str(two.play.history()[0].message)
    two.app.go("start")


def test_two_players_of_a_game_have_no_name_in_common(two: Tablet) -> None:
    two.tap(row(two, "Ann – Ben").ids.rename)
    two.screen.sheet.fields[1].text = "ben"
    two.tap(two.screen.sheet.ids.take)
    assert "two players have this name" in two.screen.sheet.notice
    two.press_back()
    assert names(two) == ["Zoë – Ben", "Ann – Ben"]


def test_a_deleted_game_is_gone_and_had_back_with_one_tap(two: Tablet) -> None:
    two.tap(row(two, "Zoë – Ben").ids.delete)
    assert names(two) == ["Ann – Ben"] and kept(two) == {"Ann – Ben"}
    [undo] = two.screen.ids.undo.ids.asked.children
    assert undo.text == "Zoë – Ben deleted"
    two.tap(undo.pads[0])
    assert names(two) == ["Zoë – Ben", "Ann – Ben"] and not two.screen.ids.undo.filled
    two.tap(row(two, "Zoë – Ben").target)
    assert (two.screen.name, two.play.seq) == ("table", 1)
    two.app.go("start")


def test_a_deleted_game_is_not_offered_on_the_first_screen(two: Tablet) -> None:
    two.tap(row(two, "Zoë – Ben").ids.delete)
    two.press_back()
    [card] = two.screen.ids.unfinished.children
    assert (two.screen.name, card.text) == ("start", "Ann – Ben")


def test_the_game_that_went_on_can_be_deleted(two: Tablet) -> None:
    assert two.play.game.name == "Zoë – Ben"
    two.tap(row(two, "Zoë – Ben").ids.delete)
    assert two.play is None
