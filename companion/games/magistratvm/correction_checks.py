"""Checks that several kinds of corrections share."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from companion.games.errors import IllegalMove, StaleFact
from companion.games.magistratvm.state import Decided, Phase, State
from companion.locale import Message
from companion.pieces.piecepack import Tile

T = TypeVar("T")
CORRECTION = "correction"
"""The name, in place of a rule, for gold that a correction adds or removes."""


def check_was(was: T, held: T, same: Callable[[T], object] = lambda value: value) -> None:
    """Raise :class:`StaleFact` if a fact's old value is not the game's; values with equal ``same`` are the same."""
    if same(was) != same(held):
        step = Message("check it, then correct it")
        raise StaleFact("I1", Message("the game went on meanwhile"), step, held)


def check_settled(state: State) -> None:
    """Refuse corrections of tokens, Magistrates and Provinces during a choice that depends on them."""
    if state.phase in (Phase.FALLING, Phase.DICTATOR, Phase.OVER):
        raise IllegalMove(
            "I17",
            Message("a choice depends on it"),
            Message("answer the question first, or undo the move that asked it"),
        )


def decided_with_owner(state: State, tile: Tile) -> tuple[int | None, Decided | None]:
    """Return a won Province with its owner."""
    for seat in range(state.seats):
        own = state.own(seat, tile)
        if own is not None:
            return seat, own
    return None, None
