"""JSON Schemas of what commands print of Sorcerous Futures alone, as types."""

from typing import Literal, NotRequired, TypedDict

from companion.cli.schemas.games import ShapesOfGame, WaitingFor
from companion.cli.schemas.readings import ScoreHead
from companion.games.documents import Json
from companion.games.json_schema import FieldsOf
from companion.games.sorcerous_futures.figures import AuctionFigures, Forecast
from companion.games.sorcerous_futures.scoring import Score
from companion.games.sorcerous_futures.state import State


class AsShown(TypedDict):
    """What a state's document has besides the state."""

    turn: int
    """The auction that goes on or comes next, from 1 to 20."""
    phase: str
    """`deal`, `choose`, `open`, `closed`, `turn_up`, `show` or `over`."""
    waiting_for: list[WaitingFor]


class ScoreTail(TypedDict):
    """What a score says beside its numbers."""

    game: Literal["sorcerous-futures"]
    winner: int | None
    """Null while something is hidden, and where the victory is shared."""
    why: str
    """Who wins and why, in a sentence in English."""


class ForeseeHead(TypedDict):
    """What everything may be worth in a game of Sorcerous Futures."""

    id: str
    turn: int
    player: int
    """The active one."""


class TableOfEvent(TypedDict):
    """The cards in the middle and before each seat; those that were moved, if the table contradicts the game."""

    middle: NotRequired[list[str]]
    seats: NotRequired[list[Json]]
    moved: NotRequired[list[Json]]


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
