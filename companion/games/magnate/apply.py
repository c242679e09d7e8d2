"""The transition function of Magnate: a state and a move give the next state."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.magnate import correcting, playing, rolling, turns
from companion.games.magnate.moves import (
    AddToDeed,
    BuyDeed,
    Correct,
    Develop,
    Draw,
    EndTurn,
    Move,
    PreferDeedIncome,
    Roll,
    Sell,
    SetOption,
    TakeDeedIncome,
    Trade,
)
from companion.games.magnate.state import State


def apply(state: State, move: Move) -> State:  # noqa: PLR0911 - one line a kind of move
    """Return the state after the move; pure.

    Raises :class:`~companion.games.errors.IllegalMove` with the rule's number and the numbers.
    """
    match move:
        case Roll():
            return rolling.roll(state, move)
        case TakeDeedIncome():
            return rolling.take_deed_income(state, move)
        case PreferDeedIncome():
            return rolling.prefer_deed_income(state, move)
        case Develop():
            return playing.develop(state, move)
        case BuyDeed():
            return playing.buy_deed(state, move)
        case AddToDeed():
            return playing.add_to_deed(state, move)
        case Sell():
            return playing.sell(state, move)
        case Trade():
            return playing.trade(state, move)
        case Draw():
            return turns.draw(state, move)
        case EndTurn():
            return turns.end_turn(state, move)
        case Correct():
            return correcting.correct(state, move)
        case SetOption():
            return correcting.set_option(state, move)


def fold(state: State, moves: Iterable[Move]) -> State:
    """Return the state after all of these moves in order."""
    for move in moves:
        state = apply(state, move)
    return state
