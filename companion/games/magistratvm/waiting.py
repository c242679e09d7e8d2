"""The questions that block play, each with its owner, and the moves that answer it."""

from __future__ import annotations

from collections.abc import Callable

from companion.games.declared import possible
from companion.games.magistratvm.moves import MOVES, Move, offered
from companion.games.magistratvm.offices import Office
from companion.games.magistratvm.opening import without_income
from companion.games.magistratvm.phases import prompt
from companion.games.magistratvm.state import Phase, State
from companion.games.protocol import Waiting


def waiting_for(state: State) -> tuple[Waiting[Move], ...]:
    """Return the questions with their owners, and their answers if they are few; else a form makes the move."""
    text, kind = prompt(state), state.phase.value
    match state.phase:
        case Phase.OVER:
            return ()
        case Phase.INCOME:
            return tuple(
                Waiting(seat, kind, text, tuple(possible(MOVES["income"], state, seat)))
                for seat in sorted(without_income(state))
            )
        case Phase.ROLL:
            return (Waiting(state.rolling[0], kind, text),)
        case Phase.ELECTION:
            return (Waiting(state.prefect, kind, text, tuple(possible(MOVES["count"], state))),)
        case Phase.BIDDING | Phase.ACTION | Phase.REDISTRIBUTION | Phase.REFILL:
            return (Waiting(current_seat(state), kind, text),)
    return (Waiting(current_seat(state), kind, text, offered(state)),)


def current_seat(state: State) -> int:
    """Return the seat whose turn it is."""
    asks = _ASKED.get(state.phase)
    return state.prefect if asks is None else asks(state)


_ASKED: dict[Phase, Callable[[State], int]] = {
    Phase.ROLL: lambda state: state.rolling[0],
    Phase.INCOME: lambda state: without_income(state)[0],
    Phase.BIDDING: lambda state: state.auction.to_bid if state.auction is not None else state.prefect,
    Phase.ACTION: lambda state: state.to_act,
    Phase.FALLING: lambda state: state.falling.player if state.falling is not None else state.to_act,
    Phase.DICTATOR: lambda state: next(iter(state.magistrates_in(Office.DICTATOR))).player,
    Phase.REDISTRIBUTION: lambda state: state.voting.leaving[0].player if state.voting is not None else state.prefect,
}
"""The current seat by phase; in all other phases the Prefect."""
