"""What commands print of any game or record, and of a club's history; and each game's part of it."""

import types
from collections.abc import Mapping
from dataclasses import dataclass, field, make_dataclass
from datetime import date, datetime
from typing import Annotated, Literal, NotRequired, TypedDict

from companion.club.tables import DiceRow, PairRow, PlayedGameRow, PlayerRow
from companion.games.documents import Json
from companion.games.field_types import Named
from companion.games.json_schema import FieldsOf
from companion.games.texts import Section


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


class WaitingFor(TypedDict):
    """What play waits for, except answers in secret."""

    owner: int
    """The seat that answers."""
    kind: str
    """The phase, such as `deal` or `show`."""
    text: str


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


class RulesDocument(TypedDict):
    """The rules of a preset, each with its number."""

    game: str
    preset: str
    options: Json
    """Every option by name."""
    language: str
    sections: list[Section]


class DemoDocument(TypedDict):
    """The score of the rendered picture and the played sample game."""

    photo: Json
    """The table's score as `score` prints it, with `sure`."""
    game: Json
    """The game's score as `show` prints it, with the source of its `rolls` and the number of `moves`."""


class LeftGames(TypedDict):
    """Games that could not be copied."""

    left: list[str]
    """Why games could not be copied."""


class HistoryDocument(TypedDict):
    """The history of a season, or of all saved games."""

    since: date | None
    """The first day included; null if there is no limit."""
    until: date | None
    """The last day included; null if there is no limit."""
    errors: list[str]
    """Why games could not be read completely; their readable moves count."""


class GamesTable(TypedDict):
    """One row per game."""

    told: Literal["games"]
    rows: list[PlayedGameRow]


class PlayersTable(TypedDict):
    """One row per player."""

    told: Literal["players"]
    rows: list[PlayerRow]


class PairsTable(TypedDict):
    """One row per pair of players."""

    told: Literal["pairs"]
    rows: list[PairRow]


class DiceTable(TypedDict):
    """One row per die value."""

    told: Literal["dice"]
    rows: list[DiceRow]


HISTORY = tuple(FieldsOf((HistoryDocument, table)) for table in (GamesTable, PlayersTable, PairsTable, DiceTable))
"""A history, by what it is of."""


@dataclass(frozen=True)
class ShapesOfGame:
    """One game's part of the published documents."""

    name: str
    state: tuple[type, ...]
    """The fields of a state, and those that its document has besides."""
    without: tuple[str, ...]
    """Fields that no state's document has."""
    worth: FieldsOf
    """The score of a game, or of a photographed table."""
    turns: type
    """The figures of a turn."""
    scores_photos: bool = False
    answers: str = ""
    """The ids of the answers that ``score`` reads."""
    foresee: FieldsOf | None = None
    rolls: tuple[FieldsOf, ...] = ()
    """A roll outside any game, and one in a game."""
    events: Mapping[str, type] = field(default_factory=dict)
    """The fields that this game adds to events of a live table, by the event."""

    @property
    def score(self) -> FieldsOf | None:
        """The score of a photographed table; None if photos are not scored."""
        return self.worth if self.scores_photos else None

    @property
    def game(self) -> type:
        """The fields that this game defines in every document of a game."""
        return make_dataclass(
            "OfGame",
            [
                ("game", Literal[self.name]),
                ("options", Annotated[Json, Named("options")]),
                ("setup", Annotated[Json, Named("setup")]),
                ("state", Annotated[Json, FieldsOf(self.state, self.without)]),
                ("score", Annotated[Json, self.worth]),
            ],
        )

    @property
    def show(self) -> FieldsOf:
        """The document of ``show``."""
        own = make_dataclass("ShownOfGame", [("turns", types.GenericAlias(list, (self.turns,)))])
        return FieldsOf((GameDocument, self.game, ShowDocument, own))

    @property
    def replay(self) -> FieldsOf:
        """The document of ``replay``."""
        start = Annotated[Json, FieldsOf(self.state, self.without)]
        states = list[Annotated[Json, FieldsOf((MoveToState, *self.state), self.without)]]
        own = make_dataclass("ReplayedOfGame", [("start", NotRequired[start]), ("states", NotRequired[states])])
        return FieldsOf((GameDocument, self.game, ReplayDocument, own))
