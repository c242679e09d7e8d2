"""A game at one moment, as pages read it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from companion.games.decisions import Decision
from companion.games.view import View
from companion.journal.course.course import Course, HistoryLine
from companion.locale import Message
from companion.play.stored_course import mark_unsaved
from companion.questions import Question
from companion.rolls.source import Source

if TYPE_CHECKING:
    from companion.play import AnyPlay, SealedQuestion


@dataclass(frozen=True, slots=True)
class ListedDifference:
    """One difference of table and game, as the last check found it."""

    key: str
    """Its key, by which :attr:`Snapshot.crops` has its picture."""
    texts: tuple[Message, ...]
    put_back: tuple[Message, ...]
    """What to do on the table if the game is right."""
    can_adopt: bool
    """Whether one move can set the game to it."""


@dataclass(frozen=True, slots=True)
class CameraState:
    """What players should know about the camera that follows the game."""

    advice: Message | None = None
    """What to do about it, if anything."""
    differs: bool = False
    """Whether table and game differ and no move explains it."""
    checked: Message | None = None
    """The result of the last check of the whole table in one sentence; None without one."""
    differences: tuple[ListedDifference, ...] = ()
    """What that check found."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """An immutable game at one moment, taken from a play on its own thread."""

    course: Course[Any, Any]
    sealed: tuple[SealedQuestion, ...] = ()
    waiting: frozenset[str] = frozenset()
    """Ids of entries that are not stored yet."""
    notes: Mapping[int, Message] = field(default_factory=dict)
    """What became of the proposals of each seat's page, by seat."""
    questions: tuple[Question, ...] = ()
    """The open questions: proposals to confirm, and those of the rules."""
    crops: Mapping[str, str] = field(default_factory=dict)
    """The address of a picture for questions of the camera, by their keys."""
    camera: CameraState | None = None
    """The camera that follows the game, if one does."""
    _visible: dict[int | None, Any] = field(default_factory=dict, compare=False, repr=False)
    """The state by viewer, once it was asked for."""
    _views: dict[int, View] = field(default_factory=dict, compare=False, repr=False)
    """The views by the identity of such a state."""
    _decisions: dict[int, tuple[Decision[Any], ...]] = field(default_factory=dict, compare=False, repr=False)
    """The decisions by the identity of such a state."""

    @classmethod
    def of(cls, play: AnyPlay, notes: Mapping[int, Message] | None = None) -> Snapshot:
        """Return a play at this moment.

        Args:
            play: The play.
            notes: What became of the proposals of each seat's page.

        Returns:
            The snapshot.
        """
        waiting = frozenset(entry.id for entry in play.waiting)
        questions = play.questions()
        asked = {
            one.seat: Message("Waiting for the table to confirm.")
            for one in (play.proposer(question.key) for question in questions)
            if one is not None and one.source is Source.PAGE and one.seat is not None
        }
        return cls(play.course, play.sealed(), waiting, {**(notes or {}), **asked}, questions)

    @property
    def names(self) -> tuple[str, ...]:
        """The player names, by seat."""
        return self.course.game.names

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return bool(self.course.rules.over(self.course.state))

    def find_note(self, seat: int) -> Message | None:
        """Return what a seat's page shows about its last proposal, or that a club's server is away."""
        away = Message("Not saved yet: the club server cannot be reached.") if self.waiting else None
        return self.notes.get(seat, away)

    def find_sealed(self, seat: int) -> SealedQuestion | None:
        """Return the sealed question to a seat, if there is one."""
        return next((question for question in self.sealed if question.owner == seat), None)

    def view(self, viewer: int | None) -> View:
        """Return the table as a viewer may know it."""
        course, visible = self.course, self._seen_by(viewer)
        if id(visible) not in self._views:
            self._views[id(visible)] = course.rules.view(course.state, course.game.names, viewer)
        return self._views[id(visible)]

    def decisions(self, viewer: int | None) -> tuple[Decision[Any], ...]:
        """Return the decisions of all seats as a viewer may know them; for everybody, the table's own device."""
        visible = self.course.state if viewer is None else self._seen_by(viewer)
        if id(visible) not in self._decisions:
            self._decisions[id(visible)] = tuple(self.course.rules.decisions(visible, self.course.game.names))
        return self._decisions[id(visible)]

    def _seen_by(self, viewer: int | None) -> Any:
        """Return the state as a viewer may know it, the same object each time; viewers of one object know the same."""
        if viewer not in self._visible:
            self._visible[viewer] = self.course.rules.seen_by(self.course.state, viewer)
        return self._visible[viewer]

    def log(self, viewer: int | None, most: int = 0) -> tuple[HistoryLine, ...]:
        """Return the log as a viewer may know it: its latest ``most`` lines, or all."""
        return tuple(mark_unsaved(line, self.waiting.__contains__) for line in self.course.history(viewer, most))

    def asked(self) -> Iterator[tuple[int, Message]]:
        """Yield each seat that is asked with its question; for sealed answers also whether it has answered."""
        for waiting in self.course.rules.waiting_for(self.course.state):
            yield waiting.owner, waiting.text
        for question in self.sealed:
            yield question.owner, Message("has answered") if question.answered else question.text
