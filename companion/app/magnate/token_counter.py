"""Token counts of a table that plays without the companion, in the app's own file."""

from __future__ import annotations

from companion.errors import CompanionError
from companion.games.magnate.token_counts import TokenCounts
from companion.json_document import Document, UnusableDocument
from companion.locale import Message


def load_counts(document: Document) -> tuple[TokenCounts, UnusableDocument | None]:
    """Return the counts in a document, and the error if it cannot be used.

    Args:
        document: The document; without content the counts are empty.
    """
    try:
        stored = document.read()
    except UnusableDocument as error:
        return TokenCounts(), error
    if not stored:
        return TokenCounts(), None
    try:
        return TokenCounts.from_json(stored), None
    except (CompanionError, ValueError, TypeError):
        return TokenCounts(), document.unusable(Message("is not a token count for two to four players"))


def save_counts(counts: TokenCounts, document: Document) -> None:
    """Write the counts to a document, all or nothing; raise ``UnwritableFile`` if it cannot be written."""
    document.keep(counts.to_json())
