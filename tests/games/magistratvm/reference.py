"""Magistratvm once more, slow and plain, from its document and docs/rules/magistratvm.md (I1–I32): up to the auction.

It knows the whole table and nothing of the companion: a tile is ``TS0`` (suit S M C A, face 0 null, 1 ace, 2–5), and
seats go clockwise from 0, so that the player on the left of a seat is the next one. What is played it takes as plain
tuples, the first word naming what is done; ``reference_elections.Table`` plays all of it.

Payments: who pays may say how much of it comes from which governed Province; the rest is what lies in the Estate, and
where that is not enough, what lies on governed Provinces in the order in which they were won.
"""

from dataclasses import dataclass, field

TILES = [f"T{suit}{face}" for suit in "SMCA" for face in "123450"]
FOUR = {"tribune": 3, "quaestor": 3, "aedile": 4, "praetor": 3, "consul": 2, "censor": 2, "dictator": 1}
THREE = {"tribune": 2, "quaestor": 2, "aedile": 3, "praetor": 2, "consul": 2, "censor": 2, "dictator": 1}
"""A guess: which spaces are closed to three is lost with the printed shading."""
INFLUENCE = {"tribune": 1, "quaestor": 1, "aedile": 2, "praetor": 3, "consul": 4, "censor": 6, "dictator": 0}

Event = tuple[object, ...]
From = list[tuple[str, int]]
"""Of a payment: how much of it comes from which governed Province."""


class Forbidden(Exception):
    """What the rules do not allow; its text is the rule's number."""


def must(allowed: bool, rule: str) -> None:
    if not allowed:
        raise Forbidden(rule)


def value(tile: str) -> int:
    """Ace 1, 2–5, null 6."""
    return 6 if tile[2] == "0" else int(tile[2])


def mark(active: bool) -> int:
    """Where a Magistrate's tick-mark points, in hours."""
    return 12 if active else 3


