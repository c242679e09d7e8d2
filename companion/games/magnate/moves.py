"""The moves of Magnate, as small frozen values.

A move states what players did, and nothing about its consequences, which ``apply`` computes. Dice are inputs: a roll
arrives in a :class:`Roll`. Seats count from 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from companion.games.field_types import D6, D10, Bounds, Count, Positive, Seat, Typed
from companion.games.magnate.state import Column, Phase
from companion.pieces import Card, Suit, Tokens

DistrictIndex = Annotated[int, Bounds(least=0), Typed("@DISTRICT")]
"""A district, counted from 0 at seat 0's left."""


@dataclass(frozen=True, slots=True)
class Roll:
    """The turn's roll: two d10 and, if one shows a 1, the tax dice (B8, B9, F1, F3)."""

    player: Seat
    dice: Annotated[tuple[D10, D10], Typed("D10 D10")]
    tax_dice: Annotated[tuple[D6, ...], Bounds(most=2), Typed("D6 …", after="tax")] = ()
    """Empty without a 1."""


@dataclass(frozen=True, slots=True)
class TakeDeedIncome:
    """An owner's choice of the token that a deed of the rolled rank pays (B15)."""

    player: Seat
    """The owner of the deed."""
    card: Card
    suit: Suit


@dataclass(frozen=True, slots=True)
class PreferDeedIncome:
    """The suit that a deed's owner takes from now on (B15); None to choose each time."""

    player: Seat
    """The owner of the deed."""
    card: Card
    suit: Suit | None


@dataclass(frozen=True, slots=True)
class Develop:
    """A card played and paid for at once (B18, B19, C2)."""

    player: Seat
    card: Card
    district: DistrictIndex
    payment: Tokens


@dataclass(frozen=True, slots=True)
class BuyDeed:
    """A card played as a deed (B24, B25, C3)."""

    player: Seat
    card: Card
    district: DistrictIndex
    payment: Tokens


@dataclass(frozen=True, slots=True)
class AddToDeed:
    """Tokens put on an own deed, which is complete when they reach its price (B27–B30)."""

    player: Seat
    card: Card
    payment: Tokens


@dataclass(frozen=True, slots=True)
class Sell:
    """A card discarded for tokens (B32, C4); in the solo game the automa gets it (D3, D5)."""

    player: Seat
    card: Card
    district: DistrictIndex | None = None
    """In the solo game the automa's district for it; None for a plain sale, or a card without a place."""


@dataclass(frozen=True, slots=True)
class Trade:
    """Three tokens of one suit for one of another from the bank, ``times`` over (B33)."""

    player: Seat
    give: Suit
    get: Suit
    times: Positive = 1


@dataclass(frozen=True, slots=True)
class Draw:
    """A draw, which ends the turn (B34)."""

    player: Seat
    cards: Annotated[tuple[Card, ...], Typed("CARD …")] = ()
    """Empty if they are not known."""


@dataclass(frozen=True, slots=True)
class EndTurn:
    """The end of a turn without a draw: one of the last turns (B36, F14, D6)."""

    player: Seat


@dataclass(frozen=True, slots=True)
class TokensFact:
    """A player's tokens, before and after the correction."""

    player: Seat
    was: Tokens
    now: Tokens


@dataclass(frozen=True, slots=True)
class CrownsFact:
    """A player's Crowns."""

    player: Seat
    was: tuple[Card, ...]
    now: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class ColumnFact:
    """One player's side of a district: completed properties, and the deed with the tokens on it."""

    district: DistrictIndex
    player: Seat
    was: Column
    now: Column


@dataclass(frozen=True, slots=True)
class DistrictFact:
    """The card of a district."""

    district: DistrictIndex
    was: Card
    now: Card


@dataclass(frozen=True, slots=True)
class PileFact:
    """The number of cards in the pile and the discards, and of reshuffles."""

    was: tuple[Count, Count, Count]
    """Cards in the pile, discards, reshuffles so far."""
    now: tuple[Count, Count, Count]


@dataclass(frozen=True, slots=True)
class TurnFact:
    """The current player and the phase."""

    was: tuple[int, Phase]
    """The current player and the phase."""
    now: tuple[int, Phase]


Fact = TokensFact | CrownsFact | ColumnFact | DistrictFact | PileFact | TurnFact


@dataclass(frozen=True, slots=True)
class Correct:
    """A correction to what lies on the table. Always legal if ``was`` is the game's value."""

    facts: Annotated[tuple[Fact, ...], Bounds(least=1)]
    note: str = ""


@dataclass(frozen=True, slots=True)
class SetOption:
    """A change of one option; values are written as in JSON."""

    name: Annotated[str, Typed("OPTION")]
    was: str
    now: str


Move = (
    Roll
    | TakeDeedIncome
    | PreferDeedIncome
    | Develop
    | BuyDeed
    | AddToDeed
    | Sell
    | Trade
    | Draw
    | EndTurn
    | Correct
    | SetOption
)
