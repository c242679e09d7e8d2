"""Checks of the current player and the phase (B7)."""

from __future__ import annotations

from companion.games.errors import IllegalMove, SeatName
from companion.games.magnate.state import Phase, State
from companion.locale import Message


def check_turn(state: State, player: int, *phases: Phase, rule: str) -> None:
    """Raise :class:`IllegalMove` unless the seat is the current player's and the phase one of these."""
    check_not_over(state)
    if player != state.player:
        raise IllegalMove(
            "B7",
            Message("it is {name}'s turn, not {other}'s", {"name": SeatName(state.player), "other": SeatName(player)}),
        )
    if state.phase not in phases:
        waiting = state.waiting_for[0]
        raise IllegalMove(rule, Message("first: {waiting}", {"waiting": waiting.text}))


def check_not_over(state: State) -> None:
    """Raise :class:`IllegalMove` if the game is over."""
    if state.phase is Phase.OVER:
        raise IllegalMove("B36", Message("the game is over"), Message("undo, or correct what lies on the table"))
