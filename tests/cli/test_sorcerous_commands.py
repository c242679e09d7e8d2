"""Sorcerous Futures and Magistratvm on the command line: begun, shown, replayed, exported."""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from companion.games.magistratvm import encoding
from companion.games.magistratvm.moves import MOVES
from tests.cli.printed import Say, faults, keep
from tests.cli.test_json_page import PAGE as JSON_PAGE
from tests.cli.test_json_page import RECORD_PAGE, example
from tests.games.magistratvm.random_game import begun, play

BEGIN_ROME = ["new", "--game", "magistratvm", "--name", "Rome"]
FOUR = [*BEGIN_ROME, *(part for name in ("Susan", "Paul", "Quentin", "Rebecca") for part in ("--player", name))]


def setup_of_rome(*tiles: str, suits: str = "SMCA") -> list[str]:
    """The setup of four players, or of as many as there are suits."""
    circuit = tiles or ("TA4", "TC5", "TM0", "TC3", "TC2", "TM1")
    return ["--setup", json.dumps({"circuit": circuit, "suits": list(suits)})]


def worked_turn() -> Document:
    """The first turn that the page about records tells."""
    return example("magistratvm")


def test_a_game_begins_with_the_tiles_that_lie_face_up(say: Say) -> None:
    assert say(*FOUR, *setup_of_rome(suits="MSAC"))[0] == 0
    output = " ".join(say("show", "Rome")[1].split())
    assert "Susan takes the die, the pawn and the 6 coins of Moons, and 20 tokens." in output
    assert "Susan: roll your dice: the highest is Prefect" in output


def test_three_names_begin_the_game_of_three_whose_spaces_are_said_to_be_a_guess(say: Say) -> None:
    three = [*BEGIN_ROME, "--player", "Susan", "--player", "Paul", "--player", "Quentin", *setup_of_rome(suits="SMC")]
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
    path.write_text(json.dumps(worked_turn()), encoding="utf-8")
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


def test_the_page_names_every_kind_of_move_and_every_field_of_magistratvm() -> None:
    page = RECORD_PAGE.read_text(encoding="utf-8").partition("## Magistratvm")[2]
    state, setup_of_rome, dice = begun(4, 1)
    steps = list(play(state, dice))
    moves, state = [encoding.move_to_json(move) for move, _ in steps], steps[-1][1]
    score = encoding.score_to_json(state, worked_turn()["players"])
    shown = encoding.state_to_json(state)
    seat = score["seats"][0]
    voting = {"to_vote", "lent", "leaving", "bidders", "to_bid", "leader", "bid", "giver", "taker", "rule"}
    named = [shown, asdict(state.options), encoding.setup_to_json(setup_of_rome), seat, seat["provinces"][0], *moves]
    fields = {name for one in named for name in one} | set(MOVES) | voting
    assert [name for name in sorted(fields - {"preset", "type"}) if f"`{name}`" not in page] == []


def test_what_is_exported_and_shown_fits_its_schemas(say: Say, tmp_path: Path) -> None:
    keep(say, worked_turn(), "Rome")
    path = tmp_path / "again.json"
    assert say("export", "Rome", "-o", str(path))[0] == 0
    assert faults("record", json.loads(path.read_text("utf-8"))) == []
    assert faults("show", json.loads(say("show", "Rome", "--json")[1])) == []


Document = dict[str, Any]

PLAYERS = [word for name in ("Ann", "Ben", "Cleo") for word in ("--player", name)]
BEGIN = ["new", "--game", "sorcerous-futures", "--name", "Omens", *PLAYERS]


def setup(*aces: str) -> list[str]:
    """The Aces of each player, or of three."""
    own = [one.split() for one in aces or ("AM AS", "AW AL", "AY AK")]
    return ["--setup", json.dumps({"aces": own})]


def worked() -> Document:
    """The whole game that the page about records tells."""
    return example("sorcerous-futures")


def until(kind: str, nth: int = 0) -> Document:
    """The worked game up to the first of these moves, or a later one of them, it included."""
    record = worked()
    places = [place for place, move in enumerate(record["moves"]) if move["type"] == kind]
    return {**record, "moves": record["moves"][: places[nth] + 1]}


