"""The state of a game of Sorcerous Futures, public but for the notes."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Annotated

from companion.games.field_types import Count, Seat, Typed
from companion.games.sorcerous_futures.options import Options
from companion.games.texts import gold_amount
from companion.locale import Message
from companion.pieces import DECK, Card, Rank, Suit

EXCUSE = Card.parse("X")
GOLD = 90
"""Each player's gold at the beginning (H1)."""
AUCTIONS = 20
"""Four times five cards (H14)."""
FIVE = 5


class Phase(Enum):
    """The phase of a turn."""

    DEAL = "deal"
    """Five cards must be laid open (H9, H13)."""
    CHOOSE = "choose"
    """The active player chooses a card and the kind of its auction (H9)."""
    OPEN = "open"
    """A seat bids or passes (H10)."""
    CLOSED = "closed"
    """All players make a sealed bid (H11)."""
    TURN_UP = "turn_up"
    """The card under the Excuse must be turned up (H15)."""
    SHOW = "show"
    """Each player shows the cards in front of them (H16)."""
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Bought:
    """A card that a player took, and the price."""

    card: Card
    gold: Count


@dataclass(frozen=True, slots=True)
class Auction:
    """A running auction; an open one has a leader and a seat to answer."""

    card: Card
    closed: bool
    leader: int | None = None
    bid: int = 0
    to_bid: int | None = None


@dataclass(frozen=True, slots=True)
class Valuation:
    """A card under an Ace or the Excuse (H6)."""

    under: Annotated[Card, Typed("UNDER")]
    card: Card


@dataclass(frozen=True, slots=True)
class HeldCrown:
    """A Crown in a player's hand (H4, H5)."""

    player: Seat
    card: Annotated[Card, Typed("CROWN")]


@dataclass(frozen=True, slots=True)
class Notes:
    """A seat's notes on hidden cards; secret until the end."""

    valuations: tuple[Valuation, ...] = ()
    crowns: tuple[HeldCrown, ...] = ()
    drawn: tuple[Card, ...] = ()
    """The valuations that the sly Excuse's player drew (H20)."""


NO_NOTES = Notes()


