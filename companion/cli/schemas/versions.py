"""The documents that commands print and that have a schema: their names and versions."""

from collections.abc import Mapping
from dataclasses import asdict, is_dataclass
from typing import Any

VERSIONS: dict[str, int] = dict.fromkeys(
    (
        *("see", "score", "answers", "foresee", "roll", "doctor"),
        *("new", "import", "games", "show", "replay", "rules", "backup", "restore"),
        *("play", "rename", "delete", "forget"),
        *("transfer", "history", "names", "seasons"),
        *("deck", "decks", "forgotten-deck", "rollers", "roller-event", "roller-test", "roller-stats"),
        *("found-dice", "dice", "dice-set", "dice-event", "demo", "event"),
    ),
    1,
)
"""By document, its version. Fields may be added within a version; a new one removes fields or changes their meaning."""

WITHOUT_SCHEMA: dict[str, int] = {"bench": 1}
"""Documents for developers, whose fields may change with each version."""


def format_name(document: str) -> str:
    """Return the ``format`` of a document."""
    return f"decktet-companion-{document}"


def stamp(document: str, content: object) -> dict[str, Any]:
    """Return a document's content, its fields or a value that has them, with its format and version first."""
    fields = content.to_json() if hasattr(content, "to_json") else content
    fields = asdict(fields) if is_dataclass(fields) and not isinstance(fields, type) else fields
    assert isinstance(fields, Mapping)
    return {"format": format_name(document), "version": (VERSIONS | WITHOUT_SCHEMA)[document], **fields}
