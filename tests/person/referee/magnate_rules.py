"""Magnate, slow and plain, from docs/rules/magnate.md (and F7 to F11 for three players): the standard presets' rules.

It knows the whole table, hidden cards and all: cards are codes, seats go clockwise from 0.
"""

import random
from collections import Counter
from dataclasses import dataclass, field

from tests.person.referee.names import SUITS, rank_of, suits_of

# fmt: off
NUMBERS = [
    "2MK", "2SY", "2WL", "3MW", "3SK", "3LY", "4MS", "4WL", "4YK", "5ML", "5SW", "5YK",
    "6MW", "6SY", "6LK", "7ML", "7SK", "7WY", "8MS", "8WL", "8YK", "9MS", "9WY", "9LK",
]
# fmt: on
ACES = [f"A{suit}" for suit in SUITS]
CROWNS = [f"C{suit}" for suit in SUITS]
DISTRICTS = {2: ("PMSL", "PMYK", "X", "PSWK", "PWLY"), 3: ("PMSL", "PMYK", "PSWK", "X", "PWLY", "PMSL#2", "PMYK#2")}
"""As the rows lie by default; their order has no effect on two players (B2)."""
ARMS = ((0, 1), (1, 2), (0, 2))
"""Of three players' Y: between whom its arms lie (F7)."""


def price(card: str) -> int:
    """B18, B19: the rank, an Ace 3."""
    return 3 if card[0] == "A" else rank_of(card)


