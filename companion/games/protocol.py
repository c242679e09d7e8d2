"""The protocol between a game and the rooms above it: play, journal, records."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NoReturn, TypeVar

from companion.games.corrections import Corrections
from companion.games.decisions import Decision
from companion.games.declared import LegalMove
from companion.games.documents import Json
from companion.games.fields import Amount
from companion.games.figures import Figures, PlayedMove, Reason
from companion.games.final_count import FinalCount
from companion.games.notation import Notation
from companion.games.record_schema import RecordSchema
from companion.games.texts import Lesson, Line, PadRow, Rows, Section
from companion.games.view import View
from companion.locale import Message
from companion.pieces import Card, Cast, Wish

OptionsT = TypeVar("OptionsT")
SetupT = TypeVar("SetupT")
StateT = TypeVar("StateT")
MoveT = TypeVar("MoveT")


@dataclass(frozen=True, slots=True)
class RollEffect:
    """What a roll brings to anybody."""

    sentences: tuple[Message, ...]
    cards: tuple[Card, ...]
    """The cards that pay."""
    rows: Rows
    """What each roll brings, with a mark at this one."""
    document: Json
    """The same for programs, with the values of the dice."""


@dataclass(frozen=True, slots=True)
class Rolls(Generic[OptionsT, StateT]):
    """The rolls of one game."""

    wish: Callable[[OptionsT], Wish]
    """Returns the dice of a turn."""
    decision: Callable[[OptionsT], Decision[Any]]
    """Returns the decision by which dice are typed."""
    effect: Callable[[Cast], RollEffect]
    players: Callable[[StateT, Sequence[str]], Sequence[Json]]
    """Returns what the last roll of a state did to each player, for programs; the names are by seat."""


GAME_OVER = Message("The game is over.")


@dataclass(frozen=True, slots=True)
class Waiting(Generic[MoveT]):
    """A question that blocks play until its owner, a seat, has answered."""

    owner: int
    kind: str
    text: Message
    answers: tuple[MoveT, ...] = ()
    """The moves that answer it, if they are few. Otherwise the owner proposes one, by a decision."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A sealed answer, a JSON value, and the label of its button."""

    answer: object
    text: Message


@dataclass(frozen=True, slots=True)
class Sealed:
    """A question that several seats answer at once, in secret: a bid, a choice."""

    owner: int
    kind: str
    text: Message
    check: Callable[[object], None]
    """Raises the rules' reason if a JSON value is no valid answer."""
    offers: tuple[Offer, ...] = ()
    """The possible answers, if they are few. Otherwise the owner types one."""
    amount: Amount | None = None
    """The bounds, if the answer is a number."""


def _none(*_: object) -> None:
    return None


def _empty(*_: object) -> tuple[()]:
    return ()


def _no_cards(*_: object) -> tuple[Sequence[Card], Sequence[Card]]:
    return (), ()


@dataclass(frozen=True, slots=True)
class Beginning(Generic[OptionsT]):
    """What the decision on a new game asks and proposes, besides what the schema of records says."""

    setup: Sequence[str] = ()
    """The parts of the setup that are asked; those that are required if left out."""
    laid: Callable[[str, OptionsT], tuple[Sequence[Card], Sequence[Card]]] = _no_cards
    """Returns the cards of a part of the setup in their usual order, and those that may lie there instead."""
    house_rules: Callable[[OptionsT], Mapping[str, Iterable[object]]] | None = None
    """Returns the house rules to ask for under a preset's options, each with its values; the schema's if left out."""
    seat_names: Callable[[OptionsT], Sequence[Message]] = _empty
    """Returns the usual names of players that are no numbers."""
    about: Mapping[str, Message] = field(default_factory=dict)
    """A line about each preset."""


def _no_roll(*_: object) -> NoReturn:
    raise ValueError("this game has no rolls")


AnyRolls = Rolls[Any, Any]


