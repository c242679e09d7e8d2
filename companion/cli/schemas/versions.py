"""The documents that commands print and that have a schema: their names and versions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

VERSIONS: dict[str, int] = dict.fromkeys(
    (
        *("see", "score", "answers", "foresee", "roll", "doctor"),
        *("new", "import", "games", "show", "replay", "rules", "backup", "restore"),
        *("transfer", "history", "names", "seasons"),
        *("deck", "decks", "forgotten-deck", "rollers", "roller-event", "roller-test", "roller-stats"),
        *("found-dice", "dice", "dice-event", "demo", "event"),
    ),
    1,
)
"""Fields may be added within a version. A new version takes some away or changes what they mean."""

WITHOUT_SCHEMA: dict[str, int] = {"bench": 1}
"""Documents for the project's own developers: they name their version, and what they hold may change with each."""


def named(document: str) -> str:
    """What a document is called in its ``format``."""
    return f"decktet-companion-{document}"


def stamped(document: str, content: Mapping[str, Any]) -> dict[str, Any]:
    """The content of a document behind its format and version."""
    return {"format": named(document), "version": (VERSIONS | WITHOUT_SCHEMA)[document], **content}
