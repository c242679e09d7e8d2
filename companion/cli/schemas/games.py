"""What ``new``, ``import``, ``games``, ``show``, ``replay``, ``backup`` and ``restore`` print of games and records."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, NotRequired, TypedDict

from companion.cli.schemas.derive import Code, FieldsOf, Letter, Named
from companion.cli.schemas.photos import ScoreHead, ScoreTail
from companion.games.magnate.scoring import Score
from companion.games.magnate.state import State
from companion.games.magnate.statistics import TurnFigures

Json = dict[str, Any]


class NewDocument(TypedDict):
    """A game that is kept from now on."""

    id: str
    name: str


class ImportDocument(TypedDict):
    """A record's game, kept."""

    id: str
    name: str
    seq: int
    """How many moves it has."""


class BackupDocument(TypedDict):
    """A backup that was made."""

    file: str
    games: int
    """How many games it holds."""


class RestoreDocument(TypedDict):
    """A backup that was brought back."""

    file: str
    games: int
    """How many games are kept here now."""
    kept: str | None
    """Where the journal is that was here before; null where none was."""


class GameRow(TypedDict):
    """A game kept here."""

    id: str
    name: str
    game: str | None
    """Null, as `created` is, where a damaged game's row cannot be read; it has no `players` then."""
    preset: str | None
    players: list[str]
    """By seat."""
    created: datetime | None
    seq: NotRequired[int]
    """How many moves it has, or of a damaged game how many can be saved.

    Left out, as `turn` and `phase` are, where none can.
    """
    turn: NotRequired[int]
    phase: NotRequired[str]
    error: NotRequired[str]
    """What keeps a damaged game from going on."""


class PendingIncome(TypedDict):
    """A deed whose owner has still to choose what it pays."""

    owner: int
    card: Code


class WaitingFor(TypedDict):
    """A question that blocks play."""

    owner: int
    """The seat that answers."""
    kind: str
    """`roll`, `deed_income`, `play`, `draw`, or in the last turns `end_turn`."""
    text: str
    card: Code | None
    """The deed that pays, for `deed_income`."""
    suits: list[Letter]
    """What there is to choose from, for `deed_income`."""


class AsShown(TypedDict):
    """What a state's document has otherwise than the state."""

    pending_income: list[PendingIncome]
    waiting_for: list[WaitingFor]
    """The questions that block play; owners answer in any order."""
    as_format_1: NotRequired[bool]
    """True for a game whose entries began with format 1; else left out."""


class MoveToState(TypedDict):
    """What led to a state."""

    seq: int
    """The move's place in the record, from 1."""
    move: Annotated[Json, Named("move")]


StateShown = Annotated[Json, FieldsOf((State, AsShown), without=("options",))]
StateAfter = Annotated[Json, FieldsOf((MoveToState, State, AsShown), without=("options",))]
ScoreShown = Annotated[Json, FieldsOf((ScoreHead, Score, ScoreTail))]


class GameDocument(TypedDict):
    """A game, how it began, and where it stands."""

    id: str
    name: str
    game: str
    players: list[str]
    """By seat."""
    options: Annotated[Json, Named("options")]
    """Every switch by name."""
    setup: Annotated[Json, Named("setup")]
    seq: int
    """How many moves it has, or were followed."""
    over: bool
    state: StateShown
    score: ScoreShown
    """As `companion score` prints it: how the game ends, or would if it ended now."""


class HistoryLine(TypedDict):
    """An entry of the journal as a sentence."""

    seq: int
    at: datetime
    turn: int
    seat: int | None
    source: str
    text: str
    stands: bool
    """False for what was taken back."""


class ShowDocument(TypedDict):
    """What `show` adds."""

    dice_cast: list[int] | None
    """This turn's dice where its roll was taken back: they were cast, and others are a correction."""
    history: list[HistoryLine]
    turns: list[TurnFigures]
    error: str | None
    """What keeps a damaged game from being followed further; everything else is then what stands before that."""


class RefusedMove(TypedDict):
    """The move that the rules refuse."""

    seq: int
    move: Annotated[Json, Named("move")]
    rule: str | None
    reason: str


class ReplayDocument(TypedDict):
    """What `replay` adds."""

    start: NotRequired[StateShown]
    """With `--states`: the state before the first move."""
    states: NotRequired[list[StateAfter]]
    """With `--states`: the state after each move."""
    error: RefusedMove | None
