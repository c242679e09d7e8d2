"""What is whose to see: notes are their owner's until everything lies open (H7)."""

from __future__ import annotations

from dataclasses import replace

from companion.games.sorcerous_futures.moves import Move, Note
from companion.games.sorcerous_futures.state import NO_NOTES, State


def seen_by(state: State, viewer: int | None) -> State:
    """Without anybody else's notes."""
    if state.over:
        return state
    return replace(state, notes=tuple(one if seat == viewer else NO_NOTES for seat, one in enumerate(state.notes)))


def told_to(now: State, move: Move, viewer: int | None) -> Move:
    """Of somebody else's note: that something was noted."""
    return Note(move.player) if isinstance(move, Note) and not now.over and move.player != viewer else move
