"""Pages and messages use no retired word of the glossary."""

from __future__ import annotations

import re
from collections.abc import Iterator

from babel.messages.pofile import read_po

from companion.locale.languages import CATALOGUES, DOMAIN
from docs.tools.site_pages import ROOT, find_language, strip_code_blocks
from tests.code_figures import retired_words
from tests.docs.pages import ALL

_NO_PROSE = re.compile(r"`[^`]*`|\]\([^)]*\)|<!-- (\w+): begin -->.*?<!-- \1: end -->|<!--.*?-->", re.DOTALL)


def retired_in(text: str) -> list[str]:
    """Return the retired words in a text; names of placeholders do not count."""
    words = "|".join(sorted(retired_words()))
    text = re.sub(r"\{\w+\}", "", text)
    return [found[0].lower() for found in re.finditer(rf"(?<![\w'’-])(?:{words})(?![\w-])", text, re.IGNORECASE)]


def messages() -> Iterator[str]:
    """Yield every message in English."""
    with (CATALOGUES / "fr" / "LC_MESSAGES" / f"{DOMAIN}.po").open("rb") as translated:
        for one in read_po(translated):
            if one.id:
                yield from ([one.id] if isinstance(one.id, str) else one.id)


def test_pages_and_messages_have_no_retired_word() -> None:
    for page in ALL:
        if find_language(page) == "en" and page.name not in ("glossary.md", "commands.md", "CHANGELOG.md"):
            prose = _NO_PROSE.sub("", strip_code_blocks(page.read_text("utf8")))
            assert retired_in(prose) == [], page.relative_to(ROOT)
    assert [text for text in messages() if retired_in(text.replace("companion dice look", ""))] == []
