"""Sorcerous Futures on the command line: begun, shown, replayed, exported, kept again, its rules printed."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.cli.printed import Say, faults, keep
from tests.cli.test_json_page import PAGE as JSON_PAGE
from tests.cli.test_record_format_page import PAGE, example

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
    page = PAGE.read_text(encoding="utf-8").partition("## Sorcerous Futures")[2]
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
