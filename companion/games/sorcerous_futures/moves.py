"""The moves of Sorcerous Futures by name, what any of them does, and the questions that they answer."""

from collections.abc import Iterator

from companion.games import declared
from companion.games.declared import LegalMove
from companion.games.field_types import Kinds
from companion.games.protocol import Waiting
from companion.games.sorcerous_futures.auctions import Deal, Offer
from companion.games.sorcerous_futures.bidding import Bid, Bids, Pass, forced
from companion.games.sorcerous_futures.facts import Correct
from companion.games.sorcerous_futures.hidden_cards import Note, Show, TurnUp
from companion.games.sorcerous_futures.state import Phase, State

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


def waiting_for(state: State) -> tuple[Waiting[Move], ...]:
    """Return the questions with their owners. A player who cannot bid higher can only pass (H12)."""
    prompt, kind = state.prompt(), state.phase.value
    match state.phase:
        case Phase.DEAL | Phase.CHOOSE | Phase.TURN_UP:
            return (Waiting(state.player, kind, prompt),)
        case Phase.OPEN:
            assert state.auction is not None
            assert state.auction.to_bid is not None
            return (Waiting(state.auction.to_bid, kind, prompt, forced(state)),)
        case Phase.SHOW:
            return tuple(Waiting(seat, kind, prompt) for seat in range(state.seats) if not state.has_shown(seat))
    return ()
