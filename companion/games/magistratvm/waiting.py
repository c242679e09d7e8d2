"""The questions that block play, each with its owner, and the moves that answer it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.games.magistratvm import offers
from companion.games.magistratvm.moves import Count, Move, Roll
from companion.games.magistratvm.phases import prompt
from companion.games.magistratvm.state import Phase, State
from companion.games.protocol import Waiting
from companion.pieces import Cast, DieKind, Wish


def waiting_for(state: State) -> tuple[Waiting[Move], ...]:
    """Return the questions with their owners, and their answers if they are few; else a form makes the move."""
    text, kind = prompt(state), state.phase.value
    match state.phase:
        case Phase.OVER:
            return ()
        case Phase.INCOME:
            return tuple(
                Waiting(seat, kind, text, tuple(offers.incomes(state, seat)))
                for seat in range(state.seats)
                if seat not in state.with_income
            )
        case Phase.ROLL:
            return (Waiting(state.rolling[0], kind, text),)
        case Phase.ELECTION:
            return (Waiting(state.prefect, kind, text, (Count(state.prefect),)),)
        case Phase.BIDDING | Phase.ACTION | Phase.REDISTRIBUTION | Phase.REFILL:
            return (Waiting(current_seat(state), kind, text),)
    return (Waiting(current_seat(state), kind, text, offers.offered(state)),)


def current_seat(state: State) -> int:
    """Return the seat whose turn it is."""
    asks = _ASKED.get(state.phase)
    return state.prefect if asks is None else asks(state)


_ASKED: dict[Phase, Callable[[State], int]] = {
    Phase.ROLL: lambda state: state.rolling[0],
    Phase.INCOME: lambda state: next(_without_income(state)),
    Phase.BIDDING: lambda state: state.auction.to_bid if state.auction is not None else state.prefect,
    Phase.ACTION: lambda state: state.to_act,
    Phase.FALLING: lambda state: state.falling.player if state.falling is not None else state.to_act,
    Phase.DICTATOR: lambda state: next(iter(offers.dictations(state))).player,
    Phase.REDISTRIBUTION: lambda state: state.voting.leaving[0].player if state.voting is not None else state.prefect,
}
"""The current seat by phase; in all other phases the Prefect."""


def _without_income(state: State) -> Iterator[int]:
    return (seat for seat in state.clockwise_from(state.prefect) if seat not in state.with_income)


def wish(state: State) -> Wish | None:
    """Return the dice for the first Prefect: one for each seat that rolls (I5)."""
    return Wish((DieKind.D6,) * len(state.rolling)) if state.phase is Phase.ROLL else None


def roll_from_dice(_state: State, cast: Cast) -> Roll:
    """Return the move of these dice."""
    return Roll(tuple(die.value for die in cast))
