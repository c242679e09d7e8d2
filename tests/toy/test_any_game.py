"""Games that the house was never told of go through everything that is any game's; the tests alone register them."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import companion.demo
from companion.cli.main import run
from companion.games.new_game import NewGame
from companion.games.registry import games
from companion.journal import Journal, KeptGame
from companion.journal.records.record_schema import any_games, schema_of, schema_of_all
from companion.live.followed_play import NotFollowed
from companion.live.live_table import LiveTable
from companion.play import Play
from companion.web.pages.host import Viewer
from tests.cases import each
from tests.cli.printed import Say, magnate_setup
from tests.cli.test_json_page import example
from tests.code_figures import code_lines
from tests.journal.kept_games import NOON
from tests.toy.sparrows import SPARROWS
from tests.web.pages.table_host import Device, TableHost

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


def faults(schema: dict[str, Any], record: object) -> list[str]:
    Draft202012Validator.check_schema(schema)
    return [error.message for error in Draft202012Validator(schema).iter_errors(record)]


SPOILT: list[dict[str, Any]] = [
    {**RECORD, "setup": {}},
    {**RECORD, "players": ["Ann"]},
    {**RECORD, "moves": [{"type": "throw", "player": 0, "value": 7}]},
    {**RECORD, "moves": [{"type": "fly"}]},
]


def test_a_record_of_each_game_is_one_of_any_game_and_one_of_its_own() -> None:
    for record in (RECORD, example()):
        assert faults(any_games(), record) == []
        assert faults(schema_of_all(games()), record) == []


@each("record", SPOILT)
def test_what_its_game_does_not_know_is_no_record(record: dict[str, Any]) -> None:
    assert faults(any_games(), record) == []
    assert faults(schema_of_all(games()), record) != []


def test_a_game_that_says_nothing_of_its_records_has_those_of_any_game() -> None:
    silent = schema_of(replace(SPARROWS, record_schema=None))
    assert faults(silent, RECORD) == []
    assert faults(silent, example()) == ["'sparrows' was expected"]


def test_a_game_without_a_camera_says_so(tmp_path: Path) -> None:
    with Journal.open(f"sqlite:///{tmp_path / 'games.db'}") as journal:
        journal.create(KeptGame("flock", "sparrows", "A flock", ("Ann", "Ben"), {}, {"feathers": [3, 4]}, NOON))
        play = Play(SPARROWS, journal, "flock", now=lambda: NOON, new_id=lambda: "id")
        with pytest.raises(NotFollowed, match="the camera cannot follow Sparrows"):
            LiveTable(play, lambda event: None, new_id=lambda: "id")


MOST_LINES = 250
NEW = "new --game magpies --name Nest --player Ann --player Ben --preset market"
OPTIONS = {"preset": "market", "cards": 2}


def test_its_folder_is_small() -> None:
    assert sum(map(code_lines, (Path(__file__).parent / "magpies").glob("*.py"))) <= MOST_LINES


def test_it_is_played_by_taps_on_its_table() -> None:
    host = TableHost()
    host.create_game(NewGame("magpies", ("Ann", "Ben"), OPTIONS, {"first": "4MS"}))
    ann, ben = (Device(host, Viewer(seat)) for seat in range(2))
    ann.open("seat/0")
    for die, face in (("first", 6), ("second", 5), ("third", 1)):
        ann.tap(("decision", "throw"), (f"a.{die}", str(face)))
    ann.tap(("decision", "lay"), ("a.card", "9LK"))
    ben.open("seat/1")
    assert "spot=market" in ben.page.main, "what is for sale can be tapped"
    ben.tap(("decision", "bid"), ("a.coins", "5"))
    ann.open("seat/0")
    ann.tap(("decision", "pass"))
    ben.open("seat/1")
    assert '<i class="gained">+12</i>' in ben.page.main and '<i class="lost">−5</i>' in ben.page.main
    ben.open("seat/1?spot=row-0")
    ben.tap(("decision", "correct"), ("a.place", "row-0"), ("a.card", "4WL"))
    state = host.playing.state
    assert (state.points, state.coins, [str(card) for card in state.row]) == ((0, 12), (10, 5), ["4WL", "9LK"])


def test_its_end_is_counted_as_a_table() -> None:
    host = TableHost()
    host.create_game(NewGame("magpies", ("Ann", "Ben"), {"preset": "usual", "cards": 1}, {"first": "4MS"}))
    ann = Device(host, Viewer(0))
    ann.open("seat/0")
    for die, face in (("first", 6), ("second", 5), ("third", 1)):
        ann.tap(("decision", "throw"), (f"a.{die}", str(face)))
    ann.tap(("decision", "lay"), ("a.card", "9LK"))
    assert host.playing.state.over
    assert "<td>★ 12</td><td>0</td>" in ann.page.main and "Ann has the most points" in ann.page.main


def test_it_is_typed_in_a_terminal_that_prints_its_events(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def say(*words: str) -> str:
        status = run(["--data", str(tmp_path), *words])
        printed = capsys.readouterr()
        assert status == 0, printed.err
        return printed.out

    say(*NEW.split(), "--setup", '{"first": "4MS"}')
    assert "throw    Throw" in say("play", "Nest")
    assert "dice +12" in say("play", "Nest", "throw", "first=6", "second=5", "third=1")
    assert "9LK: → for sale" in say("play", "Nest", "lay", "card=9LK")
    assert "for sale +6" in say("play", "Nest", "bid", "coins=6")
    sold = say("play", "Nest", "pass")
    assert "Ben: points +12 · coins -6" in sold and "9LK: for sale → row" in sold
    assert "4WL: → row" in say("play", "Nest", "correct", "place=row-0", "card=4WL")
    shown = say("show", "Nest")
    assert "row: 4WL 1 · 9LK 2" in shown and "▸ Ben      12      4" in shown
