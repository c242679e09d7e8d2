"""What the documents of a game are where it is one of Sorcerous Futures: options, setup, states, score."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from companion.cli.schemas.games import MoveToState
from companion.cli.schemas.score import ScoreHead
from companion.games.documents import Json
from companion.games.field_types import Named
from companion.games.json_schema import FieldsOf
from companion.games.sorcerous_futures.scoring import Score
from companion.games.sorcerous_futures.state import State
from companion.games.sorcerous_futures.statistics import AuctionFigures


class WaitingFor(TypedDict):
    """What play waits for, beside the bids of a closed auction, which are given under cover."""

    owner: int
    """The seat that answers."""
    kind: str
    """`deal`, `choose`, `open`, `turn_up` or `show`."""
    text: str


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


StateShown = Annotated[Json, FieldsOf((State, AsShown), without=("options", "as_format_3"))]
StateAfter = Annotated[Json, FieldsOf((MoveToState, State, AsShown), without=("options", "as_format_3"))]
ScoreShown = Annotated[Json, FieldsOf((ScoreHead, Score, ScoreTail))]


class ForeseeHead(TypedDict):
    """What everything may be worth in a game of Sorcerous Futures."""

    id: str
    turn: int
    player: int
    """The active one."""


class OfFutures(TypedDict):
    """What a game's document has otherwise."""

    game: Literal["sorcerous-futures"]
    options: Annotated[Json, Named("options")]
    """Every switch by name."""
    setup: Annotated[Json, Named("setup")]
    state: StateShown
    score: ScoreShown
    """How the game ends, or what is known of it so far."""


class ShownOfFutures(TypedDict):
    """What `show` has otherwise."""

    turns: list[AuctionFigures]
    """Every auction that is over."""


class ReplayedOfFutures(TypedDict):
    """What `replay` has otherwise."""

    start: NotRequired[StateShown]
    """With `--states`: the state before the first move."""
    states: NotRequired[list[StateAfter]]
    """With `--states`: the state after each move."""
