"""What the documents of a game are where it is one of Sorcerous Futures: options, setup, states, score."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from companion.cli.schemas.games import WaitingFor
from companion.games.documents import Json


class AsShown(TypedDict):
    """What a state's document has besides the state."""

    turn: int
    """The auction that goes on or comes next, from 1 to 20."""
    phase: str
    """`deal`, `choose`, `open`, `closed`, `turn_up`, `show` or `over`."""
    waiting_for: list[WaitingFor]


class ScoreTail(TypedDict):
    """What a score says beside its numbers."""

    game: Literal["sorcerous-futures"]
    winner: int | None
    """Null while something is hidden, and where the victory is shared."""
    why: str
    """Who wins and why, in a sentence in English."""


class ForeseeHead(TypedDict):
    """What everything may be worth in a game of Sorcerous Futures."""

    id: str
    turn: int
    player: int
    """The active one."""


class TableOfEvent(TypedDict):
    """The cards in the middle and before each seat; those that were moved, if the table contradicts the game."""

    middle: NotRequired[list[str]]
    seats: NotRequired[list[Json]]
    moved: NotRequired[list[Json]]
