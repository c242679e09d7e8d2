"""The pages of numbered rules: every number that the program names leads to one place on them."""

from __future__ import annotations

import re
from collections import Counter

from docs.tools.record_format import PAGE, write_page
from docs.tools.rules import FOLDERS, write_pages
from docs.tools.site_pages import ROOT
from tests.cases import each

DICE = "D10"
"""The kind of die, which is no rule; the other kinds have names that are."""


def anchors(language: str) -> Counter[str]:
    return Counter(
        number
        for page in FOLDERS[language].glob("*.md")
        for number in re.findall(r"^### ([A-I]\d+)$", page.read_text("utf8"), re.MULTILINE)
    )


@each("language", FOLDERS)
def test_every_number_that_the_program_names_has_one_place_on_the_pages(language: str) -> None:
    places = anchors(language)
    assert set(places.values()) == {1}
    for file in (ROOT / "companion").rglob("*.py"):
        named = set(re.findall(r"(?<![\w#.])[A-I]\d{1,2}(?!\w)", file.read_text("utf8"))) - {DICE}
        assert named <= set(places), file


def test_the_pages_are_made_of_the_rules_and_the_sheets() -> None:
    for path, text in write_pages().items():
        assert path.read_text("utf8") == text, "run: make generated"


def test_the_record_format_lists_the_moves_and_facts_as_they_are_declared() -> None:
    assert PAGE.read_text("utf8") == write_page(), "run `make generated`"
