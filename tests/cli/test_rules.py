"""``companion rules`` prints what a preset plays."""

from __future__ import annotations

import json

import pytest

from companion.cli.main import run


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


def test_rules_are_spoken_in_french(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "--language", "fr"]) == 0
    assert "Un As coûte 3 jetons de sa couleur." in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [["--preset", "monster"], ["--language", "tlh"]])
def test_an_unknown_preset_or_language_is_one_line_and_exit_2(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["rules", *arguments]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
