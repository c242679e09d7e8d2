"""What people at a table do, one value a move; seats count from 0, districts from seat 0's left.

Cards are codes (``4MS``, ``AM``, ``PSWK``, ``CK``, ``X``), tiles too (``TA4``; suits S M C A, face 0 null, 1 ace), and
tokens are numbers by suit letter (``{"M": 1, "S": 2}``). ``str(act)`` says the act as a person would.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tests.person.referee.names import OFFICES, card_name, suit_name, tile_name

Purse = Mapping[str, int]
Magistrate = tuple[int, bool]
"""Whose Magistrate, and whether it is active."""


def spoken(tokens: Purse) -> str:
    """Return tokens as text: ``1 Moons, 2 Suns``."""
    return ", ".join(f"{number} {suit_name(suit)}" for suit, number in tokens.items() if number) or "nothing"


def _card(code: str) -> str:
    return f"{code} ({card_name(code)})"


@dataclass(frozen=True)
class Act:
    """Something that a seat does."""

    seat: int


@dataclass(frozen=True)
class Correct(Act):
    """The screen is told what really lies there: tokens of a suit, or gold."""

    what: str
    """A suit letter, or ``gold``."""
    was: int
    now: int

    def __str__(self) -> str:
        return f"correct {self.what} from {self.was} to {self.now}"


# Magnate


@dataclass(frozen=True)
class Roll(Act):
    """Two d10, and the tax die where one shows a 1."""

    dice: tuple[int, int]
    tax: int | None
    """What the tax die shows: 1 Moons to 6 Knots."""

    def __str__(self) -> str:
        tax = "" if self.tax is None else f", tax die {self.tax}"
        return f"roll d10 {self.dice[0]}, d10 {self.dice[1]}{tax}"


@dataclass(frozen=True)
class TakeDeedIncome(Act):
    """The owner of a deed takes a token of one of its suits."""

    card: str
    suit: str

    def __str__(self) -> str:
        return f"take {suit_name(self.suit)} for the deed on {_card(self.card)}"


@dataclass(frozen=True)
class Develop(Act):
    """A card is played and paid for."""

    card: str
    district: int
    at: str
    """The district's card."""
    pays: Purse

    def __str__(self) -> str:
        return f"develop {_card(self.card)} at the district of {_card(self.at)}, paying {spoken(self.pays)}"


@dataclass(frozen=True)
class BuyDeed(Act):
    """A card is played as a deed."""

    card: str
    district: int
    at: str
    pays: Purse

    def __str__(self) -> str:
        return f"deed on {_card(self.card)} at the district of {_card(self.at)}, paying {spoken(self.pays)}"


@dataclass(frozen=True)
class AddToDeed(Act):
    """Tokens are laid on an own deed."""

    card: str
    district: int
    at: str
    pays: Purse

    def __str__(self) -> str:
        return f"add {spoken(self.pays)} to the deed on {_card(self.card)} at {_card(self.at)}"


@dataclass(frozen=True)
class Sell(Act):
    """A card is discarded for tokens."""

    card: str

    def __str__(self) -> str:
        return f"sell {_card(self.card)}"


@dataclass(frozen=True)
class Trade(Act):
    """Three tokens of one suit for one of another."""

    give: str
    get: str

    def __str__(self) -> str:
        return f"trade 3 {suit_name(self.give)} for 1 {suit_name(self.get)}"


@dataclass(frozen=True)
class Draw(Act):
    """A card is drawn, which ends the turn. Nobody tells the screen which."""

    shuffles: bool
    """Whether the discards had to be shuffled for it."""

    def __str__(self) -> str:
        return "shuffle and draw" if self.shuffles else "draw"


@dataclass(frozen=True)
class EndTurn(Act):
    """The turn ends without a draw."""

    def __str__(self) -> str:
        return "end the turn"


# Sorcerous Futures


@dataclass(frozen=True)
class DealFive(Act):
    """Five cards are laid open."""

    cards: tuple[str, ...]

    def __str__(self) -> str:
        return "deal " + ", ".join(map(_card, self.cards))


@dataclass(frozen=True)
class TurnUp(Act):
    """With three players the valuation under the Excuse is turned up after ten auctions."""

    card: str

    def __str__(self) -> str:
        return f"turn up {_card(self.card)} under the Excuse"


@dataclass(frozen=True)
class Offer(Act):
    """The active player picks a card and the kind of auction."""

    card: str
    closed: bool
    bid: int | None
    """The first bid of an open auction."""

    def __str__(self) -> str:
        return f"{'closed auction' if self.closed else f'open auction at {self.bid}'} for {_card(self.card)}"


@dataclass(frozen=True)
class Bid(Act):
    """A higher bid, in an open auction or for the Office of Prefect."""

    gold: int

    def __str__(self) -> str:
        return f"bid {self.gold}"


