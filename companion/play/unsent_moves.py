"""Moves that were made and cannot be kept yet: in order, and what becomes of them once the journal is reached again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from companion.errors import CompanionError
from companion.journal import Entry
from companion.journal.course import REDO, UNDO, Course
from companion.locale import Message

if TYPE_CHECKING:
    from companion.journal.outbox import Outbox

State = TypeVar("State")
Move = TypeVar("Move")


class Overtaken(CompanionError):
    """A move that waited, and that the game does not allow any more."""


@dataclass(frozen=True, slots=True)
class Unsent:
    """One of them."""

    entry: Entry
    """As it will be kept if nobody was quicker."""
    meant: str | None
    """The id of the entry that it takes back or puts back, where it does."""
    acknowledge: Callable[[Entry], None] | None = None


@dataclass(frozen=True, slots=True)
class Rebased(Generic[State, Move]):
    """What waits, behind what others did meanwhile."""

    kept: Course[State, Move]
    ahead: Course[State, Move]
    """With what waits."""
    waiting: tuple[Unsent, ...]
    arrived: tuple[Unsent, ...]
    """Those that the journal had taken although nobody heard so."""
    refused: tuple[tuple[Unsent, CompanionError], ...]
    """Those that the game does not allow any more."""


def meant_by(course: Course[Any, Any], entry: Entry) -> str | None:
    """The id of the entry that this one takes back or puts back in the course as it stands."""
    steps = course.done if entry.move == UNDO else course.undone if entry.move == REDO else ()
    return steps[-1].entry.id if steps else None


def rebased(kept: Course[State, Move], added: Sequence[Entry], waiting: Sequence[Unsent]) -> Rebased[State, Move]:
    """The moves that wait, checked again behind ``added``, which others kept since; raises as ``Course.after``."""
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
                raise CompanionError(ahead.game.name, Message("went on meanwhile"))
            ahead = ahead.after(entry)
        except CompanionError as error:
            refused.append((one, error))
        else:
            still.append(replace(one, entry=entry))
    return Rebased(kept, ahead, tuple(still), tuple(arrived), tuple(refused))


def overtaken(game: str, error: CompanionError) -> Overtaken:
    """What is said of a move that cannot be kept any more."""
    why = Message("a move that waited is not kept: {why}", {"why": error.reason})
    return Overtaken(game, why, Message("look at the game as it stands now, and make it again if it was made"))


class Queue:
    """What waits in one game, on the disk where there is an outbox."""

    def __init__(self, outbox: Outbox | None, game: str) -> None:
        self._outbox = outbox
        found = outbox.of(game) if outbox is not None else ()
        self.moves = tuple(Unsent(entry, meant) for entry, meant in found)

    @property
    def possible(self) -> bool:
        """Whether a move may wait here."""
        return self._outbox is not None

    def holds(self, entry: str) -> bool:
        return any(one.entry.id == entry for one in self.moves)

    def put(self, one: Unsent) -> None:
        """One more at the end."""
        assert self._outbox is not None
        self._outbox.put(one.entry, one.meant)
        self.moves = (*self.moves, one)

    def hear(self, entry: str, acknowledge: Callable[[Entry], None] | None) -> None:
        """Whoever proposed it asks again, and is to hear from now on."""
        self.moves = tuple(
            replace(one, acknowledge=acknowledge or one.acknowledge) if one.entry.id == entry else one
            for one in self.moves
        )

    def stay(self, moves: Sequence[Unsent]) -> None:
        """Only these wait still."""
        ids = {one.entry.id for one in moves}
        for one in self.moves:
            if one.entry.id not in ids:
                assert self._outbox is not None
                self._outbox.drop(one.entry)
        self.moves = tuple(moves)
