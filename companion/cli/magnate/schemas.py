"""JSON Schemas of what commands print of Magnate alone, as types."""

from typing import Annotated, Literal, NotRequired, TypedDict

from companion.cli.schemas.games import ShapesOfGame
from companion.cli.schemas.readings import ScoreHead
from companion.games.documents import Json
from companion.games.field_types import Named
from companion.games.json_schema import Code, Counts, FieldsOf, Letter
from companion.games.magnate.causes import TurnFigures
from companion.games.magnate.foresight.choices import Choices
from companion.games.magnate.foresight.income import Earning, TaxRisk
from companion.games.magnate.foresight.standing import DistrictStanding, TurnsLeft
from companion.games.magnate.moves import Trade
from companion.games.magnate.scoring import DecidedBy, Score
from companion.games.magnate.state import State


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


class TableOfEvent(TypedDict):
    """What the camera reads of the districts; the rows that differ, if the table contradicts the game."""

    districts: NotRequired[list[Json]]
    columns: NotRequired[list[Json]]


class TaxDiceOfEvent(TypedDict):
    """The tax dice of a roll; null for one that could not be read."""

    tax_dice: NotRequired[list[int | None]]


D10 = Annotated[int, Named("d10")]
D6 = Annotated[int, Named("d6")]


class Pays(TypedDict):
    """A card that a rank pays."""

    card: Code
    pays: list[Letter]


class RollDocument(TypedDict):
    """A roll, whom it taxes, and what every rank earns."""

    source: str
    """`app`, `camera` or `roller`."""
    id: str
    """Of the roll: the same id never counts twice."""
    dice: tuple[D10, D10]
    tax_dice: list[D6]
    """Empty without a 1."""
    taxed: list[Letter]
    """Each suit once."""
    rank: int
    """The higher die."""
    ranks: dict[str, list[Pays]]
    """By rank, 1 Aces to 10 Crowns: the cards that it pays."""


class PlayersRoll(TypedDict):
    """What the roll did to a player."""

    player: str
    """By name; in order of seats."""
    lost: dict[str, int]
    """To taxation, by suit letter."""
    income: Counts
    tokens: Counts
    """Held now."""


class AwaitedAnswer(TypedDict):
    """What the game waits for."""

    player: str
    text: str


class RollInGame(TypedDict):
    """What a roll in a game says besides."""

    game: str
    """The game's id."""
    seq: int
    """The roll's place in the game."""
    players: list[PlayersRoll]
    waiting_for: list[AwaitedAnswer]


class ScoreTail(TypedDict):
    """What a score says beside its numbers."""

    game: Literal["magnate"]
    crowns: list[list[Code]]
    """By player."""
    why: str
    """Who wins and why, in a sentence in English."""


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
