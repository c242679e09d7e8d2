"""The documents that commands print and that have a schema: their names and versions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

VERSIONS: Mapping[str, int] = dict.fromkeys(
    (
        *("see", "score", "answers", "foresee", "roll", "doctor"),
        *("new", "import", "games", "show", "replay", "rules", "backup", "restore"),
        *("transfer", "history", "names", "seasons"),
    ),
    1,
)
"""Fields may be added within a version. A new version takes some away or changes what they mean."""


def named(document: str) -> str:
    """What a document is called in its ``format``."""
    return f"decktet-companion-{document}"


def stamped(document: str, content: Mapping[str, Any]) -> dict[str, Any]:
    """The content of a document behind its format and version."""
    return {"format": named(document), "version": VERSIONS[document], **content}
