"""The moves of Magistratvm by name, what any does, and the questions that they answer. Seats count from 0."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from companion.games import declared
from companion.games.declared import LegalMove, possible
from companion.games.field_types import Kinds
from companion.games.magistratvm.actions import Appoint, Enter, PlaceTokens, Withdraw
from companion.games.magistratvm.auction import Bid, Give, Pass
from companion.games.magistratvm.facts import Correct
from companion.games.magistratvm.gold import payments
from companion.games.magistratvm.offices import Office
from companion.games.magistratvm.opening import Roll, TakeIncome, without_income
from companion.games.magistratvm.powers import Recall, RecallGovernor, UseAedile, UsePraetor, UseTribune
from companion.games.magistratvm.promoting import Fall, Promote
from companion.games.magistratvm.redistributing import Redistribute, Refill
from companion.games.magistratvm.state import Phase, State
from companion.games.magistratvm.turn_moves import prompt
from companion.games.magistratvm.votes import CountVotes, Dictate, Lend, StartCircuit
from companion.games.protocol import Waiting

Move = declared.Move[State]
MOVES: Kinds = {
    "roll": Roll,
    "income": TakeIncome,
    "bid": Bid,
    "pass": Pass,
    "place": PlaceTokens,
    "enter": Enter,
    "promote": Promote,
    "fall": Fall,
    "tribune": UseTribune,
    "aedile": UseAedile,
    "praetor": UsePraetor,
    "recall": Recall,
    "recall_governor": RecallGovernor,
    "appoint": Appoint,
    "withdraw": Withdraw,
    "dictate": Dictate,
    "start": StartCircuit,
    "lend": Lend,
    "count": CountVotes,
    "redistribute": Redistribute,
    "refill": Refill,
    "give": Give,
    "correct": Correct,
}
"""Every kind of move by its name in documents."""


def apply(state: State, move: Move) -> State:
    """Return the state after the move; pure. Raises :class:`~companion.games.errors.IllegalMove`."""
    return move.apply(replace(state, moved=()))


def offered(state: State, seat: int | None = None) -> tuple[Move, ...]:
    """Return the legal moves, of one seat if it is given; dice, tiles, gifts, split tokens, corrections are typed."""
    return tuple(move for kind in MOVES.values() for move in declared.possible(kind, state, seat))


def legal_moves(state: State, seat: int) -> Iterator[LegalMove[Move]]:
    """Yield a seat's legal moves, with the usual payment and with gold from each governed Province first."""
    for move in offered(state, seat):
        first, *others = payments(state, move)
        yield LegalMove(first, tuple(others))


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
