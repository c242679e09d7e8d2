"""The moves of Sorcerous Futures. Seats count from 0, clockwise."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from companion.games.field_types import Bounds, Count, Flag, Seat, Typed
from companion.games.sorcerous_futures.state import NO_NOTES, Bought, Notes, Valuation
from companion.pieces import Card


@dataclass(frozen=True, slots=True)
class Deal:
    """Five cards laid open in the middle (H9, H13)."""

    cards: Annotated[tuple[Card, ...], Typed("CARD CARD CARD CARD CARD")]


@dataclass(frozen=True, slots=True)
class Offer:
    """A card that the active player puts up for auction (H9)."""

    player: Seat
    card: Card
    closed: Annotated[bool, Flag("closed")] = False
    bid: Annotated[Count | None, Typed("GOLD")] = None
    """The first bid of an open auction; None for the card's rank (H10)."""


@dataclass(frozen=True, slots=True)
class Bid:
    """A higher bid in an open auction (H10)."""

    player: Seat
    gold: Count


@dataclass(frozen=True, slots=True)
class Pass:
    """A pass in an open auction (H10)."""

    player: Seat


@dataclass(frozen=True, slots=True)
class Bids:
    """The bids of a closed auction, by seat, shown at once (H11)."""

    gold: Annotated[tuple[Count, ...], Typed("GOLD GOLD GOLD [GOLD]")]
    """By seat."""


@dataclass(frozen=True, slots=True)
class TurnUp:
    """The card under the Excuse, turned up for three players (H15)."""

    card: Card


@dataclass(frozen=True, slots=True)
class Show:
    """A player's valuations and Crown, shown at the end (H16, H18)."""

    player: Seat
    valuations: Annotated[tuple[Valuation, ...], Typed("[UNDER:CARD …]")]
    crown: Annotated[Card, Typed("CROWN")]


@dataclass(frozen=True, slots=True)
class Note:
    """A player's notes on hidden cards, in place of earlier ones (H7)."""

    player: Seat
    notes: Notes = NO_NOTES


@dataclass(frozen=True, slots=True)
class GoldFact:
    """A player's gold."""

    player: Seat
    was: Count
    now: Count


@dataclass(frozen=True, slots=True)
class BoughtFact:
    """A card that a player bought, and its price."""

    player: Seat
    was: tuple[Bought, ...]
    now: tuple[Bought, ...]


@dataclass(frozen=True, slots=True)
class MiddleFact:
    """The cards in the middle."""

    was: tuple[Card, ...]
    now: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class TurnFact:
    """The active player; a running auction is abandoned."""

    was: Seat
    now: Seat


@dataclass(frozen=True, slots=True)
class ValuationFact:
    """The open card under an Ace or the Excuse; None if there is none."""

    under: Card
    was: Card | None
    now: Card | None


@dataclass(frozen=True, slots=True)
class CrownFact:
    """The Crown that a player has shown; None if there is none."""

    player: Seat
    was: Card | None
    now: Card | None


Fact = GoldFact | BoughtFact | MiddleFact | TurnFact | ValuationFact | CrownFact


@dataclass(frozen=True, slots=True)
class Correct:
    """A correction to what lies on the table. Always legal if ``was`` is the game's value."""

    facts: Annotated[tuple[Fact, ...], Bounds(least=1)]


Move = Deal | Offer | Bid | Pass | Bids | TurnUp | Show | Note | Correct
