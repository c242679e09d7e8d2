"""JSON Schemas of what commands print of Magistratvm alone, as types."""

from companion.cli.magistratvm.schemas.games import AsShown, ScoreTail
from companion.cli.schemas.game_documents import ShapesOfGame
from companion.cli.schemas.score import ScoreHead
from companion.games.json_schema import FieldsOf
from companion.games.magistratvm.scoring import Score
from companion.games.magistratvm.state import State
from companion.games.magistratvm.statistics import TurnFigures

MAGISTRATVM_SHAPES = ShapesOfGame(
    name="magistratvm",
    state=(State, AsShown),
    without=("options",),
    worth=FieldsOf((ScoreHead, Score, ScoreTail)),
    turns=TurnFigures,
)
