"""What the documents of a game are where it is one of Magistratvm: options, setup, states, score."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from companion.cli.schemas.games import MoveToState
from companion.cli.schemas.score import ScoreHead
from companion.games.documents import Json
from companion.games.field_types import Named
from companion.games.json_schema import FieldsOf
from companion.games.magistratvm.scoring import Score
from companion.games.magistratvm.state import State
from companion.games.magistratvm.statistics import TurnFigures


class WaitingFor(TypedDict):
    """What play waits for."""

    owner: int
    """The seat that answers."""
    kind: str
    """The phase."""
    text: str


class AsShown(TypedDict):
    """What a state's document has besides the state."""

    waiting_for: list[WaitingFor]


class ScoreTail(TypedDict):
    """What a score says beside its numbers."""

    game: Literal["magistratvm"]
    winner: int | None
    """Null before the end, and where the victory is shared."""
    why: str
    """Who wins and why, in a sentence in English."""


StateShown = Annotated[Json, FieldsOf((State, AsShown), without=("options",))]
StateAfter = Annotated[Json, FieldsOf((MoveToState, State, AsShown), without=("options",))]
ScoreShown = Annotated[Json, FieldsOf((ScoreHead, Score, ScoreTail))]


class OfMagistratvm(TypedDict):
    """What a game's document has otherwise."""

    game: Literal["magistratvm"]
    options: Annotated[Json, Named("options")]
    """Every switch by name."""
    setup: Annotated[Json, Named("setup")]
    state: StateShown
    score: ScoreShown
    """How the game ends, or what everybody has so far."""


class ShownOfMagistratvm(TypedDict):
    """What `show` has otherwise."""

    turns: list[TurnFigures]
    """Every turn, the one going on included."""


class ReplayedOfMagistratvm(TypedDict):
    """What `replay` has otherwise."""

    start: NotRequired[StateShown]
    """With `--states`: the state before the first move."""
    states: NotRequired[list[StateAfter]]
    """With `--states`: the state after each move."""
