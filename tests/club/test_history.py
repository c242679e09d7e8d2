"""Who played whom over a season, how it ended and what the dice showed, from a journal of either kind."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.games.magnate import preset
from companion.journal import Journal
from tests.cli.printed import Say
from tests.games.random_play import RandomGame
from tests.journal.kept_games import as_kept

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
