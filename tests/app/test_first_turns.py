"""The first game of a tablet guides each player through the first turn, until somebody knows the game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.app.on_screen import amiss, arranged  # isort: skip - it settles Kivy first

from companion.app.magnate.widgets.turn_guide import TurnGuide
from companion.app.texts.i18n import words
from companion.games.magnate import Phase, Setup, default_districts, preset
from companion.games.magnate.game import MAGNATE
from tests.app.at_the_table import DISTRICTS, FAR, NEAR, STANDARD, act, crowns, pick, roll, tap_district, undo, use
from tests.app.tablet import Tablet
from tests.app.test_board_in_view import TRAYS, hidden

SETUP = Setup(DISTRICTS, (crowns("MWK"), crowns("SLY")))


@pytest.fixture
def newcomers(tablet: Tablet) -> Iterator[Tablet]:
    """The first game of a tablet, just begun."""
    tablet.app.settings = replace(tablet.app.settings, first_turns_guided=True)
    begin(tablet)
    yield tablet
    tablet.app.go("start")


def begin(tablet: Tablet) -> None:
    tablet.app.start_game(MAGNATE, ("Ann", "Ben"), STANDARD, SETUP)
    tablet.settle(6)


def guide(tablet: Tablet) -> TurnGuide | None:
    """The strip as it is shown."""
    strips = [one for one in tablet.screen.walk() if isinstance(one, TurnGuide)]
    assert len(strips) <= 1
    return strips[0] if strips else None


def advice(tablet: Tablet) -> str:
    tablet.settle()
    strip = guide(tablet)
    return strip.text if strip is not None else ""


def take_a_turn(tablet: Tablet, code: str, place: int) -> None:
    roll(tablet, 10, 4)
    pick(tablet, code)
    tap_district(tablet, place)
    act(tablet, "draw")
    tablet.settle()


def test_each_step_of_a_first_turn_is_explained_where_it_is_done(newcomers: Tablet) -> None:
    table, marked = newcomers, newcomers.screen.first_turns
    assert advice(table).startswith("Roll two dice") and marked.marked is table.screen.sheet.view.dice
    table.tap(table.screen.ids.menu)
    table.screen.overlay.close()
    table.settle()
    assert marked.marked is table.screen.panels[NEAR].actions["roll"]
    roll(table, 10, 4)
    assert advice(table).startswith("Tap a card of your hand") and marked.marked is table.screen.sheet.ids.grid.__self__
    pick(table, "2MK")
    assert advice(table).startswith("Tap a glowing district")
    assert marked.marked is table.screen.ids.districts.__self__
    tap_district(table, 2)
    assert advice(table).startswith("Take a card from the pile")
    assert marked.marked is table.screen.panels[NEAR].actions["draw"]
    undo(table)
    assert advice(table).startswith("Tap a card of your hand")


def test_both_players_are_guided_once_each_at_their_own_side(newcomers: Tablet) -> None:
    table = newcomers
    strip = guide(table)
    assert strip is not None and not strip.turned and strip.parent is table.screen.panels[NEAR].parent
    take_a_turn(table, "2MK", 2)
    assert advice(table).startswith("Roll two dice")
    assert strip.turned and strip.parent is table.screen.panels[FAR].parent
    take_a_turn(table, "2SY", 2)
    assert table.state.turn == 3 and guide(table) is None and table.screen.first_turns.marked is None


def test_a_card_that_cannot_be_placed_is_to_be_sold(newcomers: Tablet) -> None:
    roll(newcomers, 10, 4)
    unplaceable = min(newcomers.screen.sheet.pale, key=str)
    sheet = pick(newcomers, str(unplaceable))
    assert advice(newcomers).startswith("You cannot place this card now")
    assert newcomers.screen.first_turns.marked is use(sheet, "sell")


def test_who_knows_the_game_ends_the_guide_for_good(newcomers: Tablet) -> None:
    table = newcomers
    table.tap(guide(table).ids.dismiss)  # type: ignore[union-attr]
    assert guide(table) is None and table.screen.first_turns.marked is None
    assert not table.app.settings.first_turns_guided
    roll(table, 10, 4)
    assert table.state.phase is Phase.PLAY and guide(table) is None
    table.app.go("start")
    begin(table)
    assert guide(table) is None


def test_only_the_first_game_is_guided_and_still_is_when_it_is_opened_again(newcomers: Tablet) -> None:
    table, first = newcomers, newcomers.play.game.id
    table.app.go("start")
    begin(table)
    assert guide(table) is None
    table.app.go("start")
    table.app.resume_game(first)
    assert advice(table).startswith("Roll two dice")


def test_a_tablet_with_games_of_before_guides_nobody(tablet: Tablet) -> None:
    begin(tablet)
    tablet.app.go("start")
    tablet.app.settings = replace(tablet.app.settings, first_turns_guided=True, first_game="")
    begin(tablet)
    assert guide(tablet) is None and not tablet.app.settings.first_turns_guided


def test_nobody_is_guided_through_the_past(newcomers: Tablet) -> None:
    roll(newcomers, 10, 4)
    newcomers.screen.show_past(1, NEAR)
    newcomers.settle()
    assert guide(newcomers) is None
    newcomers.screen.show_present()
    assert advice(newcomers) != ""


def test_the_guide_follows_the_language(newcomers: Tablet) -> None:
    words.language = "fr"
    assert advice(newcomers).startswith("Lancez deux dés")
    words.language = "en"


@pytest.mark.parametrize(("size", "players"), [((1024, 600), 2), ((800, 1280), 2), ((800, 1280), 3)])
@pytest.mark.parametrize("language", ["fr"])
def test_nothing_is_cut_or_covered_in_a_first_turn(
    tablet: Tablet, size: tuple[int, int], language: str, players: int
) -> None:
    tablet.app.settings = replace(tablet.app.settings, first_turns_guided=True)
    options = preset("three-players" if players == 3 else "standard")
    dealt = ("MW", "SL", "YK") if players == 3 else ("MWK", "SLY")
    with arranged(tablet, size, language):
        names = ("Ann", "Ben", "Cat")[:players]
        tablet.app.start_game(MAGNATE, names, options, Setup(default_districts(options), tuple(map(crowns, dealt))))
        tablet.settle(8)
        assert guide(tablet) is not None
        found = [*amiss(tablet), *hidden(tablet)]
        roll(tablet, 10, 4)
        for tray in ("cards", "card"):
            TRAYS[tray](tablet.screen.table)
            tablet.settle(8)
            assert guide(tablet) is not None
            found += [*amiss(tablet), *hidden(tablet)]
        assert found == []
