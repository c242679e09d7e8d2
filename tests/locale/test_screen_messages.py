"""What the app and the web pages show: the labels of the glossary, and French apostrophes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from babel.messages.pofile import read_po

from companion.locale.languages import CATALOGUES, translations
from docs.tools import catalogues

ROOT = Path(__file__).resolve().parents[2]
ROOMS = (
    *("companion/app/", "companion/web/", "companion/play/", "companion/bluetooth.py", "companion/club/"),
    "companion/games/new_game.py",
)


@cache
def places_of_texts() -> dict[str, set[str]]:
    """Return the files of every text."""
    places: dict[str, set[str]] = {}
    for one in catalogues.collect_texts(catalogues.PACKAGE):
        places.setdefault(one.text, set()).add(one.place[0])
    return places


def texts(language: str) -> Iterator[tuple[str, bool]]:
    """Yield every text of these rooms in a language, and whether only these rooms show it."""
    with (CATALOGUES / "fr" / "LC_MESSAGES" / "companion.po").open("rb") as file:
        catalogue = read_po(file, locale="fr")
    for message in catalogue:
        where = places_of_texts().get(catalogues._key(message.id), set()) if message.id else set()
        if any(place.startswith(ROOMS) for place in where):
            for text in catalogues._strings(message.id if language == "en" else message.string):
                yield text, all(place.startswith(ROOMS) for place in where)


def test_french_on_screens_has_curved_apostrophes() -> None:
    assert [text for text, own in texts("fr") if own and re.search(r"(?<=\w)'(?=\w)", text)] == []


def test_the_labels_of_the_glossary_are_on_the_screens_in_both_languages() -> None:
    section = (ROOT / "docs" / "glossary.md").read_text("utf8").partition("## Labels")[2].partition("\n## ")[0]
    labels = re.findall(r"^\| (\w.*?) \| (.*?) \|", section, re.MULTILINE)[1:]
    shown, french = {text for text, _ in texts("en")}, translations("fr")
    assert len(labels) >= 30
    assert [english for english, _ in labels if english not in shown] == []
    assert {english: french.gettext(english) for english, _ in labels} == dict(labels)