@dataclass
class Rome:
    """The table, income and the auction."""

    circuit: list[str | None]
    """The six places clockwise from the upper left; None once a Province is decided and not replaced."""
    seats: int
    spaces: dict[str, int]
    governed_gold_bids: bool = True
    value_by_votes: bool = False
    last_after_turn: bool = False
    low_majority_removes: bool = False
    votes_without_tokens: bool = False
    one_vote_each: bool = False
    displaces_own: bool = False
    pile: int = 18
    """How many tiles lie face down."""
    tokens: dict[str, list[int]] = field(default_factory=dict)
    """By tile, how many of each seat."""
    tile_gold: dict[str, int] = field(default_factory=dict)
    won: list[list[str]] = field(default_factory=list)
    discarded: list[str] = field(default_factory=list)
    governed: list[str] = field(default_factory=list)
    offices: dict[str, list[tuple[int, bool]]] = field(default_factory=dict)
    """By Office: whose Magistrates are there, and whether active."""
    gold: list[int] = field(default_factory=list)
    bank: int = 0
    """What it took in less what it paid."""
    dice: list[int] = field(default_factory=list)
    prefect: int = 0
    prefect_gold: int = 0
    turn: int = 1
    final: bool = False
    phase: str = "roll"
    """roll, income, bidding, action, falling, dictator, start, election, redistribution, refill, over"""
    rolling: list[int] = field(default_factory=list)
    with_income: list[int] = field(default_factory=list)
    bidders: list[int] = field(default_factory=list)
    highest: int | None = None
    bid: int = 0
    asked: int = 0
    """Whose turn it is to bid or to act."""

    def __post_init__(self) -> None:
        for tile in self.circuit:
            self.lay(str(tile))
        self.won = [[] for _ in range(self.seats)]
        self.offices = {office: [] for office in INFLUENCE}
        self.gold = [0] * self.seats
        self.dice = [6] * self.seats
        self.rolling = list(range(self.seats))

    def lay(self, tile: str) -> None:
        self.tokens[tile] = [0] * self.seats
        self.tile_gold[tile] = 0

    # what is counted

    def contested(self) -> list[str]:
        return [tile for tile in self.circuit if tile is not None]

    def placed(self, seat: int) -> int:
        return sum(self.tokens[tile][seat] for tile in self.contested())

    def estate(self, seat: int) -> int:
        """Patricians at home: neither in an Office nor Governors."""
        offices = sum(one[0] == seat for magistrates in self.offices.values() for one in magistrates)
        return 6 - offices - sum(tile in self.governed for tile in self.won[seat])

    def has_room(self, office: str) -> bool:
        return len(self.offices[office]) < self.spaces[office]

    def provincial(self, seat: int) -> int:
        return sum(self.tile_gold[tile] for tile in self.won[seat] if tile in self.governed)

    def after(self, seat: int) -> int:
        return (seat + 1) % self.seats

    # gold

    def must_afford(self, seat: int, amount: int, source: From, rule: str) -> None:
        for tile, part in source:
            must(tile in self.won[seat] and tile in self.governed and 0 < part <= self.tile_gold[tile], "I8")
        must(len({tile for tile, _ in source}) == len(source), "I8")
        must(sum(part for _, part in source) <= amount, "I8")
        must(self.gold[seat] + self.provincial(seat) >= amount, rule)

    def take(self, seat: int, amount: int, source: From) -> None:
        for tile, part in source:
            self.tile_gold[tile] -= part
            amount -= part
        loose = min(amount, self.gold[seat])
        self.gold[seat] -= loose
        amount -= loose
        for tile in self.won[seat]:
            if tile in self.governed:
                part = min(amount, self.tile_gold[tile])
                self.tile_gold[tile] -= part
                amount -= part
        assert amount == 0

    def pay_bank(self, seat: int, amount: int, source: From) -> None:
        self.take(seat, amount, source)
        self.bank += amount

    def give(self, giver: int, taker: int, gold: int, source: From) -> None:
        """Deals: gold changes hands. Who leads the auction keeps what was bid."""
        must(self.phase not in ("roll", "over"), "I31")
        must(giver != taker and gold > 0, "I31")
        self.must_afford(giver, gold, source, "I31")
        if self.phase == "bidding" and giver == self.highest:
            drawn = sum(part for _, part in source)
            left = self.gold[giver] - min(self.gold[giver], gold - drawn)
            if self.governed_gold_bids:
                left = self.gold[giver] + self.provincial(giver) - gold
            must(left >= self.bid, "I11")
        self.take(giver, gold, source)
        self.gold[taker] += gold

    # the first Prefect, income, the auction

    def roll(self, values: list[int]) -> None:
        """The dice of those who roll, in their order; null is 6."""
        must(self.phase == "roll", "I5")
        must(len(values) == len(self.rolling) and all(1 <= one <= 6 for one in values), "I5")
        self.rolling = [seat for seat, one in zip(self.rolling, values, strict=True) if one == max(values)]
        if len(self.rolling) == 1:
            self.prefect = self.rolling.pop()
            self.phase = "income"

    def income(self, seat: int, quaestors: int, die: bool) -> None:
        must(self.phase == "income", "I6")
        must(seat not in self.with_income, "I6")
        must(0 <= quaestors <= self.offices["quaestor"].count((seat, True)), "I9")
        gained = self.placed(seat) + 3 * quaestors
        for _ in range(quaestors):
            self.turn_inactive(seat, "quaestor")
        if die:
            gained += self.dice[seat]
            self.dice[seat] = max(1, self.dice[seat] - 1)
        self.gold[seat] += gained
        self.bank -= gained
        self.with_income.append(seat)
        if len(self.with_income) == self.seats:
            self.phase, self.asked, self.highest, self.bid = "bidding", self.prefect, None, 0
            self.bidders = [(self.prefect + step) % self.seats for step in range(self.seats)]

    def turn_inactive(self, seat: int, office: str) -> None:
        self.offices[office].remove((seat, True))
        self.offices[office].append((seat, False))

    def make_bid(self, seat: int, gold: int) -> None:
        must(self.phase == "bidding" and seat == self.asked, "I11")
        must(gold >= 0 if self.highest is None else gold > self.bid, "I11")
        has = self.gold[seat] + (self.provincial(seat) if self.governed_gold_bids else 0)
        must(gold <= has, "I11")
        self.highest, self.bid = seat, gold
        self.next_bidder(seat)

    def pass_bid(self, seat: int) -> None:
        must(self.phase == "bidding" and seat == self.asked and self.highest is not None, "I11")
        self.next_bidder(seat)
        self.bidders.remove(seat)

    def next_bidder(self, seat: int) -> None:
        """Clockwise among those who have not passed; once only the highest bidder is left, that player is Prefect."""
        left = self.bidders[(self.bidders.index(seat) + 1) % len(self.bidders)]
        self.asked = left
        if left == self.highest:
            assert self.highest is not None
            self.take(self.highest, self.bid, [])
            self.prefect, self.prefect_gold = self.highest, self.bid
            self.phase, self.asked = "action", self.prefect
