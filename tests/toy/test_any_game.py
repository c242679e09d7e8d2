"""A game that the house was never told of goes through everything that is any game's; the tests alone register it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import companion.demo
from tests.cli.printed import Say, magnate_setup

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


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "flock.json"
    path.write_text(json.dumps(RECORD), encoding="utf-8")
    return path


@pytest.fixture
def kept(say: Say, record: Path) -> Say:
    status, _, err = say("import", str(record))
    assert status == 0, err
    return say


def test_a_record_is_replayed_as_a_document(say: Say, record: Path) -> None:
    status, output, _ = say("replay", str(record), "--json")
    assert status == 0
    assert json.loads(output)["score"]["points"] == [0, 10]


def test_a_record_is_replayed_for_people(say: Say, record: Path) -> None:
    status, output, _ = say("replay", str(record), "--states")
    assert status == 0
    assert "Ann throws 4" in output
    assert "feathers" in output


def test_games_of_several_kinds_are_listed_together(kept: Say) -> None:
    assert kept("new", "--player", "Ann", "--player", "Ben", "--setup", magnate_setup())[0] == 0
    status, output, _ = kept("games", "--json")
    assert status == 0
    assert {(row["game"], row["phase"]) for row in json.loads(output)} == {("sparrows", "over"), ("magnate", "roll")}
    status, output, _ = kept("games")
    assert status == 0
    assert "A flock" in output


def test_a_game_is_begun_with_its_setup_as_a_record_has_it(say: Say, tmp_path: Path) -> None:
    (tmp_path / "setup.json").write_text('{"feathers": [3, 4]}', encoding="utf-8")
    players = ("--player", "Ann", "--player", "Ben", "--game", "sparrows")
    for setup in ('{"feathers": [3, 4]}', str(tmp_path / "setup.json")):
        status, output, err = say("new", *players, "--setup", setup, "--option", "rounds=3", "--json")
        assert status == 0, err
        status, output, err = say("show", json.loads(output)["id"], "--json")
        assert json.loads(output)["options"] == {"preset": "short", "rounds": 3}
        assert json.loads(output)["setup"] == {"feathers": [3, 4]}


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--setup", "{"], "--setup: not valid JSON"),
        (["--setup", '{"feathers": ["many"]}'], "setup.feathers[0]: must be a whole number"),
        (["--setup", "nowhere.json"], "nowhere.json: no such file"),
    ],
)
def test_a_setup_that_begins_nothing_costs_one_line(say: Say, arguments: list[str], expected: str) -> None:
    status, output, err = say("new", "--player", "Ann", "--player", "Ben", "--game", "sparrows", *arguments)
    assert (status, output, err.count("\n")) == (2, "", 1)
    assert expected in err


def test_a_kept_game_is_shown(kept: Say) -> None:
    status, output, _ = kept("show", "flock")
    assert status == 0
    assert "the bids are 2 3" in output
    assert "points" in output
    status, output, _ = kept("show", "flock", "--json")
    assert status == 0
    assert json.loads(output)["turns"] == [{"round": 1, "points": [0, 10]}]


def test_a_game_without_a_notation_says_that_its_moves_are_not_typed(kept: Say) -> None:
    assert kept("play", "flock")[0] == kept("undo", "flock")[0] == 0, "neither needs a notation"
    for command in (["play", "flock"], ["play", "flock", "throw", "4"], ["correct", "flock"]):
        status, output, err = kept(*command)
        assert (status, output, err.count("\n")) == (2, "", 1) and "typed" in err


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
    status, output, _ = kept("show", "flock", "--text")
    assert status == 0
    assert output.splitlines()[5] == '{"type": "throw", "player": 0, "value": 4}'
    (tmp_path / "bug.txt").write_text(output, encoding="utf-8")
    status, output, _ = kept("replay", str(tmp_path / "bug.txt"), "--json")
    assert status == 0
    assert json.loads(output)["score"]["points"] == [0, 10]


def test_its_dice_are_counted_with_all_others(kept: Say) -> None:
    status, output, _ = kept("roller", "stats", "--json")
    assert status == 0
    (file,) = json.loads(output)
    kinds = {dice["die"]: dice for dice in file["dice"]}
    assert (kinds["d6"]["counts"]["4"], kinds["d6"]["counts"]["6"], kinds["d10"]["dice"]) == (1, 1, 0)


def test_its_cheat_sheet_is_printed(say: Say) -> None:
    status, output, _ = say("rules", "--game", "sparrows", "--preset", "short")
    assert status == 0
    assert "1 rounds" in output


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        (["foresee", "flock"], "A flock: no forecast is available for Sparrows"),
        (["score", "table.jpg", "--game", "sparrows"], "'sparrows': cannot score this game from a photo"),
        (
            ["watch", "flock", "--source", str(Path(companion.demo.__path__[0]))],
            "A flock: the camera cannot follow Sparrows",
        ),
    ],
)
def test_what_it_lacks_is_named_in_one_line(kept: Say, command: list[str], expected: str) -> None:
    status, output, err = kept(*command)
    assert (status, output, err.count("\n")) == (2, "", 1)
    assert expected in err
