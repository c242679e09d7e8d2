"""What play, journal and records need of a game, whichever it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NoReturn, TypeVar

from companion.games.board import Board, Rows
from companion.games.figures import Figures, Made
from companion.games.forms import Amount, Form
from companion.games.lines import Lines
from companion.games.record_schema import RecordSchema
from companion.games.sheet import Line, PadRow, Section
from companion.locale import Message
from companion.pieces import Cast, Wish

OptionsT = TypeVar("OptionsT")
SetupT = TypeVar("SetupT")
StateT = TypeVar("StateT")
MoveT = TypeVar("MoveT")


@dataclass(frozen=True, slots=True)
class Waiting(Generic[MoveT]):
    """Something that blocks play until its owner, a seat, has answered."""

    owner: int
    kind: str
    text: Message
    answers: tuple[MoveT, ...] = ()
    """Where a few moves answer it: these. Otherwise the owner proposes one, by a form where the game has one."""


@dataclass(frozen=True, slots=True)
class Offer:
    """An answer that can be given under cover, a JSON value, and what its button says."""

    answer: object
    text: Message


@dataclass(frozen=True, slots=True)
class Sealed:
    """Something that a seat answers under cover while the others do: a bid, a choice."""

    owner: int
    kind: str
    text: Message
    takes: Callable[[object], None]
    """Raises the rules' reason where a JSON value is no answer."""
    offers: tuple[Offer, ...] = ()
    """Where a few answers are possible: these. Otherwise the owner writes one."""
    amount: Amount | None = None
    """Where the answer is a number: in these bounds."""


def _open(state: StateT, _viewer: int | None) -> StateT:
    """Everything lies open."""
    return state


def _nothing_more(_options: object, _setup: object) -> None:
    """A new game is checked as a kept one is."""


def _waits_for_no_roll(_state: object) -> Wish | None:
    return None


def _knows_no_roll(_state: object, _cast: Cast) -> NoReturn:
    raise ValueError("this game has no rolls")


def _nothing_to_say(_state: object, _names: Sequence[str]) -> tuple[()]:
    return ()


def _nothing_sealed(_state: object) -> tuple[Sealed, ...]:
    return ()


@dataclass(frozen=True, slots=True)
class Game(Generic[OptionsT, SetupT, StateT, MoveT]):
    """One game's rules and documents, as plain functions.

    Readers take a JSON value and its place in the document and raise
    :class:`~companion.games.errors.UnreadableDocument`; ``start`` raises ``UnplayableSetup`` and
    ``apply`` raises ``IllegalMove``.
    """

    name: str
    """In documents and on the command line."""
    title: Message
    """As people call it."""
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
    """How the game stands if it ends now; the names are by seat."""
    describe: Callable[[StateT, MoveT, StateT, Sequence[str]], Message]
    """What a move did, from the state before, the move, the state after and the names by seat."""
    waiting_for: Callable[[StateT], Sequence[Waiting[MoveT]]]
    """What blocks play, each with its owner; owners answer in any order."""
    board: Callable[[StateT, Sequence[str]], Board]
    """Where it stands, for people; the names are by seat."""
    over: Callable[[StateT], bool]
    seats: Callable[[OptionsT], int]
    turn: Callable[[StateT], int]
    """The turn that a state is in, from 1."""
    cast: Callable[[StateT, MoveT], tuple[str, Cast] | None]
    """Of a move that is a roll: its dice, and what this state calls the roll. Once cast they stay cast under that
    name, also when the move is taken back. The name follows from the state alone."""
    at_turn: Callable[[StateT], int]
    """The seat whose turn it is."""
    phase: Callable[[StateT], str]
    """What the turn waits for, in one word, as a state's document has it."""
    check_new: Callable[[OptionsT, SetupT], None] = _nothing_more
    """Raises ``UnplayableSetup`` for what only a new game is refused for: kept games and records still open."""
    wish: Callable[[StateT], Wish | None] = _waits_for_no_roll
    """The roll that a state waits for, if it waits for one."""
    roll: Callable[[StateT, Cast], MoveT] = _knows_no_roll
    """The move that these dice are, where a roll is awaited."""
    statistics: Callable[[Sequence[Made[StateT, MoveT]], Sequence[str]], Figures] | None = None
    """The moves that stand in figures, where the game keeps any."""
    cheat_sheet: Callable[[OptionsT], Sequence[Section]] | None = None
    """The rules in force on one sheet."""
    score_pad: Callable[[OptionsT], Sequence[PadRow]] | None = None
    """What is counted at the end, for those who count on paper."""
    lines: Lines[OptionsT, SetupT, StateT, MoveT] | None = None
    """Its notation in lines of text, where it has one."""
    record_schema: RecordSchema | None = None
    """What its records hold, where the game says."""
    seen_by: Callable[[StateT, int | None], StateT] = _open
    """A state as a viewer, a seat, may see it; None is everybody at once: the shared screen, a record, an export."""
    told_to: Callable[[StateT, MoveT, int | None], MoveT] | None = None
    """A move as a viewer may hear of it, now that the game stands so; left out where no move holds a secret."""
    sealed: Callable[[StateT], Sequence[Sealed]] = _nothing_sealed
    """What must be answered under cover now, by whom; nothing is known of it before the last answer is in."""
    unseal: Callable[[StateT, Mapping[int, object]], MoveT] | None = None
    """The one move that the answers, by seat, make together."""
    called: Mapping[str, Message] = field(default_factory=dict)
    """What people call presets, options and parts of the setup, by the names that documents have for them."""
    forms: Callable[[StateT, Sequence[str]], Iterable[Form[MoveT]]] = _nothing_to_say
    """Moves that are made by saying their parts, awaited ones and others; the names are by seat."""
    preparing: Callable[[StateT, Sequence[str]], Sequence[Line]] = _nothing_to_say
    """What is done at the table before the first move, step by step; nothing once that is past."""
    put_away: Callable[[StateT, Sequence[str]], Sequence[Section]] = _nothing_to_say
    """What goes into which bag where a game is put away, and how it is laid out again; the names are by seat."""
    forecast: Callable[[StateT, Sequence[str]], Rows] | None = None
    """What may come, as far as a state lets its viewer know; the names are by seat."""
    as_kept: Callable[[StateT, int], StateT] | None = None
    """The state before the first move where the entries begin with this format, once formats differ in what moves mean:
    a game goes on as it was played."""
