"""JSON Schemas of what commands print of Magnate alone, as types."""

from companion.cli.magnate.schemas.forecast import ForeseeDocument
from companion.cli.magnate.schemas.games import AsShown, TableOfEvent, TaxDiceOfEvent
from companion.cli.magnate.schemas.roll import RollDocument, RollInGame
from companion.cli.magnate.schemas.score import ScoreTail
from companion.cli.schemas.game_documents import ShapesOfGame
from companion.cli.schemas.score import ScoreHead
from companion.games.json_schema import FieldsOf
from companion.games.magnate.scoring import Score
from companion.games.magnate.state import State
from companion.games.magnate.statistics import TurnFigures

MAGNATE_SHAPES = ShapesOfGame(
    name="magnate",
    state=(State, AsShown),
    without=("options", "as_format"),
    worth=FieldsOf((ScoreHead, Score, ScoreTail)),
    turns=TurnFigures,
    scores_photos=True,
    answers="By the id of a question, or a card's by its place: card-0-1-2 is district 0, player 1, third card.",
    foresee=FieldsOf((ForeseeDocument,)),
    rolls=(FieldsOf((RollDocument,)), FieldsOf((RollDocument, RollInGame))),
    events={"settled": TableOfEvent, "roll": TaxDiceOfEvent, "disagreement": TableOfEvent},
)
