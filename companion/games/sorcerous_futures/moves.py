"""The moves of Sorcerous Futures by name, and what any of them does. Seats count from 0, clockwise."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games import declared
from companion.games.json_codec import Kinds
from companion.games.legal_moves import LegalMove
from companion.games.sorcerous_futures.auctions import Deal, Offer
from companion.games.sorcerous_futures.bidding import Bid, Bids, Pass
from companion.games.sorcerous_futures.correcting import Correct
from companion.games.sorcerous_futures.ending import Show, TurnUp
from companion.games.sorcerous_futures.notes import Note
from companion.games.sorcerous_futures.state import State

Move = declared.Move[State]
MOVES: Kinds = {
    "deal": Deal,
    "offer": Offer,
    "bid": Bid,
    "pass": Pass,
    "bids": Bids,
    "turn_up": TurnUp,
    "show": Show,
    "note": Note,
    "correct": Correct,
}
"""Every kind of move by its name in documents."""


def apply(state: State, move: Move) -> State:
    """Return the state after the move; pure. Raises :class:`~companion.games.errors.IllegalMove`."""
    return move.apply(state)


def legal_moves(state: State, seat: int) -> Iterator[LegalMove[Move]]:
    """Yield a seat's legal moves; deals, closed bids, shown cards, notes and corrections are typed in."""
    found = declared.legal(MOVES, state, seat)
    return (one for one in found if seat == state.player or hasattr(one.move, "player"))
