"""The transition function of Sorcerous Futures: a state and a move give the next state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.games.sorcerous_futures import auctions, correcting, ending
from companion.games.sorcerous_futures import moves as m
from companion.games.sorcerous_futures.moves import Move
from companion.games.sorcerous_futures.state import State


def apply(state: State, move: Move) -> State:
    """Return the state after the move; pure. Raises :class:`~companion.games.errors.IllegalMove`."""
    return _HANDLERS[type(move)](state, move)


_HANDLERS: Mapping[type[Any], Callable[[State, Any], State]] = {
    m.Deal: auctions.deal,
    m.Offer: auctions.offer,
    m.Bid: auctions.bid,
    m.Pass: auctions.pass_,
    m.Bids: auctions.bids,
    m.TurnUp: ending.turn_up,
    m.Show: ending.show,
    m.Note: ending.note,
    m.Correct: correcting.correct,
}
