"""JSON Schemas of what commands print of Magistratvm alone, as types."""

from typing import Literal, TypedDict

from companion.cli.schemas.games import ShapesOfGame, WaitingFor
from companion.cli.schemas.readings import ScoreHead
from companion.games.json_schema import FieldsOf
from companion.games.magistratvm.scoring import Score
from companion.games.magistratvm.state import State
from companion.games.magistratvm.statistics import TurnFigures


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


MAGISTRATVM_SHAPES = ShapesOfGame(
    name="magistratvm",
    state=(State, AsShown),
    without=("options",),
    worth=FieldsOf((ScoreHead, Score, ScoreTail)),
    turns=TurnFigures,
)