@dataclass(frozen=True, slots=True)
class Game(Generic[OptionsT, SetupT, StateT, MoveT]):
    """One game's rules and documents, as plain functions.

    Readers take a JSON value and its place in the document and raise
    :class:`~companion.games.errors.UnreadableDocument`; ``start`` raises ``UnplayableSetup`` and
    ``apply`` raises ``IllegalMove``.
    """

    name: str
    """Its name in documents and on the command line."""
    title: Message
    """Its name for people."""
    presets: tuple[str, ...]
    options_from_json: Callable[[object, str], OptionsT]
    options_to_json: Callable[[OptionsT], dict[str, Any]]
    setup_from_json: Callable[[object, str], SetupT]
    setup_to_json: Callable[[SetupT], dict[str, Any]]
    start: Callable[[OptionsT, SetupT], StateT]
    apply: Callable[[StateT, MoveT], StateT]
    move_from_json: Callable[[object, str], MoveT]
    move_to_json: Callable[[MoveT], dict[str, Any]]
    state_to_json: Callable[[StateT], dict[str, Any]]
    score_to_json: Callable[[StateT, Sequence[str]], dict[str, Any]]
    """Returns the score if the game ends now; the names are by seat."""
    describe: Callable[[StateT, MoveT, StateT, Sequence[str]], Message]
    """Describes a move, from the state before, the move, the state after and the names by seat."""
    waiting_for: Callable[[StateT], Sequence[Waiting[MoveT]]]
    """Returns the questions that block play, each with its owner; owners answer in any order."""
    table: Callable[[StateT, Sequence[str]], View]
    """Returns the table that a state shows; the names are by seat. :meth:`view` asks it for what a viewer may know."""
    over: Callable[[StateT], bool]
    seats: Callable[[OptionsT], int]
    turn: Callable[[StateT], int]
    """Returns the number of a state's turn, from 1."""
    cast: Callable[[StateT, MoveT], tuple[str, Cast] | None]
    """Returns a roll's dice and the key of that roll, or None for another move.

    Dice once cast stay cast under that key, also if the move is undone. The key depends on the state alone.
    """
    at_turn: Callable[[StateT], int]
    """Returns the seat of the current player."""
    phase: Callable[[StateT], str]
    """Returns the phase in one word, as in a state's document."""
    phase_names: Mapping[str, Message] = field(default_factory=dict)
    """The names of the phases for people, by their names in documents."""
    check_new: Callable[[OptionsT, SetupT], None] = _none
    """Raises ``UnplayableSetup`` for what only a new game is refused for; stored games and records still open."""
    beginning: Beginning[OptionsT] = field(default_factory=Beginning)
    """What the decision on a new game asks and proposes."""
    new_games: Mapping[str, Any] = field(default_factory=dict)
    """Options of new games, by name, that differ from the options of records and saved games that leave them out."""
    wish: Callable[[StateT], Wish | None] = _none
    """Returns the roll that a state waits for, if any."""
    roll: Callable[[StateT, Cast], MoveT] = _no_roll
    """Returns the move of these dice, if a roll is awaited."""
    rolls: Rolls[OptionsT, StateT] | None = None
    """The rolls of its turns where no game goes on, if they bring the same to all."""
    statistics: Callable[[Sequence[PlayedMove[StateT, MoveT]], Sequence[str]], Figures] | None = None
    """Returns the moves that stand in figures, if the game has any."""
    cheat_sheet: Callable[[OptionsT], Sequence[Section]] | None = None
    """Returns the rules in force on one sheet."""
    score_pad: Callable[[OptionsT], Sequence[PadRow]] | None = None
    """Returns the rows of a score pad, for those who count on paper."""
    lesson: Lesson | None = None
    """A few of its moves, to be tapped by who learns it."""
    piecepack: bool = False
    """Whether it is played with a piecepack, and not with tokens of the six suits."""
    notation: Notation[OptionsT, SetupT, StateT, MoveT] | None = None
    """Its notation in lines of text, if it has one."""
    record_schema: Callable[[], RecordSchema] | None = None
    """Returns its part of the record's JSON Schema, if it has one."""
    seen_by: Callable[[StateT, int | None], StateT] = lambda state, _viewer: state
    """Returns the state without what is secret from a viewer: a seat, or None for the whole table and exports."""
    redact_move: Callable[[StateT, MoveT, int | None], MoveT] | None = None
    """Returns a move without what is secret from a viewer in this state; None if no move holds a secret."""
    sealed: Callable[[StateT], Sequence[Sealed]] = _empty
    """Returns the questions to answer in secret; all answers stay hidden until the last is in."""
    unseal: Callable[[StateT, Mapping[int, object]], MoveT] | None = None
    """Returns the one move that the answers, by seat, make together."""
    labels: Mapping[str, Message] = field(default_factory=dict)
    """The labels of presets, options and parts of the setup, by their names in documents."""
    decisions: Callable[[StateT, Sequence[str]], Iterable[Decision[MoveT]]] = _empty
    """Returns the decisions of all seats, awaited ones and others; the names are by seat."""
    legal_moves: Callable[[StateT, int], Iterable[LegalMove[MoveT]]] = _empty
    """Returns the legal moves of a seat, as far as they can be listed; decisions make the others."""
    spots: Callable[[StateT, MoveT], Sequence[str]] = _empty
    """Returns the spots of the table that a move is about: a tap on one of them answers a question with it."""
    scores: Callable[[StateT], Sequence[int]] = _empty
    """Returns each seat's score in one number, for lists of games; empty if the game has none to show before its end.
    """
    deciders: Mapping[str, Message] = field(default_factory=dict)
    """What decides a finished game, for people, by ``decided_by`` of its score's document."""
    preview: Callable[[StateT, MoveT, StateT], Message | None] = _none
    """Returns what a move changes on the table in a few words, from the state before, the move and the state after."""
    corrections: Corrections | None = None
    """What can be corrected, written in words."""
    explain: Callable[[StateT, MoveT, StateT, Sequence[str]], Sequence[Line]] = _empty
    """Returns every number that a move changed with its rule, from the state before, the move, the state after and the
    names by seat.
    """
    why: Callable[[Sequence[PlayedMove[StateT, MoveT]], str], Sequence[Reason]] = _empty
    """Returns the moves that made the number of a spot. It is asked when a player asks."""
    hand: Callable[[StateT], Sequence[Card]] | None = None
    """Returns the cards that may be in a hand, for a game in which players may note theirs."""
    setup_steps: Callable[[StateT, Sequence[str]], Sequence[Line]] = _empty
    """Returns the steps of setting up the table; empty once the first move is made."""
    put_away: Callable[[StateT, Sequence[str]], Sequence[Section]] = _empty
    """Returns how to bag the game for another day and lay it out again; the names are by seat."""
    final_count: Callable[[StateT, Sequence[str]], FinalCount] | None = None
    """Returns the count of a finished game; the names are by seat. :meth:`counted` returns it for every game."""
    forecast: Callable[[StateT, Sequence[str]], Rows] | None = None
    """Returns what may come, from the viewer's knowledge alone; the names are by seat."""
    forecast_to_json: Callable[[StateT], dict[str, Any]] | None = None
    """Returns the same for programs."""
    card_choices: Callable[[StateT, Card], tuple[dict[str, Any], Sequence[Message]]] | None = None
    """Returns what a card in hand allows now, for programs and in sentences."""
    start_in_format: Callable[[StateT, int], StateT] | None = None
    """Returns the first state of a journal of this format, if formats differ in what moves mean. A game goes on under
    the format it was begun with.
    """
    readings: Mapping[int, Sequence[int]] = field(default_factory=dict)
    """By format that was written with several meanings, the formats to try: a game keeps the first that accepts it."""

    def view(self, state: StateT, names: Sequence[str], viewer: int | None) -> View:
        """Return the table as a viewer may know it: a seat, or None for everybody; the names are by seat."""
        return self.table(self.seen_by(state, viewer), names)

    def counted(self, state: StateT, names: Sequence[str]) -> FinalCount:
        """Return the final count of a finished game; without steps if the game describes none."""
        if self.final_count is not None:
            return self.final_count(state, names)
        return FinalCount(Message("points"), (), (), next(iter(self.table(state, names).remarks), GAME_OVER))