def test_a_game_begins_with_the_aces_that_lie_face_up(say: Say) -> None:
    assert say(*BEGIN, *setup())[0] == 0
    status, output, _ = say("show", "Omens")
    assert status == 0
    assert "Ann: lay five cards from the deck open in the middle" in output
    steps = [line for line in output.splitlines() if line[:2].strip().isdigit()]
    assert steps[0] == " 1  Put the Excuse face up at the edge of the table: it is nobody's."
    assert steps[4].startswith(" 5  Shuffle your two and pass both face down to the right")
    assert output.index(steps[-1]) < output.index("Ann: lay five cards"), "what is asked comes last"


def test_the_worked_game_goes_as_the_page_says(say: Say, tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    path.write_text(json.dumps(worked()), encoding="utf-8")
    status, output, _ = say("replay", str(path), "--states", "--json")
    document = json.loads(output)
    assert (status, document["error"], document["over"]) == (0, None, True)
    assert faults("replay", document) == []
    score = document["score"]
    assert (score["winner"], [seat["total"] for seat in score["seats"]]) == (2, [111, 100, 121])
    mountain = next(card for card in score["seats"][0]["cards"] if card["card"] == "4MS")
    assert ([suit["value"] for suit in mountain["suits"]], mountain["worth"]) == ([1, 7], 8)
    closed = [move for move in document["states"] if move["move"]["type"] == "bids"]
    assert len(closed) == 17


def test_the_page_names_every_kind_of_move_and_every_field(say: Say) -> None:
    page = RECORD_PAGE.read_text(encoding="utf-8").partition("## Sorcerous Futures")[2]
    keep(say, worked(), "Omens")
    shown = json.loads(say("show", "Omens", "--json")[1])
    assert faults("show", shown) == []
    seat = shown["score"]["seats"][0]
    named = [shown["state"], shown["options"], shown["setup"], seat, seat["cards"][0], *worked()["moves"]]
    fields = {name for one in named for name in one} - {"preset", "type"} | {move["type"] for move in worked()["moves"]}
    assert [name for name in sorted(fields) if f"`{name}`" not in page] == []


def test_a_played_game_is_counted_suit_by_suit_and_says_who_wins(say: Say) -> None:
    keep(say, worked(), "Omens")
    status, output, _ = say("show", "Omens")
    assert status == 0
    lines = [line.split() for line in output.splitlines()]
    assert next(line for line in lines if line[:2] == ["Gold", "left"])[2::3] == ["9", "61", "33"]
    assert next(line for line in lines if line[:1] == ["gold"] and "★" in line)[-1] == "121"
    assert "Cleo wins with 121 gold" in output
    assert "secretly" not in output


def test_neither_export_nor_what_is_shown_tells_a_note_before_the_end(say: Say) -> None:
    keep(say, until("bids", 3), "Omens")
    for command in (["export"], ["show", "--json"], ["show", "--text"], ["show"]):
        status, output, _ = say(command[0], "Omens", *command[1:])
        assert status == 0
        assert "8WL" not in output and "CS" not in output
    keep(say, {**worked(), "id": "to-the-end"}, "Omens")
    assert '"card": "8WL"' in say("show", "to-the-end", "--json")[1]


def test_what_everybody_may_expect_is_foreseen_and_no_note_counts(say: Say) -> None:
    keep(say, until("deal"), "Omens")
    status, output, _ = say("foresee", "Omens", "--json")
    document = json.loads(output)
    assert (status, faults("foresee", document)) == (0, [])
    blocks = (json.loads(block) for block in re.findall(r"```json\n(.*?)\n```", JSON_PAGE, re.DOTALL))
    example = next(one for one in blocks if isinstance(one, dict) and "places" in one)
    for name in ("places", "cards"):
        (shown,) = example.pop(name)
        assert any(_alike(shown, one) for one in document.pop(name))
    del example["id"], document["id"]
    assert example == document
    status, output, _ = say("foresee", "Omens")
    assert status == 0 and "4MS" in output and "11.5" in output


def _alike(shown: Document, printed: Document) -> bool:
    return all(
        value == (pytest.approx(printed[name], abs=1e-5) if isinstance(value, float | list) else printed[name])
        for name, value in shown.items()
    )


def test_gold_and_cards_are_drawn_over_the_auctions(say: Say, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    keep(say, until("bids", 3), "Omens")
    assert say("show", "Omens", "--plot", str(tmp_path / "gold.png"))[0] == 0
    assert (tmp_path / "gold.png").read_bytes().startswith(b"\x89PNG")