@dataclass
class Magnate:
    """One game and everything that is hidden in it."""

    crowns: list[list[str]]
    districts: list[str]
    first: int
    dice: random.Random
    player: int = 0
    turn: int = 1
    phase: str = "roll"
    """roll, income, play, draw, over"""
    tokens: list[Counter[str]] = field(default_factory=list)
    columns: list[list[list[str] | None]] = field(default_factory=list)
    """By district and seat: the cards from the district outwards; None where a seat does not border on it."""
    deeds: dict[tuple[int, int], Counter[str]] = field(default_factory=dict)
    """By district and seat, the tokens on the unfinished deed, which is the column's last card."""
    deck: list[str] = field(default_factory=list)
    discards: list[str] = field(default_factory=list)
    hands: list[list[str]] = field(default_factory=list)
    shuffles: int = 0
    last_turns: int | None = None
    owed: list[tuple[int, int]] = field(default_factory=list)
    """Deeds that pay and whose owners have not chosen: district and seat."""
    taxed: list[Counter[str]] = field(default_factory=list)
    income: list[Counter[str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.player = self.first
        self.tokens = [Counter(crown[1] for crown in own) for own in self.crowns]  # B4
        outer, self.columns = 0, []
        for card in self.districts:
            arm = ARMS[outer // 2] if self.seats == 3 and card != "X" else range(self.seats)
            outer += card != "X"
            self.columns.append([[] if seat in arm else None for seat in range(self.seats)])
        self.deck = [*ACES, *NUMBERS]
        self.dice.shuffle(self.deck)
        self.hands = [[self.deck.pop() for _ in range(3)] for _ in range(self.seats)]  # B5
        self.taxed = [Counter() for _ in range(self.seats)]
        self.income = [Counter() for _ in range(self.seats)]

    @property
    def seats(self) -> int:
        return len(self.crowns)

    def complete(self, district: int, seat: int) -> list[str]:
        """The completed cards of a column."""
        column = self.columns[district][seat] or []
        return column[:-1] if (district, seat) in self.deeds else list(column)

    def deed(self, district: int, seat: int) -> str | None:
        column = self.columns[district][seat] or []
        return column[-1] if (district, seat) in self.deeds else None

    # the roll

    def roll(self, dice: tuple[int, int], tax: int | None) -> None:
        """B8 to B16."""
        assert self.phase == "roll"
        assert (tax is not None) == (1 in dice)
        self.taxed = [Counter() for _ in range(self.seats)]
        self.income = [Counter() for _ in range(self.seats)]
        if tax is not None:
            suit = SUITS[tax - 1]
            for seat, purse in enumerate(self.tokens):
                if purse[suit] > 1:
                    self.taxed[seat][suit] = purse[suit] - 1
                    purse[suit] = 1
        rank = max(dice)
        self.owed = []
        for step in range(self.seats):
            self._collect((self.player + step) % self.seats, rank)
        self.phase = "income" if self.owed else "play"

    def _collect(self, seat: int, rank: int) -> None:
        if rank == 10:
            for crown in self.crowns[seat]:
                self._gain(seat, crown[1])
            return
        for district in range(len(self.districts)):
            for card in self.complete(district, seat):
                if rank_of(card) == rank:
                    for suit in suits_of(card):
                        self._gain(seat, suit)
            deed = self.deed(district, seat)
            if deed is not None and rank_of(deed) == rank:
                if rank == 1:
                    self._gain(seat, suits_of(deed))
                else:
                    self.owed.append((district, seat))

    def _gain(self, seat: int, suit: str) -> None:
        self.tokens[seat][suit] += 1
        self.income[seat][suit] += 1

    def take_deed_income(self, seat: int, card: str, suit: str) -> None:
        """B15."""
        place = next(one for one in self.owed if one[1] == seat and self.deed(*one) == card)
        assert suit in suits_of(card)
        self.owed.remove(place)
        self._gain(seat, suit)
        if not self.owed:
            self.phase = "play"

    # cards

    def places(self, card: str) -> list[int]:
        """B20 to B22: where the current player may place the card."""
        return [place for place in range(len(self.districts)) if self._fits(card, place)]

    def _fits(self, card: str, place: int) -> bool:
        column = self.columns[place][self.player]
        if column is None or (place, self.player) in self.deeds:
            return False
        onto = column[-1] if column else self.districts[place]
        return onto == "X" or any(suit in suits_of(onto) for suit in suits_of(card))

    def develop(self, card: str, place: int, pays: Counter[str]) -> None:
        """B18, B19."""
        assert sum(pays.values()) == price(card)
        assert set(pays) == set(suits_of(card))
        self._place(card, place, pays)

    def buy_deed(self, card: str, place: int, pays: Counter[str]) -> None:
        """B24, B25."""
        assert pays == Counter(suits_of(card))
        self._place(card, place, pays)
        self.deeds[place, self.player] = Counter()

    def _place(self, card: str, place: int, pays: Counter[str]) -> None:
        assert self.phase == "play"
        assert place in self.places(card)
        self._pay(pays)
        self.hands[self.player].remove(card)
        column = self.columns[place][self.player]
        assert column is not None
        column.append(card)
        self.phase = "draw"

    def _pay(self, pays: Counter[str]) -> None:
        purse = self.tokens[self.player]
        assert all(purse[suit] >= number > 0 for suit, number in pays.items())
        purse.subtract(pays)

    def add_to_deed(self, place: int, pays: Counter[str]) -> None:
        """B27 to B31: any mix of its suits completes a deed."""
        assert self.phase in ("play", "draw")
        card, on_it = self.deed(place, self.player), self.deeds[place, self.player]
        assert card is not None
        assert set(pays) <= set(suits_of(card))
        self._pay(pays)
        on_it.update(pays)
        assert sum(on_it.values()) <= price(card)
        if sum(on_it.values()) == price(card):
            del self.deeds[place, self.player]

    def sell(self, card: str) -> None:
        """B32."""
        assert self.phase == "play"
        self.hands[self.player].remove(card)
        self.discards.append(card)
        self.tokens[self.player].update(suits_of(card) * (2 if card[0] == "A" else 1))
        self.phase = "draw"

    def trade(self, give: str, get: str) -> None:
        """B33."""
        assert self.phase in ("play", "draw")
        assert give != get
        assert self.tokens[self.player][give] >= 3
        self.tokens[self.player].update({give: -3, get: 1})

    # the end of a turn

    @property
    def may_shuffle(self) -> bool:
        """B35, F10: once, or twice with three players."""
        return bool(self.discards) and self.shuffles < (2 if self.seats == 3 else 1)

    @property
    def draws(self) -> bool:
        """Whether the turn ends with a draw."""
        return self.last_turns is None and (bool(self.deck) or self.may_shuffle)

    def draw(self) -> None:
        """B34, B35: one card; the last turns begin with the last card that can be drawn."""
        assert self.phase == "draw"
        assert self.draws
        if not self.deck:
            self.deck, self.discards = self.discards, []
            self.shuffles += 1
            self.dice.shuffle(self.deck)
        self.hands[self.player].append(self.deck.pop())
        if not self.deck and self.shuffles == (2 if self.seats == 3 else 1):
            self.last_turns = self.seats
        self._next_turn()

    def end_turn(self) -> None:
        """B36. Where a draw fails the last card came a turn ago, so that this turn was the first of the last."""
        assert self.phase == "draw"
        assert not self.draws
        self.last_turns = (self.seats if self.last_turns is None else self.last_turns) - 1
        self._next_turn()

    def _next_turn(self) -> None:
        if self.last_turns == 0:
            self.phase = "over"
            return
        self.player, self.turn, self.phase = (self.player + 1) % self.seats, self.turn + 1, "roll"
        self.taxed = [Counter() for _ in range(self.seats)]
        self.income = [Counter() for _ in range(self.seats)]

    # the score

    def total(self, district: int, seat: int) -> int:
        """B38: ranks, and for an Ace the completed cards of its suit, itself included."""
        cards = self.complete(district, seat)
        return sum(
            sum(card[1] in suits_of(other) for other in cards) if card[0] == "A" else rank_of(card) for card in cards
        )

    def leads(self, district: int) -> tuple[int | None, int]:
        """B39, F11: who leads a district, and by how much; nobody where the most is shared."""
        totals = [self.total(district, seat) for seat in range(self.seats)]
        first, second = sorted(totals, reverse=True)[:2]
        return (totals.index(first), first - second) if first > second else (None, 0)

    def won(self, seat: int) -> int:
        return sum(self.leads(district)[0] == seat for district in range(len(self.districts)))

    def total_ranks(self, seat: int) -> int:
        return sum(self.total(district, seat) for district in range(len(self.districts)))

    def verdict(self) -> tuple[int | None, str]:
        """B40 to B43: the winner, and by what: districts, total, tokens or a draw."""
        tied = list(range(self.seats))
        for by, value in (
            ("districts", self.won),
            ("total", self.total_ranks),
            ("tokens", lambda seat: self.tokens[seat].total()),
        ):
            tied = [seat for seat in tied if value(seat) == max(map(value, tied))]
            if len(tied) == 1:
                return tied[0], by
        return None, "draw"
