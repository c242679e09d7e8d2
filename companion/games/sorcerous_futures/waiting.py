"""The questions that block play."""

from __future__ import annotations

from companion.games.declared import Move
from companion.games.protocol import Waiting
from companion.games.sorcerous_futures.bidding import forced
from companion.games.sorcerous_futures.state import Phase, State


def waiting_for(state: State) -> tuple[Waiting[Move[State]], ...]:
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
