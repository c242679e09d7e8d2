"""``companion rules`` prints what a preset plays."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.printed import BEGIN, Say


def test_rules_are_one_document(say: Say) -> None:
    document = json.loads(say("rules", "--preset", "mega", "--json")[1])
    assert (document["preset"], document["language"]) == ("mega", "en")
    rules = [line["rule"] for section in document["sections"] for line in section["lines"]]
    assert {"F2", "F3", "F4", "F6"} <= set(rules)


def test_rules_are_read_with_their_numbers(say: Say) -> None:
    shown = say("rules")[1]
    assert "B19" in shown and "An Ace costs 3 tokens of its suit." in shown


def test_the_name_of_a_game_leads_to_its_rules(say: Say) -> None:
    assert "costs 8 from Consul" in say("rules", "Magistratvm")[1]


FUTURES = {f"H{number}" for number in range(1, 21)}
ROME = {f"I{number}" for number in range(1, 33)}
NUMBERS = {
    "sorcerous-futures three-players": FUTURES - {"H5", "H20"},
    "sorcerous-futures four-players": FUTURES - {"H3", "H4", "H15", "H20"},
    "sorcerous-futures sly-excuse": FUTURES - {"H3", "H4", "H15"},
    "magistratvm three-players": ROME,
    "magistratvm four-players": ROME,
}
"""The rules in force in each preset."""


@pytest.mark.parametrize("kind", NUMBERS)
def test_the_rules_of_a_preset_are_printed_each_with_its_number(say: Say, kind: str) -> None:
    game, preset = kind.split()
    status, output, _ = say("rules", "--game", game, "--preset", preset)
    words = (line.split()[0] for line in output.splitlines() if line[1:2].isdigit())
    assert (status, {word for word in words if word[0] in "HI"}) == (0, NUMBERS[kind])
    assert ("spaces are a guess" in output) is (kind == "magistratvm three-players")


def test_a_saved_game_s_rules_are_those_of_its_switches(say: Say) -> None:
    say(*BEGIN.split(), "--option", "deeds_on_twos=no", "--preset", "courts")
    document = json.loads(say("rules", "Friday", "--json")[1])
    assert (document["preset"], document["options"]["deeds_on_twos"]) == ("courts", False)
    asked = ("rules", "--preset", "courts", "--json")
    assert json.loads(say(*asked, "--option", "deeds_on_twos=no")[1]) == document
    assert json.loads(say(*asked)[1])["sections"] != document["sections"]
    shown = say("show", "Friday")[1].splitlines()
    assert "Magnate · With the Courts · A 2 can be bought as a deed: no" in shown


def test_a_switch_changed_in_the_middle_of_a_game_is_on_its_sheet(say: Say) -> None:
    say(*BEGIN.split())
    assert say("play", "Friday", "set", "deeds_on_twos", "yes", "no")[0] == 0
    assert json.loads(say("rules", "Friday", "--json")[1])["options"]["deeds_on_twos"] is False


def test_the_sheet_of_a_saved_game_is_printed(say: Say, tmp_path: Path) -> None:
    say(*BEGIN.split(), "--option", "deeds_on_twos=no")
    sheet = tmp_path / "sheet.pdf"
    status, _, err = say("print", "cheat-sheet", "Friday", "-o", str(sheet))
    assert status == 0 and "2 pages" in err
    assert sheet.read_bytes().startswith(b"%PDF")
