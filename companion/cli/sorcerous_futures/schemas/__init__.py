"""JSON Schemas of what commands print of Sorcerous Futures alone, as types."""

from companion.cli.schemas.game_documents import ShapesOfGame
from companion.cli.schemas.score import ScoreHead
from companion.cli.sorcerous_futures.schemas.games import AsShown, ForeseeHead, ScoreTail, TableOfEvent
from companion.games.json_schema import FieldsOf
from companion.games.sorcerous_futures.foresight import Forecast
from companion.games.sorcerous_futures.scoring import Score
from companion.games.sorcerous_futures.state import State
from companion.games.sorcerous_futures.statistics import AuctionFigures

FUTURES_SHAPES = ShapesOfGame(
    name="sorcerous-futures",
    state=(State, AsShown),
    without=("options", "as_format_3"),
    worth=FieldsOf((ScoreHead, Score, ScoreTail)),
    turns=AuctionFigures,
    scores_photos=True,
    foresee=FieldsOf((ForeseeHead, Forecast)),
    answers="Of Sorcerous Futures: card-1-4 is player 1's fifth card from the top, valuation-AM what lies at an Ace.",
    events={"settled": TableOfEvent, "disagreement": TableOfEvent},
)
