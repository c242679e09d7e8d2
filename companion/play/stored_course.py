"""A game's course at one table, and how far the journal has it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from companion.journal import Entry, UnreachableJournal
from companion.journal.course.course import Course
from companion.journal.course.summaries import summarise
from companion.journal.errors import StaleEntry
from companion.play.publishing import Subscribers
from companion.play.unsent_moves import Queue, Unsent, meant_by, overtaken, rebased

if TYPE_CHECKING:
    from companion.journal.course.summaries import GameStorage

State = TypeVar("State")
Move = TypeVar("Move")


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