@dataclass(frozen=True)
class Pass(Act):
    """No higher bid, or no action."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True)
class ClosedBids(Act):
    """Everybody's secret bid, by seat; the seat is the active player's."""

    bids: tuple[int, ...]

    def __str__(self) -> str:
        return "secret bids " + ", ".join(map(str, self.bids))


@dataclass(frozen=True)
class Show(Act):
    """At the end a player shows the own valuations and Crown."""

    valuations: Mapping[str, str]
    """By the Ace, or the Excuse, that they lie under."""
    crown: str

    def __str__(self) -> str:
        under = ", ".join(f"{_card(card)} under {_card(place)}" for place, card in self.valuations.items())
        return f"show {under} and {_card(self.crown)}"


# Magistratvm. Gold comes from the Estate first, as on the form's defaults.


def _tile(code: str) -> str:
    return tile_name(code)


def _office(office: str) -> str:
    return OFFICES[office][0]


@dataclass(frozen=True)
class RollForPrefect(Act):
    """Everybody who is asked rolls a piecepack die; the seat is the first of them."""

    values: Mapping[int, int]
    """By seat; null counts 6."""

    def __str__(self) -> str:
        return "roll " + ", ".join(map(str, self.values.values()))


@dataclass(frozen=True)
class TakeIncome(Act):
    """A player takes income, with active Quaestors and the Income die if wanted."""

    quaestors: int
    die: bool

    def __str__(self) -> str:
        return f"take income with {self.quaestors} Quaestors and {'the' if self.die else 'no'} Income die"


@dataclass(frozen=True)
class PlaceTokens(Act):
    """Tokens are placed at a contested Province."""

    tile: str
    number: int

    def __str__(self) -> str:
        return f"place {self.number} tokens at {_tile(self.tile)}"


@dataclass(frozen=True)
class Enter(Act):
    """A Patrician enters a low Office."""

    office: str

    def __str__(self) -> str:
        return f"enter as {_office(self.office)}"


@dataclass(frozen=True)
class Promote(Act):
    """An active Magistrate rises; where the Office is full a rival makes room."""

    office: str
    to: str
    displaced: Magistrate | None

    def __str__(self) -> str:
        return f"promote a {_office(self.office)} to {_office(self.to)}"


@dataclass(frozen=True)
class Fall(Act):
    """The owner of a displaced Magistrate sets it down in a lower Office."""

    office: str
    displaced: Magistrate | None

    def __str__(self) -> str:
        return f"the displaced Magistrate becomes {_office(self.office)}"


@dataclass(frozen=True)
class UseTribune(Act):
    """A free token."""

    tile: str

    def __str__(self) -> str:
        return f"Tribune: a token to {_tile(self.tile)}"


@dataclass(frozen=True)
class UseAedile(Act):
    """Anybody's token from one Province to another."""

    whose: int
    tile: str
    to: str

    def __str__(self) -> str:
        return f"Aedile: a token of seat {self.whose + 1} from {_tile(self.tile)} to {_tile(self.to)}"


@dataclass(frozen=True)
class UsePraetor(Act):
    """One or two tokens of a Province go back to their owners."""

    tile: str
    owners: tuple[int, ...]

    def __str__(self) -> str:
        return f"Praetor: {len(self.owners)} tokens back from {_tile(self.tile)}"


@dataclass(frozen=True)
class UseConsul(Act):
    """Another Magistrate goes home."""

    office: str
    whose: Magistrate

    def __str__(self) -> str:
        return f"Consul: a {_office(self.office)} of seat {self.whose[0] + 1} goes home"


@dataclass(frozen=True)
class RecallGovernor(Act):
    """A Consul sends a Governor home."""

    tile: str

    def __str__(self) -> str:
        return f"Consul: the Governor of {_tile(self.tile)} goes home"


@dataclass(frozen=True)
class Appoint(Act):
    """An active Magistrate becomes Governor of an own Province."""

    office: str
    tile: str

    def __str__(self) -> str:
        return f"a {_office(self.office)} becomes Governor of {_tile(self.tile)}"


@dataclass(frozen=True)
class Withdraw(Act):
    """An own Governor goes home."""

    tile: str

    def __str__(self) -> str:
        return f"the Governor of {_tile(self.tile)} goes home"


@dataclass(frozen=True)
class Give(Act):
    """Gold changes hands."""

    to: int
    gold: int

    def __str__(self) -> str:
        return f"give {self.gold} gold to seat {self.to + 1}"


@dataclass(frozen=True)
class Dictate(Act):
    """The Dictator takes a Province."""

    tile: str
    governs: bool

    def __str__(self) -> str:
        return f"Dictator: takes {_tile(self.tile)} and {'governs it' if self.governs else 'goes home'}"


@dataclass(frozen=True)
class StartCircuit(Act):
    """The Prefect names the Province where elections begin."""

    tile: str

    def __str__(self) -> str:
        return f"elections begin at {_tile(self.tile)}"


@dataclass(frozen=True)
class Lend(Act):
    """A Magistrate votes for somebody in the election that goes on."""

    office: str
    to: int

    def __str__(self) -> str:
        return f"a {_office(self.office)} votes for seat {self.to + 1}"


@dataclass(frozen=True)
class Count(Act):
    """The Prefect counts the votes."""

    def __str__(self) -> str:
        return "count the votes"


@dataclass(frozen=True)
class Redistribute(Act):
    """Tokens that leave go to Provinces that have not voted yet; the others go home."""

    to: Mapping[str, int]

    def __str__(self) -> str:
        moved = ", ".join(f"{number} to {_tile(tile)}" for tile, number in self.to.items())
        return f"redistribute {moved or 'nothing'}"


@dataclass(frozen=True)
class Refill(Act):
    """New tiles are laid in the gaps, by place in the circuit; the seat is the Prefect's."""

    tiles: Mapping[int, str]

    def __str__(self) -> str:
        return "lay " + ", ".join(f"{_tile(tile)} at place {place + 1}" for place, tile in self.tiles.items())
