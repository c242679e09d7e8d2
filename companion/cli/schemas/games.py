"""What ``new``, ``import``, ``games``, ``show``, ``replay``, ``backup`` and ``restore`` print of any game or record."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, NotRequired, TypedDict

from companion.games.documents import Json
from companion.games.field_types import Named


class NewDocument(TypedDict):
    """A new saved game."""

    id: str
    name: str


class ImportDocument(TypedDict):
    """The saved game of a record."""

    id: str
    name: str
    seq: int
    """The number of moves."""


class MadeEntry(TypedDict):
    """An entry that a command appended."""

    seq: int
    move: Json
    """As in a record."""
    text: str


class ListedMove(TypedDict):
    """A legal move."""

    typed: str
    """As `companion play` reads it."""
    move: Json
    """As in a record."""
    effect: str
    """What would happen, as the history would say it."""
    preview: str | None
    """What it changes on the table, in a few words."""
    otherwise: list[str]
    """The same move with each other amount that is possible."""


class TypedForm(TypedDict):
    """Moves that are too many to list."""

    text: str
    optional: bool
    """Whether play goes on without them."""
    typed: list[str]
    """How each of its moves is typed: capitals are values, brackets stand around what may be left out."""


class PlayersOptions(TypedDict):
    """What a player can do now."""

    seat: int
    name: str
    asked: list[str]
    """What play waits for."""
    asked_in_secret: list[str]
    moves: list[ListedMove]
    forms: list[TypedForm]


class PlayDocument(TypedDict):
    """What was done in a game, and what can be done now."""

    id: str
    name: str
    game: str
    seq: int
    """How many entries the game has."""
    over: bool
    made: list[MadeEntry]
    """The entries of this command."""
    players: list[PlayersOptions]
    """By seat."""
    forms: list[TypedForm]
    """What anybody at the table may do."""


class RenameDocument(TypedDict):
    """A game with its new name, or with a player's."""

    id: str
    name: str
    players: list[str]
    """By seat."""


class DeleteDocument(TypedDict):
    """A deleted game."""

    id: str
    name: str
    copy: str
    """Its record, which `import` reads; of a damaged game a backup of all games, which `restore` reads."""


class BackupDocument(TypedDict):
    """A new backup."""

    file: str
    games: int
    """The number of games in it."""


class RestoreDocument(TypedDict):
    """A restored backup."""

    file: str
    games: int
    """The number of saved games now."""
    kept: str | None
    """The path of the previous journal; null if there was none."""


class GameRow(TypedDict):
    """A saved game."""

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
    """Why a damaged game could not be read completely."""


class MoveToState(TypedDict):
    """The move before a state."""

    seq: int
    """The move's place in the record, from 1."""
    move: Annotated[Json, Named("move")]


class GameDocument(TypedDict):
    """A game: its setup and its current state."""

    id: str
    name: str
    game: str
    players: list[str]
    """By seat."""
    options: Json
    """Every option by name."""
    setup: Json
    seq: int
    """The number of moves, or of moves that could be read."""
    over: bool
    state: Json
    score: Json
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
    """False if the move was undone."""


class ShowDocument(TypedDict):
    """The fields that `show` adds."""

    dice_cast: list[int] | None
    """This turn's dice if the roll was undone. Other dice are then a correction."""
    history: list[HistoryLine]
    turns: list[Json]
    error: str | None
    """Why a damaged game could not be read completely; the other fields then describe the readable moves."""


class RefusedMove(TypedDict):
    """The refused move."""

    seq: int
    move: Annotated[Json, Named("move")]
    rule: str | None
    reason: str


class ReplayDocument(TypedDict):
    """The fields that `replay` adds."""

    start: NotRequired[Json]
    """With `--states`: the state before the first move."""
    states: NotRequired[list[Json]]
    """With `--states`: the state after each move."""
    error: RefusedMove | None
