"""Sorcerous Futures once more, slow and plain, from its page and docs/rules/sorcerous-futures.md alone (H1–H20).

It knows the whole table, hidden cards and all, and nothing of the companion: cards are their codes, seats go
clockwise from 0, so that the player on the left of a seat is the next one. What it plays it tells as plain tuples.
"""

import random
from dataclasses import dataclass, field

SUITS = "MSWLYK"
# fmt: off
NUMBERS = [
    "2MK", "2SY", "2WL", "3MW", "3SK", "3LY", "4MS", "4WL", "4YK", "5ML", "5SW", "5YK",
    "6MW", "6SY", "6LK", "7ML", "7SK", "7WY", "8MS", "8WL", "8YK", "9MS", "9WY", "9LK",
]
# fmt: on
PAWNS = ["PMSL", "PMYK", "PSWK", "PWLY"]

Event = tuple[object, ...]


def suits_of(card: str) -> str:
    return card[1:]


def opening_bid(card: str) -> int:
    """The number, or 10 for a Pawn."""
    return 10 if card[0] == "P" else int(card[0])


def worth_as_valuation(card: str) -> int:
    """The rank, or 1 for a Pawn."""
    return 1 if card[0] == "P" else int(card[0])


def arcane_ritual(aces: list[list[str]], dice: random.Random) -> list[str]:
    """Three players pass Crowns about; what each is left with, by seat."""
    hands = [[f"C{ace[1]}" for ace in own] for own in aces]
    for hand in hands:
        dice.shuffle(hand)
    hands = [hands[1], hands[2], hands[0]]  # everybody passed two to the right, and so was passed the left one's
    for hand in hands:
        dice.shuffle(hand)
    to_the_left = [hand.pop() for hand in hands]
    hands = [[*hands[0], to_the_left[2]], [*hands[1], to_the_left[0]], [*hands[2], to_the_left[1]]]
    for hand in hands:
        dice.shuffle(hand)
    hands = [hands[1], hands[2], hands[0]]
    for hand in hands:
        dice.shuffle(hand)
    return [hand[0] for hand in hands]


def crown_giving(aces: list[list[str]], dice: random.Random) -> list[str]:
    """The player with the Excuse gives each other one a Crown that matches none of theirs, and keeps one."""
    while True:
        crowns = [f"C{suit}" for suit in SUITS]
        dice.shuffle(crowns)
        dealt = crowns[:4]
        if all(f"A{crown[1]}" not in own for crown, own in zip(dealt, aces, strict=True)):
            return dealt


@dataclass
class Table:
    """One game, and everything that lies face down in it."""

    aces: list[list[str]]
    crowns: list[str]
    valuations: dict[str, str]
    """By what they lie under: AM … AK, X."""
    deck: list[str]
    at_least: bool = False
    """Whether the first bid of an open auction may be above the rank."""
    pawns_tie_as_ten: bool = False
    gold: list[int] = field(default_factory=list)
    bank: int = 0
    middle: list[str] = field(default_factory=list)
    bought: list[list[str]] = field(default_factory=list)
    fives: int = 0
    auctions: int = 0
    active: int = 0
    turned_up: bool = False

    def __post_init__(self) -> None:
        self.gold = [90 for _ in self.aces]
        self.bought = [[] for _ in self.aces]
        self.active = next(seat for seat, own in enumerate(self.aces) if "AS" in own)

    @property
    def seats(self) -> int:
        return len(self.aces)

    def clockwise_from_active(self) -> list[int]:
        return [(self.active + step) % self.seats for step in range(self.seats)]

    def must_deal(self) -> bool:
        return not self.middle and self.fives < 4

    def must_turn_up(self) -> bool:
        return self.seats == 3 and self.fives == 2 and not self.middle and not self.turned_up

    def auctions_are_over(self) -> bool:
        return self.fives == 4 and not self.middle

    def deal_five(self) -> list[str]:
        assert self.must_deal()
        assert not self.must_turn_up()
        self.middle = [self.deck.pop() for _ in range(5)]
        self.fives += 1
        return list(self.middle)

    def take(self, seat: int, card: str, price: int) -> None:
        """The highest bidder pays the bank and takes the card; the turn goes to the left."""
        assert 0 <= price <= self.gold[seat]
        self.gold[seat] -= price
        self.bank += price
        self.middle.remove(card)
        self.bought[seat].append(card)
        self.active = (self.active + 1) % self.seats
        self.auctions += 1

    def closed_auction(self, card: str, bids: list[int]) -> None:
        assert all(0 <= bid <= gold for bid, gold in zip(bids, self.gold, strict=True))
        for seat in self.clockwise_from_active():
            if bids[seat] == max(bids):
                self.take(seat, card, bids[seat])
                return

    def value(self, place: str) -> int:
        return worth_as_valuation(self.valuations[place])

    def card_is_worth(self, card: str, seat: int) -> int:
        """The value of each of its suits, and once more the Excuse's where it has the suit of the own Crown."""
        worth = 0
        for suit in suits_of(card):
            worth += self.value(f"A{suit}")
        if self.crowns[seat][1] in suits_of(card):
            worth += self.value("X")
        return worth

    def scores(self) -> list[int]:
        return [
            self.gold[seat] + sum(self.card_is_worth(card, seat) for card in self.bought[seat])
            for seat in range(self.seats)
        ]

    def in_front(self, seat: int) -> list[str]:
        """The cards that valuations of this seat lie under."""
        return self.aces[seat] or ["X"]

    def valuations_in_front(self, seat: int) -> int:
        total = 0
        for place in self.in_front(seat):
            card = self.valuations[place]
            total += 10 if self.pawns_tie_as_ten and card[0] == "P" else worth_as_valuation(card)
        return total

    def winners(self) -> list[int]:
        scores = self.scores()
        tied = [seat for seat in range(self.seats) if scores[seat] == max(scores)]
        lowest = min(self.valuations_in_front(seat) for seat in tied)
        return [seat for seat in tied if self.valuations_in_front(seat) == lowest]


def deal(seats: int, dice: random.Random, *, at_least: bool = False, pawns_tie_as_ten: bool = False) -> Table:
    """A table set up at random. Whether seven cards were drawn by the sly Excuse first makes no other table."""
    aces = [f"A{suit}" for suit in SUITS]
    dice.shuffle(aces)
    before = [aces[0:2], aces[2:4], aces[4:6]]
    if seats == 3:
        crowns = arcane_ritual(before, dice)
    else:
        before.insert(dice.randrange(4), [])
        crowns = crown_giving(before, dice)
    deck = NUMBERS + PAWNS
    dice.shuffle(deck)
    valuations = {place: deck.pop() for place in [*aces, "X"]}
    return Table(before, crowns, valuations, deck, at_least, pawns_tie_as_ten)
