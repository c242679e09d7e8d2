"""What people at a table do, one value a move; seats count from 0, districts from seat 0's left.

Cards are codes (``4MS``, ``AM``, ``PSWK``, ``CK``, ``X``), tiles too (``TA4``; suits S M C A, face 0 null, 1 ace), and
tokens are numbers by suit letter (``{"M": 1, "S": 2}``). ``str(act)`` says the act as a person would.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from tests.person.referee.names import OFFICES, card_name, suit_name, tile_name

Purse = Mapping[str, int]
Magistrate = tuple[int, bool]
"""Whose Magistrate, and whether it is active."""


def spoken(tokens: Purse) -> str:
    """Return tokens as text: ``1 Moons, 2 Suns``."""
    return ", ".join(f"{number} {suit_name(suit)}" for suit, number in tokens.items() if number) or "nothing"


@dataclass(frozen=True)
class Act:
    """Something that a seat does."""

    says: ClassVar[str]
    """The act in words, with its fields."""
    seat: int

    def __str__(self) -> str:
        return self.says.format(**{name: _in_words(name, value) for name, value in vars(self).items()})


def _in_words(name: str, value: Any) -> object:
    """Return a field in words: what has a name by it."""
    if name == "pays":
        return spoken(value)
    if not isinstance(value, str):
        return value
    if name in ("suit", "give", "get"):
        return suit_name(value)
    if value in OFFICES:
        return OFFICES[value][0]
    if name in ("tile", "to"):
        return tile_name(value)
    return f"{value} ({card_name(value)})" if name in ("card", "at", "crown") else value


@dataclass(frozen=True)
class Correct(Act):
    """The screen is told what really lies there: tokens of a suit, or gold."""

    says = "correct {what} from {was} to {now}"
    what: str
    """A suit letter, or ``gold``."""
    was: int
    now: int


# Magnate


@dataclass(frozen=True)
class Roll(Act):
    """Two d10, and the tax die where one shows a 1."""

    says = "roll d10 {dice}, tax die {tax}"
    dice: tuple[int, int]
    tax: int | None
    """What the tax die shows: 1 Moons to 6 Knots."""


@dataclass(frozen=True)
class TakeDeedIncome(Act):
    """The owner of a deed takes a token of one of its suits."""

    says = "take {suit} for the deed on {card}"
    card: str
    suit: str


@dataclass(frozen=True)
class Develop(Act):
    """A card is played and paid for."""

    says = "develop {card} at the district of {at}, paying {pays}"
    card: str
    district: int
    at: str
    """The district's card."""
    pays: Purse


@dataclass(frozen=True)
class BuyDeed(Act):
    """A card is played as a deed."""

    says = "deed on {card} at the district of {at}, paying {pays}"
    card: str
    district: int
    at: str
    pays: Purse


@dataclass(frozen=True)
class AddToDeed(Act):
    """Tokens are laid on an own deed."""

    says = "add {pays} to the deed on {card} at {at}"
    card: str
    district: int
    at: str
    pays: Purse


@dataclass(frozen=True)
class Sell(Act):
    """A card is discarded for tokens."""

    says = "sell {card}"
    card: str


@dataclass(frozen=True)
class Trade(Act):
    """Three tokens of one suit for one of another."""

    says = "trade 3 {give} for 1 {get}"
    give: str
    get: str


@dataclass(frozen=True)
class Draw(Act):
    """A card is drawn, which ends the turn. Nobody tells the screen which."""

    says = "draw, shuffling first: {shuffles}"
    shuffles: bool
    """Whether the discards had to be shuffled for it."""


@dataclass(frozen=True)
class EndTurn(Act):
    """The turn ends without a draw."""

    says = "end the turn"


# Sorcerous Futures


@dataclass(frozen=True)
class DealFive(Act):
    """Five cards are laid open."""

    says = "deal {cards}"
    cards: tuple[str, ...]


@dataclass(frozen=True)
class TurnUp(Act):
    """With three players the valuation under the Excuse is turned up after ten auctions."""

    says = "turn up {card} under the Excuse"
    card: str


@dataclass(frozen=True)
class Offer(Act):
    """The active player picks a card and the kind of auction."""

    says = "auction {card}, closed: {closed}, first bid {bid}"
    card: str
    closed: bool
    bid: int | None
    """The first bid of an open auction."""


@dataclass(frozen=True)
class Bid(Act):
    """A higher bid, in an open auction or for the Office of Prefect."""

    says = "bid {gold}"
    gold: int


