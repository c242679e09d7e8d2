"""What the documents of a game are where it is one of Magistratvm: options, setup, states, score."""

from __future__ import annotations

from typing import Literal, TypedDict

from companion.cli.schemas.games import WaitingFor


class AsShown(TypedDict):
    """What a state's document has besides the state."""

    waiting_for: list[WaitingFor]


class ScoreTail(TypedDict):
    """What a score says beside its numbers."""

    game: Literal["magistratvm"]
    winner: int | None
    """Null before the end, and where the victory is shared."""
    why: str
    """Who wins and why, in a sentence in English."""
