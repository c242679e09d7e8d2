"""``companion foresee`` tells what may come in a kept game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.cli.main import run
from companion.demo.bundled import __file__ as bundled_file
from tests.journal.kept_games import by_hand

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def data(tmp_path: Path, capsys: Capture) -> str:
    """A data folder with the bundled game as it stood after three fifths of its moves."""
    record = by_hand(json.loads(Path(bundled_file).with_name("game.json").read_text(encoding="utf-8")))
    record["moves"] = record["moves"][: len(record["moves"]) * 3 // 5]
    half = tmp_path / "half.json"
    half.write_text(json.dumps({**record, "id": "half", "name": "Half"}), encoding="utf-8")
    assert run(["--data", str(tmp_path), "import", str(half)]) == 0
    capsys.readouterr()
    return str(tmp_path)


def test_a_forecast_is_one_document(data: str, capsys: Capture) -> None:
    assert run(["--data", data, "foresee", "half", "--card", "3LY", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    ann = document["players"][0]
    assert ann["next_roll"]["total"] == pytest.approx(sum(card["mean"] for card in ann["cards"]))
    assert len(document["standing"]["districts"]) == 5
    (savage,) = document["choices"]
    assert savage["sells_for"]["L"] == savage["sells_for"]["Y"] == 1
    assert all(sum(payment["tokens"].values()) == 3 for payment in savage["develop"])


def test_a_forecast_is_read(data: str, capsys: Capture) -> None:
    assert run(["--data", data, "foresee", "half", "--card", "3LY,8YK"]) == 0
    output = capsys.readouterr().out
    for words in ("next roll (mean)", "to tax (", "if the game ended now", "it sells for 1 Leaf and 1 Wyrm"):
        assert words in output


def test_a_forecast_is_spoken_in_french(data: str, capsys: Capture) -> None:
    assert run(["--data", data, "foresee", "half", "--language", "fr"]) == 0
    assert "si la partie finissait maintenant" in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [["nowhere"], ["half", "--card", "PMSL"], ["half", "--card", "4MZ"]])
def test_what_cannot_be_foreseen_is_one_line_and_exit_2(data: str, arguments: list[str], capsys: Capture) -> None:
    assert run(["--data", data, "foresee", *arguments]) == 2
    printed = capsys.readouterr()
    assert (printed.out, printed.err.count("\n")) == ("", 1)
