"""Messages for people have short sentences in both languages and use no retired word."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from babel.messages.pofile import read_po

from companion.locale.languages import CATALOGUES, DOMAIN
from tests.docs.prose import LONGEST, MEAN, count_words, retired_in, split_sentences


def _texts(language: str) -> Iterator[str]:
    """Yield every message in this language."""
    with (CATALOGUES / "fr" / "LC_MESSAGES" / f"{DOMAIN}.po").open("rb") as translated:
        for one in read_po(translated):
            found = one.id if language == "en" else one.string
            if one.id and found:
                yield from ([found] if isinstance(found, str) else found)


def sentences_of_messages(language: str) -> list[str]:
    """Every sentence of the messages in this language."""
    return [sentence for text in _texts(language) for sentence in split_sentences(text) if count_words(sentence)]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_messages_have_short_sentences(language: str) -> None:
    counts = [(count_words(sentence), sentence) for sentence in sentences_of_messages(language)]
    assert len(counts) > 1500
    assert sum(count for count, _ in counts) / len(counts) <= MEAN
    assert [sentence for count, sentence in counts if count > LONGEST] == []


def test_messages_have_no_retired_word() -> None:
    assert [text for text in _texts("en") if retired_in(text.replace("companion dice look", ""))] == []