@dataclass(frozen=True, slots=True)
class State:
    """A state of a game. Seats go clockwise: the left neighbour of a seat is the next one."""

    options: Options
    aces: tuple[tuple[Card, ...], ...]
    """In front of each seat; none in front of the Excuse's owner (H3, H5)."""
    gold: tuple[int, ...]
    bought: tuple[tuple[Bought, ...], ...]
    player: int
    """The active player."""
    crowns: tuple[Card | None, ...]
    """Shown at the end."""
    notes: tuple[Notes, ...]
    middle: tuple[Card, ...] = ()
    auction: Auction | None = None
    valuations: tuple[Valuation, ...] = ()
    """The open ones."""
    stopped: bool = False
    """Whether the players have stopped early: no more cards are auctioned."""
    as_format_3: bool = False
    """Whether the game's entries began with format 3, whose rules it keeps: there corrections changed neither the
    number of cards to lay open nor what a player shows, and the last Crown ended the game.
    """

    @property
    def seats(self) -> int:
        """The number of players."""
        return len(self.gold)

    @property
    def auctions(self) -> int:
        """The number of finished auctions."""
        return sum(map(len, self.bought))

    @property
    def over(self) -> bool:
        """Whether the game is over: all cards are auctioned, and everything is shown."""
        shown = all(map(self.has_shown, range(self.seats)))
        if self.as_format_3:
            return shown
        auctioned = self.stopped or (self.auctions >= AUCTIONS and not self.middle)
        return shown and auctioned and not self._excuse_is_hidden

    @property
    def turn(self) -> int:
        """The number of the current or next auction; the last one once all are over."""
        return min(self.auctions + 1, AUCTIONS)

    @property
    def phase(self) -> Phase:
        """The phase, which follows from the cards on the table."""
        if self.over:
            return Phase.OVER
        if self.auction is not None:
            return Phase.CLOSED if self.auction.closed else Phase.OPEN
        if self.middle and not self.stopped:
            return Phase.CHOOSE
        if self._excuse_is_hidden and self._reached(AUCTIONS // 2):
            return Phase.TURN_UP
        return Phase.SHOW if self._reached(AUCTIONS) else Phase.DEAL

    def _reached(self, auctions: int) -> bool:
        if self.stopped:
            return True
        return self.auctions == auctions if self.as_format_3 else self.auctions >= auctions

    @property
    def to_deal(self) -> int:
        """The number of cards to lay open next: five, or fewer if a correction has changed the number of auctions."""
        return FIVE if self.as_format_3 else min(FIVE, AUCTIONS - self.auctions)

    @property
    def _excuse_is_hidden(self) -> bool:
        """Whether the Excuse is nobody's, and its valuation is hidden (H3)."""
        return all(self.aces) and self.valuation(EXCUSE) is None

    def has_shown(self, seat: int) -> bool:
        """Return whether a player's Crown and valuations are open."""
        return self.crowns[seat] is not None and (self.as_format_3 or not self.to_show(seat))

    def to_show(self, seat: int) -> tuple[Card, ...]:
        """Return the cards in front of a seat whose valuations the player still has to show."""
        return tuple(under for under in self.front(seat) if self.as_format_3 or self.valuation(under) is None)

    def front(self, seat: int) -> tuple[Card, ...]:
        """Return the cards in front of a seat with valuations under them."""
        return self.aces[seat] or (EXCUSE,)

    def left_of(self, seat: int) -> int:
        """Return the seat's left neighbour."""
        return (seat + 1) % self.seats

    def valuation(self, under: Card) -> Card | None:
        """Return the open valuation under an Ace or the Excuse."""
        return next((one.card for one in self.valuations if one.under == under), None)

    def open_cards(self) -> Iterator[Card]:
        """Yield the open numbers and Pawns."""
        yield from self.middle
        yield from (one.card for cards in self.bought for one in cards)
        yield from (one.card for one in self.valuations)

    def prompt(self) -> Message:
        """Return what the game waits for."""
        card = self.auction.card if self.auction is not None else EXCUSE
        bid = self.auction.bid if self.auction is not None else 0
        return {
            Phase.DEAL: Message("lay five cards from the deck open in the middle")
            if self.to_deal == FIVE
            else Message(
                "lay {n} card from the deck open in the middle",
                {"n": self.to_deal},
                "lay {n} cards from the deck open in the middle",
                "n",
            ),
            Phase.CHOOSE: Message("choose a card and whether its auction is open or closed"),
            Phase.OPEN: Message("bid more than {bid} for {card}, or pass", {"bid": gold_amount(bid), "card": card}),
            Phase.CLOSED: Message("write down your bid for {card}", {"card": card}),
            Phase.TURN_UP: Message("turn up the card under the Excuse"),
            Phase.SHOW: Message("show your Crown and the cards under what lies in front of you"),
            Phase.OVER: Message("the game is over"),
        }[self.phase]


def is_traded(card: Card) -> bool:
    """Return whether it is a number or a Pawn of the one deck, which are auctioned and set values (H2)."""
    return card.copy == 1 and (card.rank.number is not None or card.rank is Rank.PAWN)


def unseen(state: State) -> tuple[Card, ...]:
    """Return the numbers and Pawns that were never open."""
    open_cards = set(state.open_cards())
    return tuple(card for card in DECK if is_traded(card) and card not in open_cards)


def crown_of(suit: Suit) -> Card:
    """Return the Crown of a suit."""
    return Card.parse(f"C{suit}")


PHASE_NAMES: Mapping[str, Message] = {
    Phase.DEAL.value: Message("deal"),
    Phase.CHOOSE.value: Message("choose a card"),
    Phase.OPEN.value: Message("open auction"),
    Phase.CLOSED.value: Message("closed auction"),
    Phase.TURN_UP.value: Message("card under the Excuse"),
    Phase.SHOW.value: Message("show the cards"),
    Phase.OVER.value: Message("over"),
}
"""The names of the phases for people, by their names in documents."""
