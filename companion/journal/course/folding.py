"""Folding of entries into states, one by one, with undo, redo and the dice that were rolled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from companion.errors import CompanionError
from companion.games.errors import naming
from companion.games.protocol import Game
from companion.journal.entries import Document, Entry
from companion.locale import Message
from companion.pieces import Cast, Die, DieKind

if TYPE_CHECKING:
    from companion.journal.course.course import Course

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


class Folding(Generic[State, Move]):
    """A course that grows entry by entry, in constant time each."""

    def __init__(self, course: Course[State, Move]) -> None:
        self._rules, self._game = course.rules, course.game
        self.state, self.seq = course.state, course.seq
        self.done, self.undone = list(course.done), list(course.undone)
        self.entry_steps, self.casts = list(course.entry_steps), dict(course.casts)

    def take(self, entry: Entry) -> None:
        """Add one entry; if the rules refuse it, or there is nothing to undo or redo, raise and change nothing."""
        kind = entry.move.get("type")
        step = self._undo() if kind == "undo" else self._redo() if kind == "redo" else self._make(entry)
        self.entry_steps.append((entry, step))
        self.seq = entry.seq

    def _make(self, entry: Entry) -> Step[State, Move]:
        move, before = self._rules.move_from_json(entry.move, f"move {entry.seq}"), self.state
        with naming(self._game.names):
            after = self._rules.apply(before, move)  # first: of a roll that cannot be, nobody knows the cast
        thrown = self._rules.cast(before, move)
        corrects = () if thrown is None else other_dice(self._rules, before, self.casts, thrown) or ()
        step = Step(entry, move, before, after, corrects, thrown, len(self.done))
        self.done.append(step)
        self.undone.clear()
        self.state = after
        return step

    def _undo(self) -> Step[State, Move]:
        if not self.done:
            raise NothingToUndo(self._game.name, Message("no move to undo"))
        step = self.done.pop()
        if step.thrown is not None:
            self.casts[step.thrown[0]] = step.move
        self.undone.append(step)
        self.state = step.before
        return step

    def _redo(self) -> Step[State, Move]:
        if not self.undone:
            raise NothingToRedo(self._game.name, Message("no move to redo"))
        step = self.undone.pop()
        self.done.append(step)
        self.state = step.after
        return step


def other_dice(
    rules: Game[Any, Any, State, Move], state: State, casts: Mapping[str, Move], thrown: tuple[str, Cast]
) -> Cast | None:
    """Return the dice already cast for a roll, if they are others than these."""
    if thrown[0] not in casts:
        return None
    kept = rules.cast(state, casts[thrown[0]])
    return kept[1] if kept is not None and kept[1] != thrown[1] else None
