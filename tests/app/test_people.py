"""Who plays is chosen from the people who played before; who played, and the names of exported files."""

import time
from datetime import UTC, datetime
from typing import Any

import pytest

from companion.app.sheets.people import PeopleSheet
from companion.app.storage.exports import file_name
from companion.app.widgets.screen_keyboard import find_keyboard
from companion.club.tables import EXPECTED_MEAN
from companion.games.magistratvm.game import MAGISTRATVM
from companion.games.magnate import Setup, preset, score
from companion.games.magnate.game import MAGNATE
from companion.journal import Journal, KeptGame
from companion.names import name_key
from tests.app.at_the_table import DISTRICTS, STANDARD, crowns, open_new_game, start_with_crowns
from tests.app.on_screen import amiss
from tests.app.tablet import Tablet
from tests.games.random_play import RandomGame
from tests.journal.kept_games import as_kept


@pytest.fixture
def played_games(tablet: Tablet) -> tuple[Tablet, Any]:
    """A whole game of Ann and Ben, and its players' screen."""
    whole = RandomGame(preset("standard"), seed=3).whole()
    game, entries = as_kept(whole, "friday")
    with Journal.open(tablet.app.folders.ensure_writable().journal_url) as journal:
        journal.create(game, entries)
    tablet.tap(tablet.screen.entries["games"])
    tablet.tap(tablet.screen.ids.players)
    return tablet, game


def test_every_player_has_a_mark_the_games_won_and_the_mean_of_the_dice(played_games: tuple[Tablet, Any]) -> None:
    tablet, game = played_games
    rows = list(reversed(tablet.screen.ids.rows.children))
    assert {row.name for row in rows} == set(game.players)
    winner = rows[0]
    assert winner.games.startswith("1 game · 1 won of 1")
    assert rows[1].games.startswith("1 game · 0 won of 1")
    assert [row.ids.mark.initials for row in rows] == [row.name[:2] for row in rows]
    assert rows[0].ids.mark.colour != rows[1].ids.mark.colour
    for row in rows:
        assert row.dice.endswith(f"on average, {EXPECTED_MEAN} expected")
    tablet.press_back()
    assert tablet.screen.name == "games"


def test_the_screen_of_players_says_what_decided_games_and_the_longest(played_games: tuple[Tablet, Any]) -> None:
    tablet, _ = played_games
    state = RandomGame(preset("standard"), seed=3).whole().state
    by = {"districts": "most districts", "total": "higher total", "tokens": "most tokens"}
    winner, loser = reversed(tablet.screen.ids.rows.children)
    assert winner.victories == f"Won by: {by[score(state).decided_by.value]} 1" and not loser.victories
    assert tablet.screen.longest.startswith("Longest game of Magnate: ")
    assert tablet.screen.longest.endswith(f", {state.turn} turns")


def test_a_tap_on_a_player_draws_victories_and_dice_of_games_a_tap_opens(played_games: tuple[Tablet, Any]) -> None:
    tablet, _ = played_games
    with Journal.open(tablet.app.folders.ensure_writable().journal_url) as journal:
        for seed in (4, 5):
            journal.create(*as_kept(RandomGame(preset("standard"), seed=seed).whole(), f"game-{seed}"))
    tablet.screen.refresh()
    tablet.settle()
    row = tablet.screen.ids.rows.children[-1]
    games = [one for one in tablet.app.game_store.played() if row.name in one.players]
    tablet.tap(row)
    won, dice = tablet.screen.sheet.panels
    assert won.panel.curves[0].values[-1] == sum(row.name in one.winners for one in games)
    assert won.panel.curves[1].values == (0.5, 1.0, 1.5) and len(dice.panel.curves[0].values) == 3
    tablet.settle()
    field = won.ids.field
    tablet.tap_at(*field.to_window(field.right - 1, field.center_y))
    assert tablet.play.game.id == games[-1].id


def test_without_games_the_screen_of_players_says_so(tablet: Tablet) -> None:
    tablet.app.go("players")
    assert tablet.screen.notice == "No saved games yet."
    tablet.app.go("start")


