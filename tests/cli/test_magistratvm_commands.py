"""Magistratvm on the command line: begun, shown, replayed, exported, kept again, its rules printed."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from companion.games.magistratvm import encoding
from companion.games.magistratvm.moves import MOVES
from tests.cli.printed import Say, faults, keep
from tests.cli.test_record_format_page import PAGE, example
from tests.games.magistratvm.random_game import begun, play

Document = dict[str, Any]

BEGIN = ["new", "--game", "magistratvm", "--name", "Rome"]
FOUR = [*BEGIN, *(part for name in ("Susan", "Paul", "Quentin", "Rebecca") for part in ("--player", name))]


def setup(*tiles: str, suits: str = "SMCA") -> list[str]:
    """The setup of four players, or of as many as there are suits."""
    circuit = tiles or ("TA4", "TC5", "TM0", "TC3", "TC2", "TM1")
    return ["--setup", json.dumps({"circuit": circuit, "suits": list(suits)})]


def worked() -> Document:
    """The first turn that the page about records tells."""
    return example("magistratvm")


def test_a_game_begins_with_the_tiles_that_lie_face_up(say: Say) -> None:
    assert say(*FOUR, *setup(suits="MSAC"))[0] == 0
    output = " ".join(say("show", "Rome")[1].split())
    assert "Susan takes the die, the pawn and the 6 coins of Moons, and 20 tokens." in output
    assert "Susan: roll your dice: the highest is Prefect" in output


def test_three_names_begin_the_game_of_three_whose_spaces_are_said_to_be_a_guess(say: Say) -> None:
    three = [*BEGIN, "--player", "Susan", "--player", "Paul", "--player", "Quentin", *setup(suits="SMC")]
    assert say(*three)[0] == 0
    shown = json.loads(say("show", "Rome", "--json")[1])
    assert (shown["options"]["preset"], shown["setup"]["suits"]) == ("three-players", ["S", "M", "C"])
    assert "Offices are a guess" in " ".join(say("show", "Rome")[1].split())
    printed = ("--option", "spaces_as_printed=yes", "--option", "praetors=3")
    status, output, _ = say(*three, *printed, "--json")
    assert status == 0, output
    shown = say("show", json.loads(output)["id"])[1]
    assert "guess" not in shown


def test_the_worked_turn_goes_as_the_page_says(say: Say, tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    path.write_text(json.dumps(worked()), encoding="utf-8")
    status, output, _ = say("replay", str(path), "--states", "--json")
    document = json.loads(output)
    assert (status, document["error"], document["over"]) == (0, None, False)
    assert faults("replay", {**document, "states": document["states"][-1:]}) == []
    placed = [state["moved"][0]["gold"] for state in document["states"] if state["move"]["type"] == "place"]
    assert placed == [1, 3, 1, 3, 1, 1]
    state = document["states"][-1]
    assert (state["turn"], state["phase"], state["circuit"][5]["tile"]) == (2, "income", "TS3")
    assert [[one["tile"] for one in own] for own in state["decided"]] == [[], [], ["TM1"], []]
    assert state["circuit"][0]["tokens"] == [2, 0, 1, 0]


def test_the_page_names_every_kind_of_move_and_every_field() -> None:
    page = PAGE.read_text(encoding="utf-8").partition("## Magistratvm")[2]
    state, setup, dice = begun(4, 1)
    steps = list(play(state, dice))
    moves, state = [encoding.move_to_json(move) for move, _ in steps], steps[-1][1]
    score = encoding.score_to_json(state, worked()["players"])
    shown = encoding.state_to_json(state)
    seat = score["seats"][0]
    voting = {"to_vote", "lent", "leaving", "bidders", "to_bid", "leader", "bid", "giver", "taker", "rule"}
    named = [shown, asdict(state.options), encoding.setup_to_json(setup), seat, seat["provinces"][0], *moves]
    fields = {name for one in named for name in one} | set(MOVES) | voting
    assert [name for name in sorted(fields - {"preset", "type"}) if f"`{name}`" not in page] == []


def test_what_is_exported_and_shown_fits_its_schemas(say: Say, tmp_path: Path) -> None:
    keep(say, worked(), "Rome")
    path = tmp_path / "again.json"
    assert say("export", "Rome", "-o", str(path))[0] == 0
    assert faults("record", json.loads(path.read_text("utf-8"))) == []
    assert faults("show", json.loads(say("show", "Rome", "--json")[1])) == []
