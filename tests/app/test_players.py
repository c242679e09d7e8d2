"""The people who played, over all stored games."""

from __future__ import annotations

from typing import Any

import pytest

from companion.club.statistics import EXPECTED_MEAN
from companion.games.magnate import preset, score
from companion.journal import Journal
from tests.app.tablet import Tablet
from tests.games.random_play import RandomGame
from tests.journal.kept_games import as_kept


@pytest.fixture
def played(tablet: Tablet) -> tuple[Tablet, Any]:
    """A whole game of Ann and Ben, and its players' screen."""
    whole = RandomGame(preset("standard"), seed=3).whole()
    game, entries = as_kept(whole, "friday")
    with Journal.open(tablet.app.folders.ensure_writable().journal_url) as journal:
        journal.create(game, entries)
    tablet.tap(tablet.screen.entries["games"])
    tablet.tap(tablet.screen.ids.players)
    return tablet, game


def test_every_player_has_a_mark_the_games_won_and_the_mean_of_the_dice(played: tuple[Tablet, Any]) -> None:
    tablet, game = played
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


def test_the_screen_of_players_says_what_decided_their_victories_and_which_game_was_longest(
    played: tuple[Tablet, Any],
) -> None:
    tablet, _ = played
    state = RandomGame(preset("standard"), seed=3).whole().state
    by = {"districts": "most districts", "total": "higher total", "tokens": "most tokens"}
    winner, loser = reversed(tablet.screen.ids.rows.children)
    assert winner.victories == f"Won by: {by[score(state).decided_by.value]} 1" and not loser.victories
    assert tablet.screen.longest.startswith("Longest game of Magnate: ")
    assert tablet.screen.longest.endswith(f", {state.turn} turns")


def test_a_tap_on_a_player_draws_the_victories_and_dice_of_every_game_and_a_tap_there_opens_it(
    played: tuple[Tablet, Any],
) -> None:
    tablet, _ = played
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
