"""The transition function of Magnate: a state and a move give the next state."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from companion.games.magnate import correcting, playing, rolling, turns
from companion.games.magnate import moves as m
from companion.games.magnate.moves import Move
from companion.games.magnate.state import State


def apply(state: State, move: Move) -> State:
    """Return the state after the move; pure.

    Raises :class:`~companion.games.errors.IllegalMove` with the rule's number and the numbers.
    """
    return _HANDLERS[type(move)](state, move)


def fold(state: State, moves: Iterable[Move]) -> State:
    """Return the state after all of these moves in order."""
    for move in moves:
        state = apply(state, move)
    return state


_HANDLERS: Mapping[type[Any], Callable[[State, Any], State]] = {
    m.Roll: rolling.roll,
    m.TakeDeedIncome: rolling.take_deed_income,
    m.PreferDeedIncome: rolling.prefer_deed_income,
    m.Develop: playing.develop,
    m.BuyDeed: playing.buy_deed,
    m.AddToDeed: playing.add_to_deed,
    m.Sell: playing.sell,
    m.Trade: playing.trade,
    m.Draw: turns.draw,
    m.EndTurn: turns.end_turn,
    m.Correct: correcting.correct,
    m.SetOption: correcting.set_option,
}
