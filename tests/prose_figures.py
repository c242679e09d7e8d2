"""``python -m tests.prose_figures``: figures of pages and messages; ``--record`` writes them down."""

from __future__ import annotations

import json
import sys

from tests.docs.prose import (
    count_words,
    list_user_pages,
    long_cells,
    mean_words,
    page_text,
    pictures_without_alt_text,
    retired_in,
    sentences,
    vague_links,
)
from tests.docs.test_message_sentences import sentences_of_messages


def figures() -> dict[str, float]:
    """Return all figures by the ids that they have in ``docs/figures.json``, and some that are held to zero."""
    pages = [page.read_text("utf8") for page in list_user_pages()]
    texts = [text for page in pages for text in sentences(page, "prose", "item", "cell")]
    messages = [text for language in ("en", "fr") for text in sentences_of_messages(language)]
    english = [page_text(page) for page in list_user_pages() if page.parent.name != "fr" and page.name != "glossary.md"]
    return {
        "prose-pages": round(mean_words("\n\n".join(pages)), 1),
        "prose-messages": round(sum(map(count_words, messages)) / len(messages), 1),
        "prose-longest": max(map(count_words, texts + messages)),
        "cells of more than 25 words": sum(len(long_cells(page)) for page in pages),
        "vague links": sum(len(vague_links(page)) for page in pages),
        "pictures without alternative text": sum(len(pictures_without_alt_text(page)) for page in pages),
        "retired words": sum(len(retired_in(text)) for text in english),
    }


def main() -> None:
    """Print the figures, and record those that have an id."""
    values = figures()
    print(json.dumps(values, indent=2))
    if "--record" in sys.argv:
        from tests.bench.figures import machine
        from tests.bench.record import Measured, record

        record({name: Measured(value) for name, value in values.items() if name.startswith("prose-")}, machine())


if __name__ == "__main__":
    main()
