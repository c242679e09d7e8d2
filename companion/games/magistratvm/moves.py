"""The moves of Magistratvm by name, and what any of them does. Seats count from 0, clockwise."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.games import declared
from companion.games.json_codec import Kinds
from companion.games.legal_moves import LegalMove
from companion.games.magistratvm.actions import Appoint, Enter, PlaceTokens, Withdraw
from companion.games.magistratvm.auction import Bid, Pass
from companion.games.magistratvm.correcting import Correct
from companion.games.magistratvm.deals import Give
from companion.games.magistratvm.gold import payments
from companion.games.magistratvm.opening import Roll, TakeIncome
from companion.games.magistratvm.powers import Recall, RecallGovernor, UseAedile, UsePraetor, UseTribune
from companion.games.magistratvm.promoting import Fall, Promote
from companion.games.magistratvm.redistributing import Redistribute
from companion.games.magistratvm.refilling import Refill
from companion.games.magistratvm.state import State
from companion.games.magistratvm.votes import CountVotes, Dictate, Lend, StartCircuit

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
