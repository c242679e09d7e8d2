"""What a score of Magnate says beside its numbers."""

from __future__ import annotations

from typing import Literal, TypedDict

from companion.games.json_schema import Code


class ScoreTail(TypedDict):
    """What a score says beside its numbers."""

    game: Literal["magnate"]
    crowns: list[list[Code]]
    """By player."""
    why: str
    """Who wins and why, in a sentence in English."""
