"""The transition function of Magistratvm: a state and a move give the next state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from companion.games.magistratvm import actions, correcting, elections, ending, gold, moves, opening, promoting
from companion.games.magistratvm.moves import Move, Pass
from companion.games.magistratvm.state import Phase, State


def apply(state: State, move: Move) -> State:
    """Return the state after the move; pure. Raises :class:`~companion.games.errors.IllegalMove`."""
    return _HANDLERS[type(move)](replace(state, moved=()), move)


def _pass(state: State, move: Pass) -> State:
    if state.phase is Phase.BIDDING:
        return opening.pass_bid(state, move)
    state = actions.pass_action(state, move)
    return elections.begin(state) if state.passes == state.seats else state


_HANDLERS: Mapping[type[Any], Callable[[State, Any], State]] = {
    moves.Roll: opening.roll,
    moves.TakeIncome: opening.take_income,
    moves.Bid: opening.bid,
    moves.Pass: _pass,
    moves.PlaceTokens: actions.place_tokens,
    moves.Enter: actions.enter,
    moves.Promote: promoting.promote,
    moves.Fall: promoting.fall,
    moves.UseTribune: actions.use_tribune,
    moves.UseAedile: actions.use_aedile,
    moves.UsePraetor: actions.use_praetor,
    moves.Recall: actions.recall,
    moves.RecallGovernor: actions.recall_governor,
    moves.Appoint: actions.appoint,
    moves.Withdraw: actions.withdraw,
    moves.Dictate: elections.dictate,
    moves.StartCircuit: elections.start_circuit,
    moves.Lend: elections.lend,
    moves.Count: elections.count,
    moves.Redistribute: elections.redistribute,
    moves.Refill: ending.refill,
    moves.Give: gold.give,
    moves.Correct: correcting.correct,
}
