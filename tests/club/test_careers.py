"""The curves of one player over all games."""

from __future__ import annotations

from datetime import date

from companion.club.careers import career
from companion.club.history import PlayedGame
from companion.club.tables import players
from companion.pieces import Die, DieKind


def game(number: int, *players: str, winners: tuple[str, ...] = (), over: bool = True, dice: int = 0) -> PlayedGame:
    rolled = ((players[0], Die(DieKind.D10, dice), 2),) if dice else ()
    day = date(2026, 11, number)
    return PlayedGame(
        *(f"game-{number}", "magnate", "", day, players, over, winners, rolled), turns=9, decided_by="total"
    )


def test_victories_add_up_and_so_do_those_that_equal_chances_would_give() -> None:
    played = [
        game(1, "Ann", "Ben", winners=("Ann",), dice=4),
        game(2, "Ann", winners=("Ann",), dice=6),
        game(3, "Ben", "Cat", winners=("Cat",)),
        game(4, "Ann", "Ben", "Cat", "Dan", winners=("Ben", "Ann")),
        game(5, "Ann", "Ben", over=False, dice=8),
    ]
    won, dice = career(played, "Ann")
    assert won.games == ("game-1", "game-4"), "a game alone, and one that goes on, are neither won nor lost"
    assert [curve.values for curve in won.panel.curves] == [(1.0, 2.0), (0.5, 0.75)]
    assert dice.games == ("game-1", "game-2", "game-5")
    assert [curve.values for curve in dice.panel.curves] == [(-1.5, 0.5, 2.5)]


def test_a_draw_is_neither_won_nor_lost() -> None:
    played = [game(1, "Ann", "Ben", winners=("Ann",)), game(2, "Ann", "Ben"), game(3, "Ann", "Ben", winners=("Ben",))]
    (won,) = career(played, "Ann")
    assert won.games == ("game-1", "game-3") and won.panel.curves[0].values == (1.0, 1.0)
    assert [(row.won, row.drawn, row.not_won) for row in players(played)] == [(1, 1, 1), (1, 1, 1)]


def test_one_game_is_no_curve() -> None:
    assert career([game(1, "Ann", "Ben", winners=("Ann",), dice=4)], "Ann") == ()
