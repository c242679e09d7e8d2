"""A game's course at one table, how far the journal has it, and moves that cannot be stored yet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from companion.errors import CompanionError
from companion.journal import Entry, UnreachableJournal
from companion.journal.course.course import Course
from companion.journal.course.folding import REDO, UNDO
from companion.journal.course.summaries import summarise
from companion.journal.entries import StaleEntry
from companion.locale import Message
from companion.play.publishing import Subscribers

if TYPE_CHECKING:
    from companion.journal.copies.transfer import Outbox
    from companion.journal.course.summaries import GameStorage

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


class StoredCourse(Generic[State, Move]):
    """The course of a game, which the journal has up to what waits in the queue.

    Args:
        journal: the journal.
        course: the course as it was opened.
        queue: what waits because the journal cannot be reached; without an outbox that is an error.
        subscribers: where acknowledgements and errors of waiting moves go.
        changed: called with each new course.
    """

    def __init__(
        self,
        journal: GameStorage,
        course: Course[State, Move],
        queue: Queue,
        subscribers: Subscribers[Any],
        changed: Callable[[Course[State, Move]], None],
    ) -> None:
        self._journal = journal
        self._queue = queue
        self._subscribers = subscribers
        self._changed = changed
        self.course = course
        """The whole game, with what waits."""
        self._kept = course
        """The game as far as the journal has it."""
        self._entries = _by_id(course)
        self.away: UnreachableJournal | None = None
        """Why the journal cannot be reached, or None."""

    @property
    def waiting(self) -> tuple[Entry, ...]:
        """The entries that the journal does not have yet, in order."""
        return tuple(one.entry for one in self._queue.moves)

    def is_waiting(self, id: str) -> bool:
        """Return whether the entry with this id is not stored yet."""
        return self._queue.holds(id)

    def ask_again(self, id: str, acknowledge: Callable[[Entry], None] | None) -> Entry:
        """Return a waiting entry whose proposer asks again, with a callback of its own."""
        self._queue.hear(id, acknowledge)
        return self._entries[id]

    def find(self, id: str) -> Entry | None:
        """Return the entry that was made of the proposal with this id, or None."""
        return self._entries.get(id)

    def write(self, entry: Entry, acknowledge: Callable[[Entry], None] | None) -> tuple[Entry, Course[State, Move]]:
        """Append an entry to the journal, or to what waits; the course stays until :meth:`take_in`.

        Args:
            entry: the next entry of the course.
            acknowledge: called once an entry that waits is stored.

        Returns:
            The entry, or the one that was stored of the same proposal; and the course after the first.

        Raises:
            StaleEntry: if another program was first.
            CompanionError: if the rules refuse it.
        """
        course = self.course.after(entry)
        if self.away is None:
            try:
                return self._journal.append(entry, summarise(course)), course
            except UnreachableJournal as error:
                self._lose(error)
        self._queue.put(Unsent(entry, meant_by(self.course, entry), acknowledge))
        return entry, course

    def take_in(self, entry: Entry, course: Course[State, Move]) -> None:
        """Go on to the course after an entry that is stored or waits."""
        self.course = course
        if not self.is_waiting(entry.id):
            self._kept = course
        self._entries[entry.id] = entry
        self._changed(course)

    def try_again(self) -> UnreachableJournal | None:
        """Let the next call reach for the journal; return why it could not be reached."""
        lost, self.away = self.away, None
        return lost

    def read(self) -> tuple[bool, Sequence[Entry]]:
        """Return whether waiting entries were sent, and otherwise the entries that others appended."""
        if self.away is not None:
            return False, ()
        try:
            if self._queue.moves:
                self._send()
                return True, ()
            return False, self._journal.entries(self.course.game.id, after=self.course.seq)
        except UnreachableJournal as error:
            self._lose(error)
            return False, ()

    def put_behind(self, added: Sequence[Entry]) -> None:
        """Place what waits behind entries that others appended, as far as the rules allow."""
        new = rebased(self._kept, added, self._queue.moves)
        self._queue.stay(new.waiting)
        self._kept, self.course = new.kept, new.ahead
        self._entries = _by_id(self.course)
        self._changed(self.course)
        kept = {entry.id: entry for entry in added}
        callbacks = [partial(one.acknowledge, kept[one.entry.id]) for one in new.arrived if one.acknowledge is not None]
        self._subscribers.do(*callbacks)
        for _, error in new.refused:
            self._subscribers.fail(overtaken(self.course.game.name, error))

    def _send(self) -> None:
        """Append what waits, in order, behind what others did meanwhile."""
        game = self.course.game.id
        self.put_behind(self._journal.entries(game, after=self._kept.seq))
        while self._queue.moves:
            first = self._queue.moves[0]
            try:
                course = self._kept.after(first.entry)
                entry = self._journal.append(first.entry, summarise(course))
            except StaleEntry:
                added = self._journal.entries(game, after=self._kept.seq)
                if not added:
                    raise
                self.put_behind(added)
                continue
            self._kept = course if entry is first.entry else self._kept.after(entry)
            self._queue.stay(self._queue.moves[1:])
            if first.acknowledge is not None:
                self._subscribers.do(partial(first.acknowledge, entry))

    def _lose(self, error: UnreachableJournal) -> None:
        """Let moves wait from now on, because the journal cannot be reached."""
        if not self._queue.possible:
            raise error
        self.away = error


def _by_id(course: Course[Any, Any]) -> dict[str, Entry]:
    """Return the entries by their ids."""
    return {entry.id: entry for entry, _ in course.entry_steps}
