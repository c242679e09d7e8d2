"""Statistics of a club: names, seasons, careers, who played whom and what the dice showed."""

import csv
import io
import json
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from companion.club.history import PlayedGame
from companion.club.people import list_people
from companion.club.tables import career, longest_games, mean_rolls, players, victories
from companion.games.magnate import preset
from companion.journal import Journal
from companion.pieces import Die, DieKind
from tests.cli.printed import Say, faults
from tests.games.random_play import RandomGame
from tests.journal.kept_games import as_kept


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


WHOLE, ENTRIES = as_kept(RandomGame(preset("standard"), seed=3).whole(), "whole")
BEGUN = ENTRIES[:9]


@pytest.fixture
def club(store: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three games: two on one evening, the later after midnight, and one that goes on, weeks after."""
    monkeypatch.setenv("COMPANION_DATABASE_URL", store)
    monkeypatch.setenv("TZ", "UTC")
    table = (
        ("a", ("Ann", "Ben"), datetime(2026, 11, 20, 20, tzinfo=UTC), ENTRIES),
        ("b", ("annie ", "Cleo"), datetime(2026, 11, 21, 1, tzinfo=UTC), ENTRIES),
        ("c", ("=Dan", "ANN"), datetime(2026, 12, 24, 20, tzinfo=UTC), BEGUN),
    )
    with Journal.open(store) as journal:
        for id_, players, moment, entries in table:
            game = replace(WHOLE, id=id_, name=id_, players=players, created=moment)
            journal.create(game, [replace(entry, game=id_) for entry in entries])


def rows(printed: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(printed)))


@pytest.mark.usefixtures("club")
def test_each_game_of_a_season_is_told_with_its_evening_and_who_won(say: Say) -> None:
    assert say("club", "names", "set", "Annie", "Ann")[0] == 0
    status, printed, _ = say("club", "history", "games", "--until", "2026-11-30")
    table = rows(printed)
    assert status == 0
    assert [(one["id"], one["evening"], one["players"], one["over"]) for one in table] == [
        ("a", "2026-11-20", "Ann | Ben", "1"),
        ("b", "2026-11-20", "Ann | Cleo", "1"),
    ]
    assert {one["winners"] for one in table} <= {"Ann", "Ben", "Cleo", ""}


@pytest.mark.usefixtures("club")
def test_a_player_by_whatever_name_has_one_line_and_a_game_that_goes_on_is_nobodys_yet(say: Say) -> None:
    assert say("club", "names", "set", "Annie", "Ann")[0] == 0
    players = {one["player"]: one for one in rows(say("club", "history", "players")[1])}
    assert set(players) == {"Ann", "Ben", "Cleo", "'=Dan"}, "no spreadsheet takes a name for a formula"
    ann = players["Ann"]
    assert (ann["evenings"], ann["games"], ann["over"]) == ("2", "3", "2")
    assert int(ann["won"]) + int(ann["shared"]) + int(ann["drawn"]) + int(ann["not won"]) == 2
    assert (players["'=Dan"]["over"], players["'=Dan"]["won"]) == ("0", "0")
    pairs = rows(say("club", "history", "pairs")[1])
    assert [(one["player"], one["other"], one["games"]) for one in pairs] == [
        ("'=Dan", "Ann", "1"),
        ("Ann", "Ben", "1"),
        ("Ann", "Cleo", "1"),
    ]


@pytest.mark.usefixtures("club")
def test_every_die_that_counts_is_told_once(say: Say, data: Path, tmp_path: Path) -> None:
    file = tmp_path / "dice.csv"
    assert say("club", "history", "dice", "--until", "2026-11-20", "-o", str(file))[0] == 0
    table = rows(file.read_text("utf8"))
    rolls = [entry.move for entry in ENTRIES if entry.move["type"] == "roll"]
    thrown = sum(int(one["times"]) for one in table if one["die"] == "d10")
    assert thrown == 2 * 2 * len(rolls)


__all__ = ["club"]


@pytest.mark.usefixtures("club")
def test_a_club_keeps_that_annie_is_ann_until_it_is_taken_back(say: Say) -> None:
    assert (
        "Annie" in (names := {one["player"] for one in rows(say("club", "history", "players")[1])}) or "annie" in names
    )
    assert say("club", "names", "set", " ANNIE", "Ann")[0] == 0
    assert say("club", "names", "set", "Nan", "annie")[0] == 0
    assert say("club", "names", "list")[1] == "ANNIE → Ann\nNan → annie\n"
    games = {one["player"]: one["games"] for one in rows(say("club", "history", "players")[1])}
    assert games == {"'=Dan": "1", "Ann": "3", "Ben": "1", "Cleo": "1"}
    assert say("club", "names", "remove", "annie")[0] == 0
    assert "annie" in {one["player"] for one in rows(say("club", "history", "players")[1])}
    assert say("club", "names", "remove", "annie")[0] == 2
    assert "already has this name" in say("club", "names", "set", "ann", "Ann ")[2]


@pytest.mark.usefixtures("club")
def test_a_season_with_a_name_is_told_by_it(say: Say) -> None:
    assert say("club", "seasons", "set", "Autumn", "--since", "2026-09-01", "--until", "2026-11-30")[0] == 0
    assert say("club", "seasons", "set", "Since Advent", "--since", "2026-11-29")[0] == 0
    assert say("club", "seasons", "list")[1] == "Autumn: 2026-09-01 … 2026-11-30\nSince Advent: 2026-11-29 … \n"

    def game_ids(*asked: str) -> list[str]:
        return [one["id"] for one in rows(say("club", "history", "games", *asked)[1])]

    assert game_ids("--season", "autumn") == ["a", "b"] and game_ids("--season", "since  advent") == ["c"]
    assert game_ids("--season", "Autumn", "--since", "2026-11-21") == []
    assert say("club", "seasons", "set", "Autumn", "--until", "2026-11-19")[0] == 0
    assert game_ids("--season", "Autumn") == []
    assert say("club", "seasons", "remove", "AUTUMN")[0] == 0
    status, out, err = say("club", "history", "games", "--season", "Autumn")
    assert (status, out) == (2, "") and "unknown season" in err
    assert say("club", "seasons", "set", "Never")[0] == 2
    assert say("club", "seasons", "set", "Back", "--since", "2026-11-30", "--until", "2026-11-01")[0] == 2


@pytest.mark.usefixtures("club")
@pytest.mark.parametrize("table", ["games", "players", "pairs", "dice"])
def test_a_history_for_programs_says_what_the_csv_says(say: Say, table: str, tmp_path: Path) -> None:
    status, out, _ = say("club", "history", table, "--until", "2026-11-30", "--json")
    document = json.loads(out)
    assert status == 0 and faults("history", document) == []
    assert (document["told"], document["since"], document["until"]) == (table, None, "2026-11-30")
    lines = rows(say("club", "history", table, "--until", "2026-11-30")[1])
    assert [{name.replace(" ", "_") for name in line} for line in lines] == [set(row) for row in document["rows"]]
    for line, row in zip(lines, document["rows"], strict=True):
        of_text = {name: value for name, value in row.items() if isinstance(value, str)}
        assert {name: line[name.replace("_", " ")] for name in of_text} == of_text
    say("club", "history", table, "--until", "2026-11-30", "--json", "-o", str(tmp_path / "told.json"))
    assert json.loads((tmp_path / "told.json").read_text("utf8")) == document


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
