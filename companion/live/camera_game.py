"""What the live table needs of a game that a camera can follow, whichever it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Protocol

from companion.errors import CompanionError
from companion.games.documents import Json
from companion.journal.course import Course
from companion.locale import Message
from companion.pieces import DieKind, Wish
from companion.table.edge import Edge
from companion.table.player_answers import PlayerAnswers
from companion.table.questions import TableQuestion
from companion.table.sightings import Sightings

AnyCourse = Course[Any, Any]
Values = Sequence[tuple[DieKind, int | None]]
"""Dice and what they show, as far as that could be read."""


class NoTable(CompanionError):
    """The cards seen make no table of this game."""


class Awaits(Enum):
    """What a turn waits for, as far as a table can show it."""

    ROLL = "roll"
    CARDS = "cards"
    END = "end"
    """Only what ends the turn, and shows nowhere."""
    ANSWERS = "answers"
    """Something that players choose; the game itself says what."""
    NOTHING = "nothing"
    """The game is over."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A settled table as far as it is certain, and what is not."""

    questions: tuple[TableQuestion, ...]
    """What neither players nor journal have answered."""
    comparable: bool
    """Whether enough is known to compare table and journal."""
    layout: Json
    """What lies there, for documents."""
    remarks: tuple[Message, ...]
    answers: PlayerAnswers
    """What players said, as far as it still holds."""
    doubtful: bool
    """Whether part of the table was left out of the comparison."""
    found: Any
    """The same in the game's own terms."""


class Contradiction(Protocol):
    """How table and journal differ where no move makes the one of the other."""

    @property
    def reason(self) -> Message: ...

    @property
    def waits(self) -> bool:
        """Whether the changes only come too early."""

    @property
    def only_missed(self) -> bool:
        """Whether nothing lies there that should not: what is missed may be covered."""

    @property
    def shows(self) -> bool:
        """Whether there is anything to point at."""


@dataclass(frozen=True, slots=True)
class Agrees:
    """Table and journal are the same, so far as the table can show."""


@dataclass(frozen=True, slots=True)
class Ahead:
    """The table is ahead of the journal by a move, once for each way in which it may have been made.

    ``ask``: to be confirmed whatever the policy.
    """

    moves: tuple[Any, ...]
    ask: bool = False


Comparison = Agrees | Ahead | Contradiction


class TableReader(Protocol):
    """Reads one table of the game for as long as it is followed, and remembers what must be remembered for that."""

    unreadable: Message
    """Said where no table can be made out."""

    def edges(self, sightings: Sightings, course: AnyCourse) -> tuple[Edge, ...]:
        """The edges of the picture at which player 0 may sit; empty where no table can be made out."""

    def sits_elsewhere(self, name: str, edge: Message) -> Message:
        """Said where the table lies as if that player sat at another edge than was said."""

    def read(self, sightings: Sightings, course: AnyCourse, near: Edge, answers: PlayerAnswers) -> Reading:
        """The table as it lies; :class:`NoTable` where none can be made out."""

    def difference(self, course: AnyCourse, reading: Reading) -> Comparison:
        """What was done since the journal's last move."""

    def disputed(self, course: AnyCourse, reading: Reading, reason: Message) -> Contradiction:
        """Everything that differs, where the players said that it is not what happened."""

    def moved_area(self) -> None:
        """The camera was nudged: places in the picture mean nothing any more."""


@dataclass(frozen=True, slots=True)
class CameraDocuments:
    """How documents say what a camera saw, in the game's own terms."""

    rolled: Callable[[Values], Json]
    """Dice."""
    differs: Callable[[Any, Any], Json]
    """A contradiction, from the state."""
    unread: Json
    """A table that was not read."""
    layout_of: Callable[[Sightings, Any, Edge], Json]
    """What lies there without a game, by options; what is not read is left out."""


@dataclass(frozen=True, slots=True)
class CameraGame:
    """One game as a camera follows it, as plain functions of its states."""

    reader: Callable[[Mapping[str, object]], TableReader]
    """A reader for a table; the table's own habits, by name, count more than the game's options."""
    awaits: Callable[[Any], Awaits]
    wish: Callable[[Any], Wish]
    """The roll that the turn begins with."""
    ends_turn: Callable[[Any], Any]
    """The move that ends the turn, where only that is awaited."""
    adopt: Callable[[Any], Any]
    """*The table is right*: a contradiction as one move."""
    put_back: Callable[[Any, Any, Sequence[str]], tuple[Message, ...]]
    """*The journal is right*: what players do to the table, from the state, the contradiction, the names by seat."""
    documents: CameraDocuments
