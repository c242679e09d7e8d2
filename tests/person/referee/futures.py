"""A table of Sorcerous Futures: how it is laid, what its players do, and what must be true."""

import random
from dataclasses import dataclass

from tests.games.sorcerous_futures.reference import Table as Futures
from tests.games.sorcerous_futures.reference import arcane_ritual, crown_giving, opening_bid
from tests.games.sorcerous_futures.reference import deal as deal_reference
from tests.person.referee import acts
from tests.person.referee.acts import Act
from tests.person.referee.table import Expected, Table


@dataclass(frozen=True)
class FuturesSetup:
    """What lies open before the first five cards."""

    aces: tuple[tuple[str, ...], ...]
    """By seat; of four players one has the Excuse, and so none."""


@dataclass(frozen=True)
class Auction:
    """An auction that goes on."""

    card: str
    closed: bool
    leader: int | None
    """The highest bidder of an open auction."""
    bid: int


@dataclass(frozen=True)
class FuturesExpected(Expected):
    """What is true at a table of Sorcerous Futures. ``phase``: deal, turn up, choose, open, closed, show, over.

    A deal and the turning up are anybody's: there ``asked`` is the active player.
    """

    player: int
    """The active player, who picks a card."""
    aces: tuple[tuple[str, ...], ...]
    gold: tuple[int, ...]
    paid: int
    """Gold that has left the game."""
    middle: tuple[str, ...]
    """The open cards that nobody has bought."""
    bought: tuple[tuple[str, ...], ...]
    auction: Auction | None
    auctions: int
    """How many are over."""


def deal(seats: int, dice: random.Random) -> FuturesSetup:
    """Lay the Aces out (H3, H5)."""
    return FuturesSetup(tuple(tuple(own) for own in deal_reference(seats, dice).aces))


class FuturesTable(Table):
    """Plays open and closed auctions in turn, some of them lavishly."""

    game = "sorcerous-futures"

    def __init__(self, setup: FuturesSetup, dice: random.Random) -> None:
        super().__init__()
        self.setup = setup
        self.seats = len(setup.aces)
        aces = [list(own) for own in setup.aces]
        hidden = deal_reference(self.seats, dice)
        crowns = arcane_ritual(aces, dice) if self.seats == 3 else crown_giving(aces, dice)
        places = [*(ace for own in aces for ace in own), "X"]
        under = dict(zip(places, hidden.valuations.values(), strict=True))
        self.rules = Futures(aces, crowns, under, hidden.deck)
        self.dice = dice
        self.auction: Auction | None = None
        self.to_bid: list[int] = []
        """The seats that are still to answer, in order; in a closed auction everybody."""
        self.to_show = list(range(self.seats))
        dice.shuffle(self.to_show)

    def valuations(self, seat: int) -> dict[str, str]:
        """Return what a seat may look at: the valuations under its own Aces or the Excuse."""
        return {place: self.rules.valuations[place] for place in self.rules.in_front(seat)}

    def crown(self, seat: int) -> str:
        """Return a seat's secret Crown."""
        return self.rules.crowns[seat]

    @property
    def phase(self) -> str:
        rules = self.rules
        if self.auction is not None:
            return "closed" if self.auction.closed else "open"
        if rules.must_turn_up():
            return "turn up"
        if rules.must_deal():
            return "deal"
        if not rules.auctions_are_over():
            return "choose"
        return "show" if self.to_show else "over"

    def expect(self) -> FuturesExpected:
        rules, phase = self.rules, self.phase
        over = phase == "over"
        if phase == "show":
            asked: tuple[int, ...] = tuple(sorted(self.to_show))
        elif self.auction is not None:
            asked = tuple(self.to_bid if self.auction.closed else self.to_bid[:1])
        else:
            asked = () if over else (rules.active,)
        return FuturesExpected(
            phase=phase,
            asked=asked,
            over=over,
            scores=tuple(rules.scores()) if over else (),
            winners=tuple(rules.winners()) if over else (),
            player=rules.active,
            aces=self.setup.aces,
            gold=tuple(rules.gold),
            paid=rules.bank,
            middle=tuple(rules.middle),
            bought=tuple(map(tuple, rules.bought)),
            auction=self.auction,
            auctions=rules.auctions,
        )

    def _put(self, seat: int, what: str, now: int) -> int:
        assert what == "gold"
        was, self.rules.gold[seat] = self.rules.gold[seat], now
        return was

    def _play(self) -> Act:
        rules, seat = self.rules, self.rules.active
        match self.phase:
            case "turn up":
                rules.turned_up = True
                return acts.TurnUp(seat, rules.valuations["X"])
            case "deal":
                return acts.DealFive(seat, tuple(rules.deal_five()))
            case "choose":
                return self._offer()
            case "open":
                return self._answer()
            case "closed":
                return self._seal()
        seat = self.to_show.pop()
        return acts.Show(seat, self.valuations(seat), self.crown(seat))

    def _offer(self) -> Act:
        rules, dice, seat = self.rules, self.dice, self.rules.active
        card = dice.choice(rules.middle)
        order = rules.clockwise_from_active()
        closed = opening_bid(card) > rules.gold[seat] or dice.random() < 0.5
        bid = 0 if closed else opening_bid(card)
        self.to_bid = sorted(order) if closed else [*order[1:], seat]
        self.auction = Auction(card, closed, None if closed else seat, bid)
        return acts.Offer(seat, card, closed, None if closed else bid)

    def _answer(self) -> Act:
        """H10: each other player once, then the active one, unless nobody went higher."""
        auction = self.auction
        assert auction is not None
        seat, *self.to_bid = self.to_bid
        leader, bid = auction.leader, auction.bid
        if self.rules.gold[seat] > bid and self.dice.random() < 0.5:
            leader, bid = seat, min(self.rules.gold[seat], bid + self.dice.choice((1, 1, 2, 3, 5)))
        act: Act = acts.Bid(seat, bid) if leader == seat else acts.Pass(seat)
        assert leader is not None
        if set(self.to_bid) <= {leader} & {self.rules.active}:
            self.auction = None
            self.rules.take(leader, auction.card, bid)
        else:
            self.auction = Auction(auction.card, False, leader, bid)
        return act

    def _seal(self) -> Act:
        """H11."""
        assert self.auction is not None
        active = self.rules.active
        bids = [self.dice.choice((0, self.dice.randint(0, min(gold, 24)))) for gold in self.rules.gold]
        card, self.auction = self.auction.card, None
        self.rules.closed_auction(card, bids)
        return acts.ClosedBids(active, tuple(bids))
