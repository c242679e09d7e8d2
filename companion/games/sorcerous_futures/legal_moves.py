"""The legal moves of a seat: auctions, bids, the card turned up (H9–H15)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.legal_moves import LegalMove
from companion.games.sorcerous_futures.auctions import rank_of
from companion.games.sorcerous_futures.moves import Bid, Move, Offer, Pass, TurnUp
from companion.games.sorcerous_futures.state import Phase, State, unseen


def legal_moves(state: State, seat: int) -> Iterator[LegalMove[Move]]:
    """Yield a seat's legal moves; deals, closed bids, shown cards, notes and corrections are typed in."""
    match state.phase:
        case Phase.CHOOSE if seat == state.player:
            yield from _offers(state, seat)
        case Phase.OPEN if state.auction is not None and state.auction.to_bid == seat:
            yield LegalMove(Pass(seat))
            bids = [Bid(seat, gold) for gold in range(state.auction.bid + 1, state.gold[seat] + 1)]
            if bids:
                yield LegalMove(bids[0], tuple(bids[1:]))
        case Phase.TURN_UP if seat == state.player:
            yield from (LegalMove(TurnUp(card)) for card in unseen(state))


def _offers(state: State, seat: int) -> Iterator[LegalMove[Move]]:
    held = state.gold[seat]
    for card in state.middle:
        if rank_of(card) <= held:
            higher = range(rank_of(card) + 1, held + 1) if state.options.opens_at_least else ()
            yield LegalMove(Offer(seat, card), tuple(Offer(seat, card, bid=gold) for gold in higher))
        yield LegalMove(Offer(seat, card, closed=True))
