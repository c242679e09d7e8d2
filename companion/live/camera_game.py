"""Interface of a game that a camera can follow (``docs/adding-a-camera.md``)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Protocol

from companion.games.documents import Json
from companion.journal.course.course import AnyCourse
from companion.locale import Message
from companion.pieces import Card, DieKind, Wish
from companion.table.comparison import Agrees, Ahead
from companion.table.edge import Edge
from companion.table.player_answers import PlayerAnswers
from companion.table.questions import TableQuestion
from companion.table.sightings import Sightings

Values = Sequence[tuple[DieKind, int | None]]
"""Dice with their values, as far as they could be read."""


class Awaits(Enum):
    """What a turn waits for, as far as a table can show it."""

    ROLL = "roll"
    CARDS = "cards"
    END = "end"
    """Only the end of the turn, which no card or die shows."""
    ANSWERS = "answers"
    """A choice of the players; the game asks for it."""
    NOTHING = "nothing"
    """The game is over."""


@dataclass(frozen=True, slots=True)
class CameraReading:
    """A settled table with the questions that its reading leaves open."""

    questions: tuple[TableQuestion, ...]
    """Questions that neither players nor journal have answered."""
    comparable: bool
    """Whether enough is known to compare table and journal."""
    layout: Json
    """The layout for JSON documents."""
    remarks: tuple[Message, ...]
    answers: PlayerAnswers
    """The players' answers, as far as they still hold."""
    doubtful: bool
    """Whether part of the table was left out of the comparison."""
    found: Any
    """The reading in the game's own terms."""


class Contradiction(Protocol):
    """A difference between table and journal that no move explains."""

    @property
    def reason(self) -> Message:
        """Why no move explains it."""

    @property
    def waits(self) -> bool:
        """Whether the changes only come too early."""

    @property
    def only_missed(self) -> bool:
        """Whether cards are only missing, which may be covered."""

    @property
    def shows(self) -> bool:
        """Whether there is anything to point at."""


@dataclass(frozen=True, slots=True)
class TableDifference:
    """One thing that lies otherwise than the journal has it, with its two cures."""

    texts: tuple[Message, ...]
    """What differs, a sentence each."""
    cards: tuple[Card, ...]
    """Cards on the table that show it in the picture: those that lie elsewhere, or next to what is missing."""
    adopt: Any | None
    """The move that corrects the game: the table is right; None if the table does not show enough for it."""
    put_back: tuple[Message, ...]
    """What players do to the table: the journal is right."""


Comparison = Agrees | Ahead | Contradiction


class TableReader(Protocol):
    """Reads one table for as long as it is followed, with the memory that this needs."""

    unreadable: Message
    """The advice if no table can be read."""

    def edges(self, sightings: Sightings, course: AnyCourse) -> tuple[Edge, ...]:
        """Return the edges of the picture at which player 0 may sit; none if no table can be read."""

    def sits_elsewhere(self, name: str, edge: Message) -> Message:
        """Return the advice if the table suggests another edge for player 0 than was set."""

    def read(self, sightings: Sightings, course: AnyCourse, near: Edge, answers: PlayerAnswers) -> CameraReading:
        """Read the table; raises :class:`~companion.table.comparison.NoTable` if there is none.

        Args:
            sightings: What is in view.
            course: The game so far.
            near: The edge of the picture at which player 0 sits.
            answers: The players' answers so far.

        Returns:
            The reading.
        """

    def compare(self, course: AnyCourse, reading: CameraReading) -> Comparison:
        """Return what was done since the journal's last move."""

    def dispute(self, course: AnyCourse, reading: CameraReading, reason: Message) -> Contradiction:
        """Return all differences as a contradiction, once players said that the proposed move is wrong.

        Args:
            course: The game so far.
            reading: The reading of the table.
            reason: Why the move does not count.
        """

    def moved_area(self) -> None:
        """Forget places in the picture: the camera was moved."""


def _values(dice: Values) -> Json:
    return {"dice": [value for _, value in dice]}


def _no_details(_state: object, _contradiction: object) -> Json:
    return {}


def _no_layout(_sightings: Sightings, _options: object, _near: Edge) -> Json:
    return {}


@dataclass(frozen=True, slots=True)
class CameraDocuments:
    """How JSON documents describe what a camera detected, in the game's own terms."""

    rolled: Callable[[Values], Json] = _values
    """Dice."""
    differs: Callable[[Any, Any], Json] = _no_details
    """A contradiction, from the state."""
    unread: Json = field(default_factory=dict)
    """A table that was not read."""
    layout_of: Callable[[Sightings, Any, Edge], Json] = _no_layout
    """A layout without a game, by options; what cannot be read is left out."""


@dataclass(frozen=True, slots=True)
class CameraCards:
    """How a camera follows the cards of a game."""

    reader: Callable[[Mapping[str, object]], TableReader]
    """Creates the reader of a table; the table's habits, by name, override the game's options."""
    adopt: Callable[[Any, Any], Any | None]
    """A contradiction as one move, from state and contradiction: the table is right; None if no move can say so."""
    put_back: Callable[[Any, Any, Sequence[str]], tuple[Message, ...]]
    """What players must do to the table if the journal is right, from state, contradiction and names by seat."""
    differences: Callable[[Any, Any, Sequence[str]], tuple[TableDifference, ...]]
    """A contradiction one by one, each with its own cures, from state, contradiction and names by seat."""


@dataclass(frozen=True, slots=True)
class CounterDice:
    """Dice that players set by hand as counters, one in front of each seat."""

    kind: DieKind
    values: Callable[[Any], Sequence[int]]
    """What each seat's die shows in a state."""
    moves: Callable[[Any, Sequence[int]], Sequence[Any]]
    """The moves that other values show, from the state and the values by seat: alternatives, which are always asked."""


@dataclass(frozen=True, slots=True)
class CameraGame:
    """A game that a camera can follow, as plain functions of its states."""

    awaits: Callable[[Any], Awaits]
    cards: CameraCards | None = None
    """How its cards are followed; None if only its dice are read."""
    wish: Callable[[Any], Wish] | None = None
    """The roll that a turn begins with, in any state of it; None: what the rules wish for now."""
    ends_turn: Callable[[Any], Any] | None = None
    """The move that ends a turn which waits only for its end; None if no turn does."""
    seats_of_dice: Callable[[Any], Sequence[int]] | None = None
    """The seats whose dice the roll has, in its order, if each die is a seat's: it lies in front of that seat."""
    counters: CounterDice | None = None
    """Dice that are set by hand; None if the game has none."""
    in_row: bool = False
    """Whether all lies with the row that the reader of the picture knows, so that cards elsewhere are left out."""
    documents: CameraDocuments = field(default_factory=CameraDocuments)

    @property
    def places_dice(self) -> bool:
        """Whether dice belong to the seats in front of which they lie."""
        return self.seats_of_dice is not None or self.counters is not None
