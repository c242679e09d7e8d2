"""Everything that can happen in a game of Sorcerous Futures. Seats are counted from 0, clockwise."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.sorcerous_futures.state import NO_NOTES, Bought, Notes, Valuation
from companion.pieces import Card


@dataclass(frozen=True, slots=True)
class Deal:
    """Five cards are laid open in the middle (H9, H13)."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Offer:
    """The active player puts a card up for auction (H9)."""

    player: int
    card: Card
    closed: bool = False
    bid: int | None = None
    """The first bid of an open auction; None for the card's rank (H10)."""


@dataclass(frozen=True, slots=True)
class Bid:
    """A higher bid in an open auction (H10)."""

    player: int
    gold: int


@dataclass(frozen=True, slots=True)
class Pass:
    """No higher bid (H10)."""

    player: int


@dataclass(frozen=True, slots=True)
class Bids:
    """What everybody bids in a closed auction, by seat, shown at once (H11)."""

    gold: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TurnUp:
    """The card under the Excuse is turned up for three players (H15)."""

    card: Card


@dataclass(frozen=True, slots=True)
class Show:
    """At the end a player shows the valuations in front of them, and their Crown (H16, H18)."""

    player: int
    valuations: tuple[Valuation, ...]
    crown: Card


@dataclass(frozen=True, slots=True)
class Note:
    """What a player wants to remember of the hidden cards they saw, in place of what they had noted (H7)."""

    player: int
    notes: Notes = NO_NOTES


@dataclass(frozen=True, slots=True)
class GoldFact:
    """A player's gold."""

    player: int
    was: int
    now: int


@dataclass(frozen=True, slots=True)
class BoughtFact:
    """What a player bought, and for how much."""

    player: int
    was: tuple[Bought, ...]
    now: tuple[Bought, ...]


@dataclass(frozen=True, slots=True)
class MiddleFact:
    """The cards in the middle."""

    was: tuple[Card, ...]
    now: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class TurnFact:
    """Who is active; an auction that goes on is given up."""

    was: int
    now: int


@dataclass(frozen=True, slots=True)
class ValuationFact:
    """What lies open under an Ace or the Excuse; None for nothing."""

    under: Card
    was: Card | None
    now: Card | None


@dataclass(frozen=True, slots=True)
class CrownFact:
    """The Crown that a player has shown; None for none."""

    player: int
    was: Card | None
    now: Card | None


Fact = GoldFact | BoughtFact | MiddleFact | TurnFact | ValuationFact | CrownFact


@dataclass(frozen=True, slots=True)
class Correct:
    """The players set things to what lies on the table. Always legal where ``was`` is what was thought."""

    facts: tuple[Fact, ...]


Move = Deal | Offer | Bid | Pass | Bids | TurnUp | Show | Note | Correct
