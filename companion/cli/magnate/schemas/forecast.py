"""What ``foresee`` prints of a game."""

from __future__ import annotations

from typing import Annotated, TypedDict

from companion.games.documents import Json
from companion.games.json_schema import Counts, FieldsOf
from companion.games.magnate.foresight.choices import Choices
from companion.games.magnate.foresight.income import Earning
from companion.games.magnate.foresight.standing import DistrictStanding
from companion.games.magnate.foresight.taxation import TaxRisk
from companion.games.magnate.foresight.turns_left import TurnsLeft
from companion.games.magnate.moves import Trade
from companion.games.magnate.scoring import DecidedBy


class Means(TypedDict):
    """Tokens of each suit on average, and in all."""

    M: float
    S: float
    W: float
    L: float
    Y: float
    K: float
    total: float


class EarnedInAll(TypedDict):
    """What an earning's document has otherwise."""

    mean: float
    """Tokens that it brings in a roll on average, of all suits."""


class LostOnAverage(TypedDict):
    """What a risk's document has besides."""

    mean: float
    """Tokens lost on average."""


class ExpectedOfPlayer(TypedDict):
    """What one player may expect."""

    next_roll: Means
    remaining: Means
    """Of the rolls that are left, were nothing more built."""
    cards: list[Annotated[Json, FieldsOf((Earning, EarnedInAll))]]
    at_risk: list[Annotated[Json, FieldsOf((TaxRisk, LostOnAverage))]]


class StandingDocument(TypedDict):
    """Where the game stands, were it over now."""

    districts: list[DistrictStanding]
    districts_won: list[int]
    """By player."""
    total_ranks: list[int]
    """By player, as the first tie-break counts them."""
    tokens: list[int]
    """By player."""
    winner: int | None
    decided_by: DecidedBy
    tied: list[int]
    """The players who were tied before the deciding criterion, or who are tied at the end."""
    turns_left: TurnsLeft
    warning: str | None
    """That the last turns have begun, or are near."""


class PaymentToMake(TypedDict):
    """An exact payment, and the trades to make before it, each three tokens of one suit for one of another."""

    tokens: Counts
    trades: list[Annotated[Json, FieldsOf((Trade,), ("player",))]]


class WithPayments(TypedDict):
    """What the choices' document has otherwise."""

    develop: list[PaymentToMake]
    """How it can be paid for at once; the cheapest first."""
    deed: list[PaymentToMake]
    """How its deed can be paid for."""


class ForeseeDocument(TypedDict):
    """Income to expect, tokens at risk, where each district stands, and what cards can do."""

    id: str
    """The game's."""
    turn: int
    player: int
    """Whose turn it is."""
    players: list[ExpectedOfPlayer]
    standing: StandingDocument
    choices: list[Annotated[Json, FieldsOf((Choices, WithPayments))]]
    """Of the cards that `--card` names, in that order."""
