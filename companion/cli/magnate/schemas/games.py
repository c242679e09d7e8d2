"""What the documents of a game are where it is one of Magnate: its options, its setup, its states, its score."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from companion.cli.magnate.schemas.score import ScoreTail
from companion.cli.schemas.games import MoveToState
from companion.cli.schemas.score import ScoreHead
from companion.games.documents import Json
from companion.games.field_types import Named
from companion.games.json_schema import Code, FieldsOf, Letter
from companion.games.magnate.scoring import Score
from companion.games.magnate.state import State
from companion.games.magnate.statistics import TurnFigures


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


StateShown = Annotated[Json, FieldsOf((State, AsShown), without=("options", "as_format"))]
StateAfter = Annotated[Json, FieldsOf((MoveToState, State, AsShown), without=("options", "as_format"))]
ScoreShown = Annotated[Json, FieldsOf((ScoreHead, Score, ScoreTail))]


class OfMagnate(TypedDict):
    """What a game's document has otherwise."""

    game: Literal["magnate"]
    options: Annotated[Json, Named("options")]
    """Every switch by name."""
    setup: Annotated[Json, Named("setup")]
    state: StateShown
    score: ScoreShown
    """As `companion score` prints it: how the game ends, or would if it ended now."""


class ShownOfMagnate(TypedDict):
    """What `show` has otherwise."""

    turns: list[TurnFigures]


class ReplayedOfMagnate(TypedDict):
    """What `replay` has otherwise."""

    start: NotRequired[StateShown]
    """With `--states`: the state before the first move."""
    states: NotRequired[list[StateAfter]]
    """With `--states`: the state after each move."""
