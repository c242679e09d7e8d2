"""A game that the house was never told of goes through everything that is any game's; the tests alone register it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import companion.demo
from companion.cli.main import run

RECORD: dict[str, Any] = {
    "format": "decktet-companion-record",
    "version": 1,
    "game": "sparrows",
    "id": "flock",
    "name": "A flock",
    "players": ["Ann", "Ben"],
    "options": {"preset": "short"},
    "setup": {"feathers": [3, 4]},
    "moves": [
        {"type": "throw", "player": 0, "value": 4},
        {"type": "throw", "player": 0, "value": 6},
        {"type": "undo"},
        {"type": "redo"},
        {"type": "bids", "bids": [2, 3]},
    ],
}
PICTURES = companion.demo.__path__[0]
Say = Callable[..., tuple[int, str]]


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "flock.json"
    path.write_text(json.dumps(RECORD), encoding="utf-8")
    return path


@pytest.fixture
def say(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Say:
    def said(*arguments: str) -> tuple[int, str]:
        status = run([*arguments, "--data", str(tmp_path / "data")])
        spoken = capsys.readouterr()
        return status, spoken.out + spoken.err

    return said


@pytest.fixture
def kept(say: Say, record: Path) -> Say:
    status, told = say("import", str(record))
    assert status == 0, told
    return say


def test_a_record_is_replayed_as_a_document(say: Say, record: Path) -> None:
    status, told = say("replay", str(record), "--json")
    assert status == 0
    assert json.loads(told)["score"]["points"] == [0, 10]


def test_a_record_is_replayed_for_people(say: Say, record: Path) -> None:
    status, told = say("replay", str(record), "--states")
    assert status == 0
    assert "Ann throws 4" in told
    assert "feathers" in told


def test_games_of_several_kinds_are_listed_together(kept: Say) -> None:
    magnate = ["--player", "Ann", "--player", "Ben", "--starts", "Ben"]
    row = ["--districts", "PMSL,PMYK,X,PSWK,PWLY", "--crowns", "CM,CS,CW", "--crowns", "CL,CY,CK"]
    assert kept("new", *magnate, *row)[0] == 0
    status, told = kept("games", "--json")
    assert status == 0
    assert {(row["game"], row["phase"]) for row in json.loads(told)} == {("sparrows", "over"), ("magnate", "roll")}
    status, told = kept("games")
    assert status == 0
    assert "A flock" in told


def test_a_game_is_begun_with_its_setup_as_a_record_has_it(say: Say, tmp_path: Path) -> None:
    (tmp_path / "setup.json").write_text('{"feathers": [3, 4]}', encoding="utf-8")
    players = ("--player", "Ann", "--player", "Ben", "--game", "sparrows")
    for setup in ('{"feathers": [3, 4]}', str(tmp_path / "setup.json")):
        status, told = say("new", *players, "--setup", setup, "--option", "rounds=3", "--json")
        assert status == 0, told
        status, told = say("show", json.loads(told)["id"], "--json")
        assert json.loads(told)["options"] == {"preset": "short", "rounds": 3}
        assert json.loads(told)["setup"] == {"feathers": [3, 4]}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "--setup: is missing"),
        (["--setup", "{"], "--setup: is not JSON"),
        (["--setup", '{"feathers": ["many"]}'], "setup.feathers[0]: must be a whole number"),
        (["--setup", "nowhere.json"], "nowhere.json: there is no such file"),
        (["--setup", '{"feathers": [3, 4]}', "--starts", "Ann"], "--starts: is no option of sparrows"),
    ],
)
def test_a_setup_that_begins_nothing_costs_one_line(say: Say, arguments: list[str], said: str) -> None:
    status, told = say("new", "--player", "Ann", "--player", "Ben", "--game", "sparrows", *arguments)
    assert (status, told.count("\n")) == (2, 1)
    assert said in told


def test_a_kept_game_is_shown(kept: Say) -> None:
    status, told = kept("show", "flock")
    assert status == 0
    assert "the bids are 2 3" in told
    assert "points" in told
    status, told = kept("show", "flock", "--json")
    assert status == 0
    assert json.loads(told)["turns"] == [{"round": 1, "points": [0, 10]}]


def test_a_kept_game_is_drawn(kept: Say, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    picture = tmp_path / "flock.png"
    assert kept("show", "flock", "--plot", str(picture))[0] == 0
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_a_kept_game_is_exported_as_it_came(kept: Say, tmp_path: Path) -> None:
    path = tmp_path / "again.json"
    assert kept("export", "flock", "-o", str(path))[0] == 0
    exported = json.loads(path.read_text("utf-8"))
    assert [line["type"] for line in exported["moves"]] == [line["type"] for line in RECORD["moves"]]


def test_a_kept_game_is_written_in_lines_that_read_back(kept: Say, tmp_path: Path) -> None:
    status, told = kept("show", "flock", "--text")
    assert status == 0
    assert told.splitlines()[5] == '{"type": "throw", "player": 0, "value": 4}'
    (tmp_path / "bug.txt").write_text(told, encoding="utf-8")
    status, told = kept("replay", str(tmp_path / "bug.txt"), "--json")
    assert status == 0
    assert json.loads(told)["score"]["points"] == [0, 10]


def test_its_dice_are_counted_with_all_others(kept: Say) -> None:
    status, told = kept("roller", "stats", "--json")
    assert status == 0
    (file,) = json.loads(told)
    kinds = {dice["die"]: dice for dice in file["dice"]}
    assert (kinds["d6"]["counts"]["4"], kinds["d6"]["counts"]["6"], kinds["d10"]["dice"]) == (1, 1, 0)


def test_a_backup_brings_it_back(kept: Say, tmp_path: Path) -> None:
    backup = str(tmp_path / "games.db")
    assert kept("backup", backup)[0] == 0
    assert kept("restore", backup)[0] == 0
    assert "the bids are 2 3" in kept("show", "flock")[1]


def test_its_cheat_sheet_is_printed(say: Say) -> None:
    status, told = say("rules", "--game", "sparrows", "--preset", "short")
    assert status == 0
    assert "1 rounds" in told


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (["foresee", "flock"], "A flock: is a game of Sparrows: nothing of it is foreseen"),
        (["score", "table.jpg", "--game", "sparrows"], "'sparrows': is no game that can be scored from a photo"),
        (
            ["watch", "--game", "flock", "--source", str(Path(companion.demo.__path__[0]))],
            "A flock: is a game of Sparrows: no camera follows it",
        ),
    ],
)
def test_what_it_does_not_bring_is_said_in_one_line(kept: Say, command: list[str], said: str) -> None:
    status, told = kept(*command)
    assert (status, told.count("\n")) == (2, 1)
    assert said in told
