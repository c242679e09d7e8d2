"""A game's course at one table, how far the journal has it, and moves that cannot be stored yet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from companion.errors import CompanionError
from companion.journal import Entry, UnreachableJournal
from companion.journal.course.course import Course, HistoryLine
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


def meant_by(course: Course[Any, Any], entry: Entry) -> str | None:
    """Return the id of the entry that this one undoes or redoes in the course."""
    steps = course.done if entry.move == UNDO else course.undone if entry.move == REDO else ()
    return steps[-1].entry.id if steps else None


def mark_unsaved(line: HistoryLine, is_waiting: Callable[[str], bool]) -> HistoryLine:
    """Return a line of the history, marked if its entry is not stored yet."""
    if not is_waiting(line.entry.id):
        return line
    return replace(line, message=Message("not saved yet: {what}", {"what": line.message}))


class StoredCourse(Generic[State, Move]):
    """The course of a game, which the journal has up to what waits in the queue.

    Args:
        journal: the journal.
        course: the course as it was opened.
        outbox: keeps what waits because the journal cannot be reached; without it, that is an error.
        subscribers: where acknowledgements and errors of waiting moves go.
        changed: called with each new course.
    """

    def __init__(
        self,
        journal: GameStorage,
        course: Course[State, Move],
        outbox: Outbox | None,
        subscribers: Subscribers[Any],
        changed: Callable[[Course[State, Move]], None],
    ) -> None:
        self._journal, self._outbox = journal, outbox
        self._subscribers, self._changed = subscribers, changed
        self.course = course
        """The whole game, with what waits."""
        self._kept = course
        """The game as far as the journal has it."""
        found = outbox.of(course.game.id) if outbox is not None else ()
        self._unsent = tuple(Unsent(entry, meant) for entry, meant in found)
        self.away: UnreachableJournal | None = None
        """Why the journal cannot be reached, or None."""

    @property
    def waiting(self) -> tuple[Entry, ...]:
        """The entries that the journal does not have yet, in order."""
        return tuple(one.entry for one in self._unsent)

    def is_waiting(self, id: str) -> bool:
        """Return whether the entry with this id is not stored yet."""
        return any(one.entry.id == id for one in self._unsent)

    def ask_again(self, id: str, acknowledge: Callable[[Entry], None]) -> None:
        """Set the callback that is called once a waiting entry is stored."""
        self._unsent = tuple(
            replace(one, acknowledge=acknowledge) if one.entry.id == id else one for one in self._unsent
        )

    def find(self, id: str) -> Entry | None:
        """Return the entry that was made of the proposal with this id, or None."""
        return next((entry for entry, _ in self.course.entry_steps if entry.id == id), None)

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
        assert self._outbox is not None
        unsent = Unsent(entry, meant_by(self.course, entry), acknowledge)
        self._outbox.put(entry, unsent.meant)
        self._unsent = (*self._unsent, unsent)
        return entry, course

    def take_in(self, entry: Entry, course: Course[State, Move]) -> None:
        """Go on to the course after an entry that is stored or waits."""
        self.course = course
        if not self.is_waiting(entry.id):
            self._kept = course
        self._changed(course)

    def read(self) -> tuple[bool, Sequence[Entry]]:
        """Return whether waiting entries were sent, and otherwise the entries that others appended."""
        if self.away is not None:
            return False, ()
        try:
            if self._unsent:
                self._send()
                return True, ()
            return False, self._journal.entries(self.course.game.id, after=self.course.seq)
        except UnreachableJournal as error:
            self._lose(error)
            return False, ()

    def put_behind(self, added: Sequence[Entry]) -> None:
        """Place what waits behind entries that others appended, as far as the rules allow."""
        kept = self._kept
        for entry in added:
            kept = kept.after(entry)
        ahead, there = kept, {entry.id: entry for entry in added}
        still, arrived, refused = list[Unsent](), list[Callable[[], None]](), list[Message]()
        for one in self._unsent:
            if one.entry.id in there:  # the journal had stored it although the answer was lost
                if one.acknowledge is not None:
                    arrived.append(partial(one.acknowledge, there[one.entry.id]))
                continue
            entry = replace(one.entry, seq=ahead.seq + 1)
            try:
                if meant_by(ahead, entry) != one.meant:
                    raise CompanionError(ahead.game.name, Message("has changed in the meantime"))
                ahead = ahead.after(entry)
                still.append(replace(one, entry=entry))
            except CompanionError as error:
                refused.append(error.reason)
        self._keep_waiting(still)
        self._kept, self.course = kept, ahead
        self._changed(ahead)
        self._subscribers.do(*arrived)
        for reason in refused:
            why = Message("a move that was waiting could not be saved: {why}", {"why": reason})
            step = Message("check the game, and enter the move again if it was played")
            self._subscribers.fail(Overtaken(ahead.game.id, why, step))

    def _keep_waiting(self, unsent: Sequence[Unsent]) -> None:
        """Keep only these entries waiting."""
        ids = {one.entry.id for one in unsent}
        for one in self._unsent:
            if one.entry.id not in ids and self._outbox is not None:
                self._outbox.drop(one.entry)
        self._unsent = tuple(unsent)

    def _send(self) -> None:
        """Append what waits, in order, behind what others did meanwhile."""
        game = self.course.game.id
        self.put_behind(self._journal.entries(game, after=self._kept.seq))
        while self._unsent:
            first = self._unsent[0]
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
            self._keep_waiting(self._unsent[1:])
            if first.acknowledge is not None:
                self._subscribers.do(partial(first.acknowledge, entry))

    def _lose(self, error: UnreachableJournal) -> None:
        """Let moves wait from now on, because the journal cannot be reached."""
        if self._outbox is None:
            raise error
        self.away = error
