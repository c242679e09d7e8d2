"""Moves that cannot be stored yet: in order, and checked again once the journal is reached."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from companion.errors import CompanionError
from companion.journal import Entry
from companion.journal.course.course import Course
from companion.journal.course.folding import REDO, UNDO
from companion.locale import Message

if TYPE_CHECKING:
    from companion.journal.copies.transfer import Outbox

State = TypeVar("State")
Move = TypeVar("Move")


class Overtaken(CompanionError):
    """A waiting move that is no longer legal."""


@dataclass(frozen=True, slots=True)
class Unsent:
    """A waiting move."""

    entry: Entry
    """The entry if nobody was faster."""
    meant: str | None
    """The id of the entry that it undoes or redoes, if it does."""
    acknowledge: Callable[[Entry], None] | None = None


@dataclass(frozen=True, slots=True)
class Rebased(Generic[State, Move]):
    """What waits, behind what others did meanwhile."""

    kept: Course[State, Move]
    ahead: Course[State, Move]
    """The course with what waits."""
    waiting: tuple[Unsent, ...]
    arrived: tuple[Unsent, ...]
    """Those that the journal had stored although the answer was lost."""
    refused: tuple[tuple[Unsent, CompanionError], ...]
    """Those that are no longer legal."""


def meant_by(course: Course[Any, Any], entry: Entry) -> str | None:
    """Return the id of the entry that this one undoes or redoes in the course."""
    steps = course.done if entry.move == UNDO else course.undone if entry.move == REDO else ()
    return steps[-1].entry.id if steps else None


def rebased(kept: Course[State, Move], added: Sequence[Entry], waiting: Sequence[Unsent]) -> Rebased[State, Move]:
    """Check waiting moves again behind ``added``, which others appended since.

    Raises:
        CompanionError: as ``Course.after``.
    """
    for entry in added:
        kept = kept.after(entry)
    there = {entry.id for entry in added}
    ahead, still = kept, list[Unsent]()
    arrived, refused = list[Unsent](), list[tuple[Unsent, CompanionError]]()
    for one in waiting:
        if one.entry.id in there:
            arrived.append(one)
            continue
        entry = replace(one.entry, seq=ahead.seq + 1)
        try:
            if meant_by(ahead, entry) != one.meant:
                raise CompanionError(ahead.game.name, Message("has changed in the meantime"))
            ahead = ahead.after(entry)
        except CompanionError as error:
            refused.append((one, error))
        else:
            still.append(replace(one, entry=entry))
    return Rebased(kept, ahead, tuple(still), tuple(arrived), tuple(refused))


def overtaken(game: str, error: CompanionError) -> Overtaken:
    """Return the error for a move that can no longer be stored."""
    why = Message("a move that was waiting could not be saved: {why}", {"why": error.reason})
    return Overtaken(game, why, Message("check the game, and enter the move again if it was played"))


class Queue:
    """The waiting moves of one game, on disk if there is an outbox."""

    def __init__(self, outbox: Outbox | None, game: str) -> None:
        self._outbox = outbox
        found = outbox.of(game) if outbox is not None else ()
        self.moves = tuple(Unsent(entry, meant) for entry, meant in found)

    @property
    def possible(self) -> bool:
        """Whether moves may wait here."""
        return self._outbox is not None

    def holds(self, entry: str) -> bool:
        """Return whether an entry waits."""
        return any(one.entry.id == entry for one in self.moves)

    def put(self, one: Unsent) -> None:
        """Append a move."""
        assert self._outbox is not None
        self._outbox.put(one.entry, one.meant)
        self.moves = (*self.moves, one)

    def hear(self, entry: str, acknowledge: Callable[[Entry], None] | None) -> None:
        """Set the callback of a proposer that asks again."""
        self.moves = tuple(
            replace(one, acknowledge=acknowledge or one.acknowledge) if one.entry.id == entry else one
            for one in self.moves
        )

    def stay(self, moves: Sequence[Unsent]) -> None:
        """Keep only these moves."""
        ids = {one.entry.id for one in moves}
        for one in self.moves:
            if one.entry.id not in ids:
                assert self._outbox is not None
                self._outbox.drop(one.entry)
        self.moves = tuple(moves)
