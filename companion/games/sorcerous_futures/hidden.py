"""The visibility of notes: only their owner sees them until the end (H7)."""

from __future__ import annotations

from dataclasses import replace

from companion.games.sorcerous_futures.moves import Move, Note
from companion.games.sorcerous_futures.state import NO_NOTES, State


def seen_by(state: State, viewer: int | None) -> State:
    """Return the state without other players' notes."""
    if state.over:
        return state
    return replace(state, notes=tuple(one if seat == viewer else NO_NOTES for seat, one in enumerate(state.notes)))


def redact_move(now: State, move: Move, viewer: int | None) -> Move:
    """Return another player's note without its content."""
    return Note(move.player) if isinstance(move, Note) and not now.over and move.player != viewer else move
