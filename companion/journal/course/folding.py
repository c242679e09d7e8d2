"""The steps of a game, undo and redo, and the dice that were rolled."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from companion.errors import CompanionError
from companion.games.protocol import Game
from companion.journal.entries import Document, Entry
from companion.pieces import Cast, Die, DieKind

State = TypeVar("State")
Move = TypeVar("Move")

UNDO: Document = {"type": "undo"}
REDO: Document = {"type": "redo"}


class NothingToUndo(CompanionError):
    """There is no move to undo."""


class NothingToRedo(CompanionError):
    """There is no move to redo."""


@dataclass(frozen=True, slots=True)
class Step(Generic[State, Move]):
    """A move with the states before and after it."""

    entry: Entry
    move: Move
    before: State
    after: State
    corrects: Cast = ()
    """The dice cast for this roll before it was undone, if the move has other dice."""
    thrown: tuple[str, Cast] | None = None
    """The roll's name and its dice, if the move is a roll."""
    place: int = 0
    """The number of moves in force before it."""


@dataclass(frozen=True, slots=True)
class DiceCount:
    """How often each die value was rolled in a game."""

    standing: Mapping[tuple[int, Die], int] = field(default_factory=dict)
    """By the current player's seat and the die: rolls in force."""
    rolls: Mapping[tuple[str, DieKind | None], int] = field(default_factory=dict)
    """By source and kind of die (None: any): number of rolls with such dice, also those that were undone."""
    rolled: Mapping[tuple[str, Die], int] = field(default_factory=dict)
    """By source and die: also rolls that were undone."""


def other_dice(
    rules: Game[Any, Any, State, Move], state: State, casts: Mapping[str, Move], thrown: tuple[str, Cast]
) -> Cast | None:
    """Return the dice already cast for a roll, if they are others than these."""
    if thrown[0] not in casts:
        return None
    kept = rules.cast(state, casts[thrown[0]])
    return kept[1] if kept is not None and kept[1] != thrown[1] else None
