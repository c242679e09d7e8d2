"""What a club keeps beside its games: who goes by several names, and its seasons, in a journal of either kind."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.printed import Say, faults
from tests.club.test_history import club, rows

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
