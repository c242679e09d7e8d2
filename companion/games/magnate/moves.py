"""Everything that can happen in a game of Magnate, as small frozen values.

A move says what was done at the table and nothing about its consequences: those are
``apply``'s. Dice are inputs; a roll arrives in a :class:`Roll`. Seats are counted from 0.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.magnate.state import Column, Phase
from companion.pieces import Card, Suit, Tokens


@dataclass(frozen=True, slots=True)
class Roll:
    """The turn's roll: two d10 and, where one shows a 1, the tax dice (B8, B9, F1, F3)."""

    player: int
    dice: tuple[int, int]
    tax_dice: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class TakeDeedIncome:
    """An owner's choice of the one token that a deed of the rolled rank pays (B15)."""

    player: int
    card: Card
    suit: Suit


@dataclass(frozen=True, slots=True)
class PreferDeedIncome:
    """What a deed's owner takes whenever it pays, until told otherwise (B15); None: ask each time."""

    player: int
    card: Card
    suit: Suit | None


@dataclass(frozen=True, slots=True)
class Develop:
    """A card is played and paid for at once (B18, B19, C2)."""

    player: int
    card: Card
    district: int
    payment: Tokens


@dataclass(frozen=True, slots=True)
class BuyDeed:
    """A card is played as a deed (B24, B25, C3)."""

    player: int
    card: Card
    district: int
    payment: Tokens


@dataclass(frozen=True, slots=True)
class AddToDeed:
    """Tokens go onto an own deed; it completes when they reach its price (B27–B30)."""

    player: int
    card: Card
    payment: Tokens


@dataclass(frozen=True, slots=True)
class Sell:
    """A card is discarded for tokens (B32, C4); in the solo game it goes to the automa (D3, D5).

    ``district`` is where the automa gets it; None is a plain sale, or a card that fits nowhere.
    """

    player: int
    card: Card
    district: int | None = None


@dataclass(frozen=True, slots=True)
class Trade:
    """Three tokens of one suit go to the bank for one of another, ``times`` over (B33)."""

    player: int
    give: Suit
    get: Suit
    times: int = 1


@dataclass(frozen=True, slots=True)
class Draw:
    """The player draws, which ends the turn (B34). ``cards`` may be left out: a companion does not know them."""

    player: int
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class EndTurn:
    """A turn ends without a draw: one of the last turns (B36, F14, D6)."""

    player: int


@dataclass(frozen=True, slots=True)
class TokensFact:
    """A player's tokens, as they were thought to be and as they are."""

    player: int
    was: Tokens
    now: Tokens


@dataclass(frozen=True, slots=True)
class CrownsFact:
    """A player's Crowns."""

    player: int
    was: tuple[Card, ...]
    now: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class ColumnFact:
    """One player's side of a district: completed properties, and the deed with the tokens on it."""

    district: int
    player: int
    was: Column
    now: Column


@dataclass(frozen=True, slots=True)
class DistrictFact:
    """The card that represents a district."""

    district: int
    was: Card
    now: Card


@dataclass(frozen=True, slots=True)
class PileFact:
    """Cards left to draw, cards discarded, and how often the pile was shuffled anew."""

    was: tuple[int, int, int]
    now: tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class TurnFact:
    """Whose turn it is and in which phase."""

    was: tuple[int, Phase]
    now: tuple[int, Phase]


Fact = TokensFact | CrownsFact | ColumnFact | DistrictFact | PileFact | TurnFact


@dataclass(frozen=True, slots=True)
class Correct:
    """The players set things to what lies on the table. Always legal where ``was`` is what was thought."""

    facts: tuple[Fact, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class SetOption:
    """The table agrees to play on with another switch (RULES.md section G); values are written as in JSON."""

    name: str
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

__all__ = [
    "AddToDeed",
    "BuyDeed",
    "ColumnFact",
    "Correct",
    "CrownsFact",
    "Develop",
    "DistrictFact",
    "Draw",
    "EndTurn",
    "Fact",
    "Move",
    "PileFact",
    "PreferDeedIncome",
    "Roll",
    "Sell",
    "SetOption",
    "TakeDeedIncome",
    "TokensFact",
    "Trade",
    "TurnFact",
]
