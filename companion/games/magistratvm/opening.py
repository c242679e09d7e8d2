"""The beginning of a turn: the first Prefect, income, the auction (I5–I12)."""

from __future__ import annotations

from dataclasses import replace

from companion.games.errors import IllegalMove
from companion.games.gold_amount import gold_amount
from companion.games.magistratvm.gold import BANK, PREFECT, biddable, estate, moved, pay
from companion.games.magistratvm.moves import Bid, Pass, Roll, TakeIncome
from companion.games.magistratvm.offices import Office
from companion.games.magistratvm.phases import check_phase, check_player, check_seat
from companion.games.magistratvm.state import HIGHEST, Auction, Moved, Phase, State, replaced_at
from companion.locale import Message

QUAESTORS = 3
"""The gold from an active Quaestor (I9)."""


def roll(state: State, move: Roll) -> State:
    """Make the highest die Prefect; tied players roll again (I5)."""
    check_phase(state, Phase.ROLL, "I5")
    if len(move.dice) != len(state.rolling):
        raise IllegalMove(
            "I5", Message("needs {n} dice, there are {given}", {"n": len(state.rolling), "given": len(move.dice)})
        )
    if not all(1 <= one <= HIGHEST for one in move.dice):
        raise IllegalMove("I5", Message("a die shows 1 for its ace to 6 for its null"))
    tied = tuple(seat for seat, one in zip(state.rolling, move.dice, strict=True) if one == max(move.dice))
    if len(tied) > 1:
        return replace(state, rolling=tied)
    return replace(state, rolling=(), prefect=tied[0], phase=Phase.INCOME)


def take_income(state: State, move: TakeIncome) -> State:
    """Pay gold for tokens in the Provinces, for Quaestors, and from the Income die (I7, I9, I10)."""
    check_phase(state, Phase.INCOME, "I6")
    check_seat(state, move.player, "I6")
    seat = move.player
    if seat in state.with_income:
        raise IllegalMove("I6", Message("you have taken your income already"))
    ready = state.active(seat, Office.QUAESTOR)
    if not 0 <= move.quaestors <= ready:
        raise IllegalMove(
            "I9", Message("you have {ready} active Quaestors, not {n}", {"ready": ready, "n": move.quaestors})
        )
    state = moved(state, Moved("I7", state.placed(seat), BANK, estate(seat)))
    for _ in range(move.quaestors):
        state = moved(state.with_inactive(seat, Office.QUAESTOR), Moved("I9", QUAESTORS, BANK, estate(seat)))
    if move.die:
        shown = state.dice[seat]
        state = replace(
            moved(state, Moved("I10", shown, BANK, estate(seat))),
            dice=replaced_at(state.dice, seat, max(1, shown - 1)),
        )
    state = replace(state, with_income=(*state.with_income, seat))
    if len(state.with_income) < state.seats:
        return state
    auction = Auction(state.clockwise_from(state.prefect), state.prefect)
    return replace(state, phase=Phase.BIDDING, with_income=(), auction=auction)


def bid(state: State, move: Bid) -> State:
    """Take the lead of the auction; the Prefect may begin with 0 (I11)."""
    auction = _asked(state, move.player)
    if auction.leader is None and move.gold < 0:
        raise IllegalMove("I11", Message("must be 0 gold or more, and is {gold}", {"gold": move.gold}))
    if auction.leader is not None and move.gold <= auction.bid:
        raise IllegalMove(
            "I11",
            Message("must be more than {bid}, and is {gold}", {"bid": gold_amount(auction.bid), "gold": move.gold}),
        )
    held = biddable(state, move.player)
    if move.gold > held:
        raise IllegalMove(
            "I11", Message("you can bid {held}, not {gold}", {"held": gold_amount(held), "gold": move.gold})
        )
    return _next_bidder(state, replace(auction, leader=move.player, bid=move.gold), auction.bidders)


def pass_bid(state: State, move: Pass) -> State:
    """Leave the auction (I11)."""
    auction = _asked(state, move.player)
    if auction.leader is None:
        raise IllegalMove("I11", Message("the Prefect bids first: any amount, 0 included"))
    left = tuple(seat for seat in auction.bidders if seat != move.player)
    return _next_bidder(state, auction, left)


def _asked(state: State, player: int) -> Auction:
    check_phase(state, Phase.BIDDING, "I11")
    assert state.auction is not None
    check_player(state.auction.to_bid, player, "I11")
    return state.auction


def _next_bidder(state: State, auction: Auction, left: tuple[int, ...]) -> State:
    """Ask the next bidder clockwise; if that is the leader, the auction is over (I12)."""
    place = auction.bidders.index(auction.to_bid) + 1
    following = (*auction.bidders[place:], *auction.bidders[:place])
    to_bid = next(seat for seat in following if seat in left)
    leader = auction.leader
    assert leader is not None
    if to_bid != leader:
        return replace(state, auction=replace(auction, bidders=left, to_bid=to_bid))
    state = replace(pay(state, leader, auction.bid, (), PREFECT, "I12"), auction=None)
    return replace(state, phase=Phase.ACTION, prefect=leader, to_act=leader, passes=0)
