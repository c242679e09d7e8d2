"""What the players' statistics count: victories by what decided them, dice, the longest games."""

from __future__ import annotations

from datetime import date

from companion.club.history import PlayedGame
from companion.club.people import list_people
from companion.club.statistics import longest_games, mean_rolls, victories
from companion.pieces import Die, DieKind

DAY = date(2026, 1, 1)


def played(id_: str, winners: tuple[str, ...], decided_by: str, turns: int, over: bool = True) -> PlayedGame:
    rolled = (("Ann", Die(DieKind.D10, 4), 3), ("Ann", Die(DieKind.D10, 10), 1), ("Ben", Die(DieKind.D6, 6), 2))
    return PlayedGame(id_, "magnate", id_, DAY, ("Ann", "Ben"), over, winners, rolled, turns, decided_by)


def test_victories_are_counted_by_what_decided_them() -> None:
    games = [played("a", ("Ann",), "districts", 30), played("b", ("Ann",), "tokens", 44), played("c", (), "draw", 50)]
    games.append(played("d", ("Ben",), "", 10))
    assert victories(games) == {"Ann": {("magnate", "districts"): 1, ("magnate", "tokens"): 1}}


def test_the_longest_finished_game_is_named() -> None:
    games = [played("a", (), "", 30), played("b", (), "", 44), played("c", (), "", 60, over=False)]
    assert [one.id for one in longest_games(games)] == ["b"]


def test_the_mean_is_of_ten_sided_dice_alone() -> None:
    assert mean_rolls([played("a", (), "", 1)]) == {"Ann": 5.5}


def test_a_player_keeps_the_mark_when_others_join() -> None:
    before = {one.name: one.number for one in list_people([("Ann", "Ben")])}
    after = {one.name: one.number for one in list_people([("Cat", "ben "), ("Dan", "Ann"), ("Ann", "Ben")])}
    assert before == {"Ann": 0, "Ben": 1} and after["Ann"] == 0 and after["ben "] == 1
