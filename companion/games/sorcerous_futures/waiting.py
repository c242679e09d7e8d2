"""The questions that block play, sealed ones included."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.games.documents import read_integer
from companion.games.fields import Amount
from companion.games.protocol import Sealed, Waiting
from companion.games.sorcerous_futures.auctions import check_bid
from companion.games.sorcerous_futures.moves import Bids, Move, Pass
from companion.games.sorcerous_futures.state import Phase, State


def waiting_for(state: State) -> tuple[Waiting[Move], ...]:
    """Return the questions with their owners. A player who cannot bid higher can only pass (H12)."""
    prompt, kind = state.prompt(), state.phase.value
    match state.phase:
        case Phase.DEAL | Phase.CHOOSE | Phase.TURN_UP:
            return (Waiting(state.player, kind, prompt),)
        case Phase.OPEN:
            assert state.auction is not None
            assert state.auction.to_bid is not None
            seat = state.auction.to_bid
            answers = (Pass(seat),) if state.gold[seat] <= state.auction.bid else ()
            return (Waiting(seat, kind, prompt, answers),)
        case Phase.SHOW:
            return tuple(Waiting(seat, kind, prompt) for seat in range(state.seats) if not state.has_shown(seat))
    return ()


def sealed(state: State) -> tuple[Sealed, ...]:
    """Return the sealed bids of a closed auction (H11)."""
    if state.phase is not Phase.CLOSED:
        return ()
    return tuple(
        Sealed(seat, "bid", state.prompt(), _bid(held), amount=Amount("gold", state.prompt(), 0, held))
        for seat, held in enumerate(state.gold)
    )


def _bid(held: int) -> Callable[[object], None]:
    return lambda answer: check_bid(held, read_integer(answer, "bid"))


def unseal(_state: State, answers: Mapping[int, object]) -> Bids:
    """Return the move with all bids."""
    return Bids(tuple(read_integer(answers[seat], "bid") for seat in sorted(answers)))