@pytest.mark.parametrize(("zone", "day"), [("Pacific/Auckland", "2026-11-22"), ("America/Los_Angeles", "2026-11-21")])
def test_an_exported_file_has_the_local_day(zone: str, day: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        assert file_name("Friday", datetime(2026, 11, 21, 23, 30, tzinfo=UTC), "8c1f00") == f"Friday {day} 8c1f"
    finally:
        monkeypatch.undo()
        time.tzset()


def played(tablet: Tablet, *tables: tuple[str, str]) -> None:
    """Games of these people, the oldest first."""
    setup = MAGNATE.setup_to_json(Setup(DISTRICTS, (crowns("MWK"), crowns("SLY"))))
    with Journal.open(tablet.app.folders.ensure_writable().journal_url) as journal:
        for day, names in enumerate(tables, 1):
            created = datetime(2026, 1, day, 20, tzinfo=UTC)
            options = MAGNATE.options_to_json(STANDARD)
            journal.create(KeptGame(f"g{day}", MAGNATE.name, "x", names, options, setup, created))


def test_a_player_of_an_earlier_game_is_chosen_with_a_tap(tablet: Tablet) -> None:
    played(tablet, ("Zoé", "Jean Luc"), ("Ann", "zoé"), ("Near", "Automate"))
    tablet.tap(tablet.screen.entries["new_game"])
    form = tablet.screen
    tablet.tap(form.names[0])
    sheet = form.sheet
    assert isinstance(sheet, PeopleSheet) and find_keyboard() is None
    assert list(sheet.targets) == ["Ann", "zoé", "Jean Luc"], "the latest first, and nobody twice"
    marks = [target.ids.mark for target in sheet.targets.values()]
    assert [mark.initials for mark in marks] == ["An", "Zo", "JL"]
    assert len({(tuple(mark.colour), mark.pattern) for mark in marks}) == 3
    tablet.tap(sheet.targets["zoé"])
    assert form.sheet is None and form.names[0].text == "zoé"
    tablet.tap(form.names[1])
    [*others] = tablet.screen.sheet.targets
    assert others == ["Ann", "Jean Luc"], "who plays already is not offered"
    tablet.press_back()


def test_another_name_is_typed_and_remembered_by_the_game(tablet: Tablet) -> None:
    played(tablet, ("Ann", "Ben"))
    form = open_new_game(tablet)
    tablet.tap(form.names[0])
    tablet.tap(form.sheet.ids.another)
    tablet.settle(6)
    assert form.sheet is None and form.names[0].focus and find_keyboard() is not None
    form.names[0].text = "Cleo"
    tablet.press_back()
    start_with_crowns(tablet)
    people = tablet.app.game_store.people()
    assert {"Cleo", "Ann", "Ben"} <= {one.name for one in people} and people[0].name == "Cleo"
    tablet.app.go("start")


def test_the_form_of_any_game_offers_the_same_people(tablet: Tablet) -> None:
    played(tablet, ("Ann", "Ben"))
    tablet.app.go("new_game")
    tablet.screen.begin(MAGISTRATVM)
    tablet.settle()
    form = tablet.screen
    field = form.names[1]
    form.ids.scrolled.scroll_to(field, animate=False)
    tablet.settle(6)
    tablet.tap(field)
    assert isinstance(form.sheet, PeopleSheet)
    tablet.tap(form.sheet.targets["Ben"])
    assert form.names[1].text == "Ben"
    tablet.app.go("start")


def test_nobody_is_offered_before_the_first_game(tablet: Tablet) -> None:
    tablet.app.go("new_game")
    tablet.settle()
    tablet.tap(tablet.screen.names[0])
    assert tablet.screen.sheet is None and tablet.screen.names[0].focus
    assert not tablet.app.folders.journal.exists(), "looking for people stores nothing"
    tablet.app.go("start")


@pytest.mark.parametrize("size", [(1024, 600)])
def test_the_choice_of_people_is_whole(tablet: Tablet, size: tuple[int, int]) -> None:
    assert tablet.window.size == size
    names = [f"{name} {number}" for number in range(12) for name in ("Maximiliane von Hohenlohe", "李小龍")]
    played(tablet, *zip(names[::2], names[1::2], strict=True))
    tablet.app.go("new_game")
    tablet.settle()
    tablet.tap(tablet.screen.names[0])
    tablet.settle(6)
    assert len(tablet.screen.sheet.targets) == len({name_key(name) for name in names})
    assert amiss(tablet, shortens=True) == []
    tablet.app.go("start")
