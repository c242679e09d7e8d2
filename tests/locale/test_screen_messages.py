"""What the app and the web pages show, in every language: short sentences, plain words, typographic spaces."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from statistics import mean

from babel.messages.pofile import read_po

from companion.locale.languages import CATALOGUES, LANGUAGES, translations
from docs.tools import catalogues
from tests.cases import each

ROOT = Path(__file__).resolve().parents[2]
ROOMS = (
    *("companion/app/", "companion/web/", "companion/play/", "companion/bluetooth.py", "companion/club/"),
    "companion/games/new_game.py",
)
LONGEST, USUAL = 25, 14
"""Words in a sentence: at most, and on average."""
RETIRED = (
    r"\b(anew|whoever|told|heard|otherwise than|nobody vouches|lies so|so it lies|in its place|"
    r"is asked about|put right|go on|kept|taken back|not any more|seat \{)\b"
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


@each("language", LANGUAGES)
def test_a_sentence_of_a_screen_is_short(language: str) -> None:
    sentences = [one for text, _ in texts(language) for one in re.split(r"(?<=[.!?…])\s+", text)]
    words = {one: len(re.findall(r"\w[^\s]*", one)) for one in sentences if re.search(r"\w", one)}
    assert [one for one, count in words.items() if count > LONGEST] == []
    assert mean(words.values()) <= USUAL


def test_screens_use_plain_words() -> None:
    assert [text for text, own in texts("en") if own and re.search(RETIRED, text, re.IGNORECASE)] == []


def test_french_on_screens_never_breaks_a_line_before_its_punctuation() -> None:
    assert [text for text, own in texts("fr") if own and re.search(r" [:;?!»%]|« ", text)] == []


def test_french_on_screens_has_curved_apostrophes() -> None:
    assert [text for text, own in texts("fr") if own and re.search(r"(?<=\w)'(?=\w)", text)] == []


def test_the_labels_of_the_glossary_are_on_the_screens_in_both_languages() -> None:
    section = (ROOT / "docs" / "glossary.md").read_text("utf8").partition("## Labels")[2].partition("\n## ")[0]
    labels = re.findall(r"^\| (\w.*?) \| (.*?) \|", section, re.MULTILINE)[1:]
    shown, french = {text for text, _ in texts("en")}, translations("fr")
    assert len(labels) >= 30
    assert [english for english, _ in labels if english not in shown] == []
    assert {english: french.gettext(english) for english, _ in labels} == dict(labels)
