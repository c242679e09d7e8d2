"""The transition function of Sorcerous Futures: a state and a move give the next state."""

from __future__ import annotations

from companion.games.sorcerous_futures import auctions, correcting, ending
from companion.games.sorcerous_futures.moves import Bid, Bids, Correct, Deal, Move, Note, Offer, Pass, Show, TurnUp
from companion.games.sorcerous_futures.state import State


def apply(state: State, move: Move) -> State:  # noqa: PLR0911 - one line a kind of move
    """Return the state after the move; pure. Raises :class:`~companion.games.errors.IllegalMove`."""
    match move:
        case Deal():
            return auctions.deal(state, move)
        case Offer():
            return auctions.offer(state, move)
        case Bid():
            return auctions.bid(state, move)
        case Pass():
            return auctions.pass_(state, move)
        case Bids():
            return auctions.bids(state, move)
        case TurnUp():
            return ending.turn_up(state, move)
        case Show():
            return ending.show(state, move)
        case Note():
            return ending.note(state, move)
        case Correct():
            return correcting.correct(state, move)
