"""What the command line, the camera, the journal and the roller print: short sentences in plain words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from statistics import mean

from babel.messages.pofile import read_po

from companion.locale.languages import CATALOGUES, LANGUAGES
from docs.tools import catalogues
from tests.cases import each
from tests.locale.test_screen_messages import LONGEST, ROOMS, USUAL, places_of_texts

OTHERS = (*ROOMS, "companion/games/")
"""Rooms whose messages other tests read."""
PRIVATE = (
    r"\b(is no|are no|spoken here|kept here|lies? (here|there|not)|told|heard|taken back|anew|in doubt|mends?|"
    r"tapped in|write one of|is not there|bring .* back|as companion|whoever|by you|where there is)\b|^(Status|Exit) \d"
)
"""Phrases that standard programs do not use: "unknown X; choose from …" instead of "is no X; write one of …"."""


def texts(language: str) -> Iterator[str]:
    """Yield every text of these rooms in a language."""
    with (CATALOGUES / "fr" / "LC_MESSAGES" / "companion.po").open("rb") as file:
        catalogue = read_po(file, locale="fr")
    for message in catalogue:
        places = places_of_texts().get(catalogues._key(message.id), set()) if message.id else set()
        if any(not place.startswith(OTHERS) for place in places):
            yield from catalogues._strings(message.id if language == "en" else message.string)


@each("language", LANGUAGES)
def test_a_sentence_on_a_terminal_is_short(language: str) -> None:
    sentences = [one for text in texts(language) for one in re.split(r"(?<=[.!?…])\s+", text)]
    words = {one: len(re.findall(r"\w\S*", one)) for one in sentences if re.search(r"\w", one)}
    assert [one for one, count in words.items() if count > LONGEST] == []
    assert mean(words.values()) <= USUAL


def test_a_terminal_uses_the_words_of_standard_programs() -> None:
    assert [text for text in texts("en") if re.search(PRIVATE, re.sub(r"{\w*}", "", text))] == []
