"""The pages before and after the first release: what they name is there, and nothing else."""

from __future__ import annotations

import re
from pathlib import Path

import yaml

from docs.tools.release import UNKNOWN, Publication
from docs.tools.site_pages import ROOT, find_language, list_pages
from tests.cases import each
from tests.docs.pages import RUN_BY, anchors, blocks, links
from tests.prove import PARTS

NOW = Publication.load()
STATES = {
    "before": Publication(UNKNOWN, "", NOW.version).pages(),
    "known": Publication(Publication.example().source, "", NOW.version).pages(),
    "after": Publication.example().pages(),
}
LONGEST = 900
"""Most words of a page for players."""


def players_pages() -> set[Path]:
    """The pages of the first list of the index, and those in French; the games' rules are as long as they are."""
    first = (ROOT / "docs" / "index.md").read_text("utf8").partition("\n## Play\n")[2].partition("\n## ")[0]
    english = {(ROOT / "docs" / target).resolve() for target, _ in links(ROOT / "docs" / "index.md", first)}
    pages = english | {page for page in list_pages() if find_language(page) == "fr"}
    return {page for page in pages if page.parent.name != "rules"}


def test_the_files_that_name_the_address_are_written_from_it() -> None:
    for path, text in NOW.pages().items():
        assert path.read_text("utf8") == text, f"{path}: run: make generated"


@each("state", STATES)
def test_no_page_speaks_of_what_is_not_there(state: str) -> None:
    missing = {
        "before": r"/releases|github\.io|https://github\.com/OWNER|\b(?:install|upgrade) '?decktet-companion",
        "known": rf"/releases|github\.io|\b(?:install|upgrade) '?decktet-companion|\b{UNKNOWN}\b",
        "after": rf"\b{UNKNOWN}\b|no release|not? yet|Nothing to d|Aucune version|pas encore|\./decktet-companion",
    }[state]
    for path, text in STATES[state].items():
        places = "".join(re.findall(r"^<!-- release: (?!end)[\s\S]*?^<!-- release: end", text, re.MULTILINE))
        assert re.findall(missing, places) == [], path
        assert re.findall(r"\{\w+\}", places) == [], path


@each("state", STATES)
def test_links_and_commands_of_both_states_lead_somewhere(state: str) -> None:
    for path, text in STATES[state].items():
        if path.suffix == ".md":
            for target, anchor in links(path, text):
                named = (path.parent / target).resolve() if target else path
                assert named.exists(), (path, target)
                assert not anchor or named.suffix != ".md" or anchor in anchors(named), (path, target, anchor)
            for block in blocks(path, text):
                assert not block.mark.startswith(RUN_BY) or block.mark.removeprefix(RUN_BY) in PARTS
        else:
            yaml.safe_load(text)


@each("state", STATES)
def test_the_readme_and_the_pages_for_players_are_short(state: str) -> None:
    readme = STATES[state][ROOT / "README.md"]
    assert (len(readme.splitlines()) <= 60, len(readme.split()) <= 600) == (True, True)
    words = {page: len((STATES[state].get(page) or page.read_text("utf8")).split()) for page in players_pages()}
    assert len(words) > 20 and {str(page): count for page, count in words.items() if count > LONGEST} == {}
