"""Pages and messages use no retired word of the glossary, and messages have short sentences in both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator

from babel.messages.pofile import read_po

from companion.locale.languages import CATALOGUES, DOMAIN
from docs.tools.site_pages import ROOT, find_language, strip_code_blocks
from tests.code_figures import retired_words
from tests.docs.pages import ALL

LONGEST = 25
"""Most words in a sentence of a message."""
_NO_PROSE = re.compile(r"`[^`]*`|\]\([^)]*\)|<!-- (\w+): begin -->.*?<!-- \1: end -->|<!--.*?-->", re.DOTALL)


def retired_in(text: str) -> list[str]:
    """Return the retired words in a text; names of placeholders do not count."""
    words = "|".join(sorted(retired_words()))
    text = re.sub(r"\{\w+\}", "", text)
    return [found[0].lower() for found in re.finditer(rf"(?<![\w'’-])(?:{words})(?![\w-])", text, re.IGNORECASE)]


def messages(language: str) -> Iterator[str]:
    """Yield every message in this language."""
    with (CATALOGUES / "fr" / "LC_MESSAGES" / f"{DOMAIN}.po").open("rb") as translated:
        for one in read_po(translated):
            found = one.id if language == "en" else one.string
            if one.id and found:
                yield from ([found] if isinstance(found, str) else found)


def test_pages_and_messages_have_no_retired_word() -> None:
    for page in ALL:
        if find_language(page) == "en" and page.name not in ("glossary.md", "commands.md", "CHANGELOG.md"):
            prose = _NO_PROSE.sub("", strip_code_blocks(page.read_text("utf8")))
            assert retired_in(prose) == [], page.relative_to(ROOT)
    assert [text for text in messages("en") if retired_in(text.replace("companion dice look", ""))] == []


def test_messages_have_short_sentences() -> None:
    for language in ("en", "fr"):
        texts = list(messages(language))
        assert len(texts) > 1500
        sentences = [one for text in texts for one in re.split(r"(?<=[.!?…])\s+(?=[\W\d]*[A-ZÀ-Þ{])", text)]
        assert [one for one in sentences if sum(map(str.isalnum, (word[0] for word in one.split()))) > LONGEST] == []
