"""Interface of a game that a camera can follow, or photos score (``docs/adding-a-camera.md``)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Protocol

from companion.games.documents import Json
from companion.journal.course.course import AnyCourse
from companion.locale import Message
from companion.pieces import Card, DieKind, Wish
from companion.table.comparison import Agrees, Ahead, ScoredTable
from companion.table.questions import PlayerAnswers, TableQuestion
from companion.table.sightings import Edge, Sightings


@dataclass(frozen=True, slots=True)
class PhotoGame:
    """How photos of a game's table are read and scored, as plain functions."""

    read: Callable[[Sequence[Sightings], Any, Edge, Mapping[str, str]], Any]
    """Returns the table, from the sightings in each photo, the options, the edge at which player 0 sits, and answers by
    their questions' keys."""
    score: Callable[[Any, Sequence[Any], Sequence[str]], ScoredTable]
    """Returns the score of a table, from what a photo does not show of each player, such as tokens, and the names.

    Without the former it counts as unknown; without names, players are called by where they sit.
    """
    lay: Callable[[Any, Sequence[Any]], tuple[Any, Any | None]]
    """Returns the setup of a game that is begun with a table, and the move that lays the rest; None if nothing is left.
    """
    photo_per_player: bool = False
    """Whether there is one photo for each player, in seat order; otherwise one of the whole table."""


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


@dataclass(frozen=True, slots=True)
class CameraDocuments:
    """How JSON documents describe what a camera detected, in the game's own terms."""

    rolled: Callable[[Values], Json] = lambda dice: {"dice": [value for _, value in dice]}
    """Dice."""
    differs: Callable[[Any, Any], Json] = lambda _state, _contradiction: {}
    """A contradiction, from the state."""
    unread: Json = field(default_factory=dict)
    """A table that was not read."""
    layout_of: Callable[[Sightings, Any, Edge], Json] = lambda _sightings, _options, _near: {}
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
