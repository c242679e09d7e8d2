"""What ``rules`` prints."""

from __future__ import annotations

from typing import TypedDict

from companion.games.documents import Json
from companion.games.sheet import Section


class RulesDocument(TypedDict):
    """The rules of a preset, each with its number."""

    game: str
    preset: str
    options: Json
    """Every option by name."""
    language: str
    sections: list[Section]
