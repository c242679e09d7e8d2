"""``companion rules`` prints what a preset plays."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.cli.main import run
from tests.cli.printed import BEGIN


def test_rules_are_one_document(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "--preset", "mega", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["preset"], document["language"]) == ("mega", "en")
    rules = [line["rule"] for section in document["sections"] for line in section["lines"]]
    assert {"F2", "F3", "F4", "F6"} <= set(rules)


def test_rules_are_read_with_their_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules"]) == 0
    shown = capsys.readouterr().out
    assert "B19" in shown
    assert "An Ace costs 3 tokens of its suit." in shown


@pytest.mark.parametrize("arguments", [["--preset", "monster"], ["--language", "tlh"]])
def test_an_unknown_preset_or_language_is_one_line_and_exit_2(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["rules", *arguments]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1


def test_a_saved_game_s_rules_are_those_of_its_switches(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = ["--data", str(tmp_path)]
    assert run([*data, *BEGIN.split(), "--option", "deeds_on_twos=no", "--preset", "courts"]) == 0
    capsys.readouterr()
    assert run([*data, "rules", "Friday", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["preset"], document["options"]["deeds_on_twos"]) == ("courts", False)
    assert run([*data, "rules", "--preset", "courts", "--option", "deeds_on_twos=no", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == document
    assert run([*data, "rules", "--preset", "courts", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["sections"] != document["sections"]


def test_a_switch_changed_in_the_middle_of_a_game_is_on_its_sheet(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = ["--data", str(tmp_path)]
    run([*data, *BEGIN.split()])
    assert run([*data, "play", "Friday", "set", "deeds_on_twos", "yes", "no"]) == 0
    capsys.readouterr()
    run([*data, "rules", "Friday", "--json"])
    assert json.loads(capsys.readouterr().out)["options"]["deeds_on_twos"] is False


def test_show_names_the_preset_and_the_switches(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = ["--data", str(tmp_path)]
    run([*data, *BEGIN.split(), "--option", "deeds_on_twos=no", "--preset", "courts"])
    capsys.readouterr()
    run([*data, "show", "Friday"])
    assert "Magnate · With the Courts · A 2 can be bought as a deed: no" in capsys.readouterr().out.splitlines()


def test_the_sheet_of_a_saved_game_is_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = ["--data", str(tmp_path)]
    run([*data, *BEGIN.split(), "--option", "deeds_on_twos=no"])
    sheet = tmp_path / "sheet.pdf"
    assert run([*data, "print", "cheat-sheet", "Friday", "-o", str(sheet)]) == 0
    assert sheet.read_bytes().startswith(b"%PDF")
    assert "2 pages" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["Nobody"], ["--option", "weather=fine"]])
def test_an_unknown_game_or_switch_is_one_line_and_exit_2(
    arguments: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["--data", str(tmp_path), "rules", *arguments]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_the_name_of_a_game_leads_to_its_rules(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "Magistratvm"]) == 0
    assert "costs 8 from Consul" in capsys.readouterr().out
