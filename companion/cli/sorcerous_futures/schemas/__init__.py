"""JSON Schemas of what commands print of Sorcerous Futures alone, as types."""

from companion.cli.schemas.game_documents import ShapesOfGame
from companion.cli.schemas.score import ScoreHead
from companion.cli.sorcerous_futures.schemas.games import (
    ForeseeHead,
    OfFutures,
    ReplayedOfFutures,
    ScoreTail,
    ShownOfFutures,
)
from companion.games.json_schema import FieldsOf
from companion.games.sorcerous_futures.foresight import Forecast
from companion.games.sorcerous_futures.scoring import Score

FUTURES_SHAPES = ShapesOfGame(
    name="sorcerous-futures",
    game=OfFutures,
    show=ShownOfFutures,
    replay=ReplayedOfFutures,
    foresee=FieldsOf((ForeseeHead, Forecast)),
    score=FieldsOf((ScoreHead, Score, ScoreTail)),
    answers="Of Sorcerous Futures: card-1-4 is player 1's fifth card from the top, valuation-AM what lies at an Ace.",
)
