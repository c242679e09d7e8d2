"""``companion foresee`` tells what may come in a kept game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.demo.bundled import __file__ as bundled_file
from tests.cli.printed import Say, refused
from tests.journal.kept_games import by_hand


@pytest.fixture
def say(say: Say, tmp_path: Path) -> Say:
    """One command line, with the bundled game as it stood after three fifths of its moves."""
    record = by_hand(json.loads(Path(bundled_file).with_name("game.json").read_text(encoding="utf-8")))
    record["moves"] = record["moves"][: len(record["moves"]) * 3 // 5]
    half = tmp_path / "half.json"
    half.write_text(json.dumps({**record, "id": "half", "name": "Half"}), encoding="utf-8")
    assert say("import", str(half))[0] == 0
    return say


def test_a_forecast_is_one_document(say: Say) -> None:
    document = json.loads(say("foresee", "half", "--card", "3LY", "--json")[1])
    ann = document["players"][0]
    assert ann["next_roll"]["total"] == pytest.approx(sum(card["mean"] for card in ann["cards"]))
    assert len(document["standing"]["districts"]) == 5
    (savage,) = document["choices"]
    assert savage["sells_for"]["L"] == savage["sells_for"]["Y"] == 1
    assert all(sum(payment["tokens"].values()) == 3 for payment in savage["develop"])


def test_a_forecast_is_read(say: Say) -> None:
    output = say("foresee", "half", "--card", "3LY,8YK")[1]
    for words in ("next roll (mean)", "to tax (", "if the game ended now", "it sells for 1 Leaf and 1 Wyrm"):
        assert words in output


def test_a_forecast_is_spoken_in_french(say: Say) -> None:
    assert "si la partie finissait maintenant" in say("foresee", "half", "--language", "fr")[1]


@pytest.mark.parametrize("arguments", [["nowhere"], ["half", "--card", "PMSL"], ["half", "--card", "4MZ"]])
def test_what_cannot_be_foreseen_is_one_line_and_exit_2(say: Say, arguments: list[str]) -> None:
    refused(say, "foresee", *arguments)
