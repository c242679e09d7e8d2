"""The page about records tells the truth."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.cli.main import run
from tests.cli.printed import published

PAGE = Path(__file__).resolve().parents[2] / "docs" / "record-format.md"
Document = dict[str, Any]


def examples(game: str) -> list[Document]:
    """The page's records of this game."""
    blocks = PAGE.read_text(encoding="utf-8").split("```json\n")[1:]
    documents: list[Document] = [json.loads(block.split("```")[0]) for block in blocks]
    return [document for document in documents if document["game"] == game]


def example(game: str = "magnate") -> Document:
    """The page's worked game of this name."""
    return examples(game)[0]


def replayed(record: Document, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Document:
    path = tmp_path / "record.json"
    path.write_text(json.dumps(record), encoding="utf-8")
    status = run(["replay", str(path), "--states", "--json"])
    document: Document = json.loads(capsys.readouterr().out)
    assert status == (0 if document["error"] is None else 1)
    return document


def test_the_worked_game_goes_as_the_page_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    document = replayed(example(), tmp_path, capsys)
    assert document["error"] is None and document["over"]
    assert (document["score"]["winner"], document["score"]["districts_won"]) == (0, [2, 0])
    taxed = document["states"][3]
    assert taxed["roll"]["taxed"] == [{"player": 1, "suit": "K", "lost": 1}]
    assert document["states"][6]["waiting_for"][0]["owner"] == 1
    assert [state["reshuffles"] for state in document["states"][13:15]] == [0, 1]
    assert document["states"][11]["districts"][2]["columns"][1]["deed"]["tokens"]["L"] == 2


def test_the_page_names_every_kind_of_move_and_every_field_of_a_state(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = PAGE.read_text(encoding="utf-8")
    for kind in (kind for game in published("record")["anyOf"] for kind in game["$defs"]["move"]["oneOf"]):
        named = kind["properties"]["type"]
        assert all(f"`{name}`" in page for name in named.get("enum", [named.get("const")]))
    document = replayed(example(), tmp_path, capsys)
    assert all(f"`{name}`" in page for name in [*document, *document["states"][0]])
    run(["--data", str(tmp_path), "import", str(tmp_path / "record.json")])
    run(["--data", str(tmp_path), "show", "record.json", "--json"])
    shown = json.loads(capsys.readouterr().out.splitlines()[1])
    assert all(f"`{name}`" in page for name in [*shown, *shown["history"][0], *shown["turns"][0]])


def reading(name: str) -> Document:
    """The page's record that shows this option of Magistratvm."""
    return next(document for document in examples("magistratvm") if name in document["options"])


def at_four_of_arms(state: Document) -> list[int]:
    tokens: list[int] = state["circuit"][0]["tokens"]
    return tokens


READINGS: dict[str, tuple[Callable[[Document], bool], object, str]] = {
    "low_majority_removes": (lambda state: at_four_of_arms(state) == [3, 0, 0, 0], False, "TA4 3 1 1 0"),
    "votes_without_tokens": (lambda state: at_four_of_arms(state) == [4, 0, 0, 0], False, "I22"),
    "displaces_own": (lambda state: next(one["office"] for one in state["magistrates"]) == "aedile", False, "I17"),
    "last_after_turn": (lambda state: state["final"] and state["phase"] == "income", False, "start"),
    "praetors": (lambda state: len(state["magistrates"]) == 4, 3, "I15"),
}
"""What each record ends with; the option's other value, and what the record comes to with it."""


@pytest.mark.parametrize("name", READINGS)
def test_each_contested_reading_has_a_record_that_ends_otherwise_with_the_other_choice(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ends, other, otherwise = READINGS[name]
    record = reading(name)
    document = replayed(record, tmp_path, capsys)
    assert document["error"] is None
    assert ends(document["states"][-1])
    document = replayed({**record, "options": {**record["options"], name: other}}, tmp_path, capsys)
    error, last = document["error"], document["states"][-1]
    phase = last["phase"]
    found = str(error) if error else f"TA4 {' '.join(map(str, at_four_of_arms(last)))}" if last["circuit"][0] else phase
    assert otherwise in found


def test_a_second_vote_of_a_player_is_refused_or_not(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = reading("one_vote_each")
    assert replayed(record, tmp_path, capsys)["error"] is None
    *before, count = record["moves"]
    record = {**record, "moves": [*before, {"type": "lend", "player": 0, "office": "consul", "to": 0}, count]}
    assert "I22" in str(replayed(record, tmp_path, capsys)["error"])
    allowed = {**record, "options": {"preset": "four-players"}}
    assert replayed(allowed, tmp_path, capsys)["error"] is None