@dataclass(frozen=True)
class Pass(Act):
    """No higher bid, or no action."""

    says = "pass"


@dataclass(frozen=True)
class ClosedBids(Act):
    """Everybody's secret bid, by seat; the seat is the active player's."""

    says = "secret bids {bids}"
    bids: tuple[int, ...]


@dataclass(frozen=True)
class Show(Act):
    """At the end a player shows the own valuations and Crown."""

    says = "show {valuations} and {crown}"
    valuations: Mapping[str, str]
    """By the Ace, or the Excuse, that they lie under."""
    crown: str


# Magistratvm. Gold comes from the Estate first, as on the form's defaults.


@dataclass(frozen=True)
class RollForPrefect(Act):
    """Everybody who is asked rolls a piecepack die; the seat is the first of them."""

    says = "roll {values}"
    values: Mapping[int, int]
    """By seat; null counts 6."""


@dataclass(frozen=True)
class TakeIncome(Act):
    """A player takes income, with active Quaestors and the Income die if wanted."""

    says = "take income with {quaestors} Quaestors, Income die: {die}"
    quaestors: int
    die: bool


@dataclass(frozen=True)
class PlaceTokens(Act):
    """Tokens are placed at a contested Province."""

    says = "place {number} tokens at {tile}"
    tile: str
    number: int


@dataclass(frozen=True)
class Enter(Act):
    """A Patrician enters a low Office."""

    says = "enter as {office}"
    office: str


@dataclass(frozen=True)
class Promote(Act):
    """An active Magistrate rises; where the Office is full a rival makes room."""

    says = "promote a {office} to {to}, displacing {displaced}"
    office: str
    to: str
    displaced: Magistrate | None


@dataclass(frozen=True)
class Fall(Act):
    """The owner of a displaced Magistrate sets it down in a lower Office."""

    says = "the displaced Magistrate becomes {office}, displacing {displaced}"
    office: str
    displaced: Magistrate | None


@dataclass(frozen=True)
class UseTribune(Act):
    """A free token."""

    says = "Tribune: a token to {tile}"
    tile: str


@dataclass(frozen=True)
class UseAedile(Act):
    """Anybody's token from one Province to another."""

    says = "Aedile: a token of seat {whose} from {tile} to {to}"
    whose: int
    tile: str
    to: str


@dataclass(frozen=True)
class UsePraetor(Act):
    """One or two tokens of a Province go back to their owners."""

    says = "Praetor: tokens of {owners} back from {tile}"
    tile: str
    owners: tuple[int, ...]


@dataclass(frozen=True)
class UseConsul(Act):
    """Another Magistrate goes home."""

    says = "Consul: a {office} of {whose} goes home"
    office: str
    whose: Magistrate


@dataclass(frozen=True)
class RecallGovernor(Act):
    """A Consul sends a Governor home."""

    says = "Consul: the Governor of {tile} goes home"
    tile: str


@dataclass(frozen=True)
class Appoint(Act):
    """An active Magistrate becomes Governor of an own Province."""

    says = "a {office} becomes Governor of {tile}"
    office: str
    tile: str


@dataclass(frozen=True)
class Withdraw(Act):
    """An own Governor goes home."""

    says = "the Governor of {tile} goes home"
    tile: str


@dataclass(frozen=True)
class Give(Act):
    """Gold changes hands."""

    says = "give {gold} gold to seat {to}"
    to: int
    gold: int


@dataclass(frozen=True)
class Dictate(Act):
    """The Dictator takes a Province."""

    says = "Dictator: takes {tile}, governing it: {governs}"
    tile: str
    governs: bool


@dataclass(frozen=True)
class StartCircuit(Act):
    """The Prefect names the Province where elections begin."""

    says = "elections begin at {tile}"
    tile: str


@dataclass(frozen=True)
class Lend(Act):
    """A Magistrate votes for somebody in the election that goes on."""

    says = "a {office} votes for seat {to}"
    office: str
    to: int


@dataclass(frozen=True)
class Count(Act):
    """The Prefect counts the votes."""

    says = "count the votes"


@dataclass(frozen=True)
class Redistribute(Act):
    """Tokens that leave go to Provinces that have not voted yet; the others go home."""

    says = "redistribute {to}"
    to: Mapping[str, int]


@dataclass(frozen=True)
class Refill(Act):
    """New tiles are laid in the gaps, by place in the circuit; the seat is the Prefect's."""

    says = "lay {tiles}"
    tiles: Mapping[int, str]
