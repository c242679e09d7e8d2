"""Bids in open and closed auctions, and who takes the card (H10–H12)."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Annotated

from companion.games.decisions import Decision
from companion.games.declared import Among, Chosen, Move, Names, Paid
from companion.games.documents import read_integer
from companion.games.errors import IllegalMove
from companion.games.field_types import Count, Seat, Typed
from companion.games.fields import Amount
from companion.games.protocol import Sealed
from companion.games.sale import bid_out, quick_bids, sale
from companion.games.sorcerous_futures.checks import check_held, check_phase, check_seat
from companion.games.sorcerous_futures.state import Auction, Bought, Phase, State
from companion.games.texts import gold_amount
from companion.locale import Message, Wording, listed
from companion.pieces import Card


def _to_bid(state: State) -> list[int]:
    auction = state.auction
    return [] if auction is None or auction.to_bid is None else [auction.to_bid]


def _higher(state: State, chosen: Chosen) -> range:
    return range(state.auction.bid + 1 if state.auction is not None else 0, state.gold[chosen["player"]] + 1)


@dataclass(frozen=True, slots=True)
class Bid(Move[State]):
    """A higher bid in an open auction (H10)."""

    player: Annotated[Seat, Among(lambda state, _chosen: _to_bid(state))]
    gold: Annotated[Count, Among(_higher), Paid()]

    def apply(self, state: State) -> State:
        """Make a higher bid in an open auction (H10)."""
        auction = _asked(state, self.player)
        if self.gold <= auction.bid:
            raise IllegalMove(
                "H10",
                Message("must be more than {bid}, and is {gold}", {"bid": gold_amount(auction.bid), "gold": self.gold}),
            )
        check_held(state.gold[self.player], self.gold)
        return _answered(state, replace(auction, leader=self.player, bid=self.gold), self.player)

    def _sentence(self, before: State, after: State, names: Names) -> Message:
        sentence = Message("{name} bids {gold}", {"name": names[self.player], "gold": gold_amount(self.gold)})
        return _with_taker(sentence, before, after, names)


@dataclass(frozen=True, slots=True)
class Pass(Move[State]):
    """A pass in an open auction (H10)."""

    player: Annotated[Seat, Among(lambda state, _chosen: _to_bid(state))]

    def apply(self, state: State) -> State:
        """Leave an open auction (H10)."""
        return _answered(state, _asked(state, self.player), self.player)

    def _sentence(self, before: State, after: State, names: Names) -> Message:
        return _with_taker(Message("{name} passes", {"name": names[self.player]}), before, after, names)


@dataclass(frozen=True, slots=True)
class Bids(Move[State]):
    """The bids of a closed auction, by seat, shown at once (H11)."""

    gold: Annotated[tuple[Count, ...], Typed("GOLD GOLD GOLD [GOLD]")]
    """By seat."""

    def apply(self, state: State) -> State:
        """Give the card to the highest bidder; of equal bids the first clockwise from the active player wins (H11)."""
        check_phase(state, Phase.CLOSED, "H11")
        assert state.auction is not None
        if len(self.gold) != state.seats:
            raise IllegalMove(
                "H11", Message("needs {n} bids, there are {given}", {"n": state.seats, "given": len(self.gold)})
            )
        for held, gold in zip(state.gold, self.gold, strict=True):
            _check_bid(held, gold)
        seats = [(state.player + step) % state.seats for step in range(state.seats)]
        winner = max(seats, key=lambda seat: self.gold[seat])
        return _taken(state, state.auction.card, winner, self.gold[winner])

    def _sentence(self, before: State, after: State, names: Names) -> Message:
        pairs = zip(names, self.gold, strict=True)
        each = [Message("{name} {gold}", {"name": name, "gold": gold}) for name, gold in pairs]
        return _with_taker(Message("the bids are {bids}", {"bids": listed(each)}), before, after, names)


def _with_taker(sentence: Message, before: State, after: State, names: Names) -> Message:
    """Add who took the card, if the auction is over."""
    for seat, cards in enumerate(after.bought):
        if len(cards) > len(before.bought[seat]):
            gold = gold_amount(cards[-1].gold)
            values: Wording = {"said": sentence, "name": names[seat], "card": cards[-1].card, "gold": gold}
            return Message("{said}; {name} takes {card} for {gold}", values)
    return sentence


def _asked(state: State, player: int) -> Auction:
    check_phase(state, Phase.OPEN, "H10")
    assert state.auction is not None
    assert state.auction.to_bid is not None
    check_seat(state.auction.to_bid, player, "H10")
    return state.auction


def _answered(state: State, auction: Auction, player: int) -> State:
    """Ask the left neighbour, the active player last; the leader is not asked (H10)."""
    asked = state.left_of(player)
    if player == state.player or asked == state.player == auction.leader:
        assert auction.leader is not None
        return _taken(state, auction.card, auction.leader, auction.bid)
    return replace(state, auction=replace(auction, to_bid=asked))


def _check_bid(held: int, gold: int) -> None:
    """Raise :class:`IllegalMove` for an invalid bid in a closed auction (H11, H12)."""
    if gold < 0:
        raise IllegalMove("H11", Message("must be 0 gold or more, and is {gold}", {"gold": gold}))
    check_held(held, gold)


def _taken(state: State, card: Card, winner: int, gold: int) -> State:
    return replace(
        state,
        gold=tuple(held - gold * (seat == winner) for seat, held in enumerate(state.gold)),
        bought=tuple(
            (*cards, Bought(card, gold)) if seat == winner else cards for seat, cards in enumerate(state.bought)
        ),
        middle=tuple(one for one in state.middle if one != card),
        auction=None,
        player=state.left_of(state.player),
    )


def bids(state: State, names: Names) -> Iterator[Decision[Move[State]]]:
    """Yield the decisions of an open auction: a bid, a pass, or how it ended (H10)."""
    assert state.auction is not None
    (seat,), least = _to_bid(state), state.auction.bid + 1
    held = state.gold[seat]
    if held >= least:
        text = Message("You have {held}: how much do you bid?", {"held": gold_amount(held)})
        gold = Amount("gold", text, least, held, quick=quick_bids(state.auction.bid, least, held))
        yield Decision(
            "bid",
            Message("Bid higher"),
            lambda answers: Bid(seat, answers["gold"]),
            lambda _answers: (gold,),
            owner=seat,
            makes=("bid",),
            taps={"auction": {}},
        )
        yield Decision("pass", Message("Pass"), lambda _answers: Pass(seat), owner=seat, makes=("pass",))
    yield _sold(state, names)


def forced(state: State) -> tuple[Pass, ...]:
    """Return the pass of a player who cannot bid higher (H12)."""
    return tuple(Pass(seat) for seat in _to_bid(state) if state.auction and state.gold[seat] <= state.auction.bid)


def _sold(state: State, names: Names) -> Decision[Move[State]]:
    """Return the decision on the end of an open auction, in which everybody is asked once (H10)."""
    auction, asked = state.auction, _to_bid(state)
    assert auction is not None
    while asked[-1] != state.player and state.left_of(asked[-1]) != auction.leader:
        asked.append(state.left_of(asked[-1]))
    prices = {seat: (auction.bid + 1, state.gold[seat]) for seat in asked if state.gold[seat] > auction.bid}
    if auction.leader is not None:
        prices[auction.leader] = auction.bid, auction.bid

    def moves(winner: int, gold: int) -> tuple[Move[State], ...]:
        def bid(_now: State, seat: int) -> Move[State] | None:
            return Bid(seat, gold) if seat == winner else None

        return bid_out(state, lambda now: now.auction.to_bid if now.auction else None, bid, Pass)

    return sale(names, prices, moves, ("auction",))


def open_hands(state: State, names: Names) -> Iterator[Decision[Move[State]]]:
    """Yield the decision on bids shown at the table, all typed in by one player (H11)."""
    each = [
        Amount(
            f"gold-{seat}", Message("{name} bids, of {held}", {"name": names[seat], "held": gold_amount(held)}), 0, held
        )
        for seat, held in enumerate(state.gold)
    ]
    yield Decision(
        "bids",
        Message("Hands were opened: tap the bids in"),
        lambda answers: Bids(tuple(answers[one.name] for one in each)),
        lambda _answers: each,
        optional=True,
        makes=("bids",),
    )


def sealed(state: State) -> tuple[Sealed, ...]:
    """Return the sealed bids of a closed auction (H11)."""
    if state.phase is not Phase.CLOSED:
        return ()
    return tuple(
        Sealed(seat, "bid", state.prompt(), _bid_check(held), amount=Amount("gold", state.prompt(), 0, held))
        for seat, held in enumerate(state.gold)
    )


def _bid_check(held: int) -> Callable[[object], None]:
    return lambda answer: _check_bid(held, read_integer(answer, "bid"))


def unseal(_state: State, answers: Mapping[int, object]) -> Bids:
    """Return the move with all bids."""
    return Bids(tuple(read_integer(answers[seat], "bid") for seat in sorted(answers)))
