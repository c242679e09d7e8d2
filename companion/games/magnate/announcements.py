"""Announcements to the whole table: a shuffle that is due, and the last round."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.magnate.state import Phase, State
from companion.locale import Message

SHUFFLE = Message("The draw pile is empty. Shuffle the discards.")
SHUFFLE_TO_DRAW = Message("The draw pile is empty. Shuffle the discards, then draw.")


def find_announcement(before: State | None, after: State, names: Sequence[str]) -> Message | None:
    """Return what to announce after a move, or None.

    Args:
        before: The state before the move; None on the first view of a game.
        after: The state after it.
        names: The player names, by seat.
    """
    if before is None or after.over:
        return None
    if after.last_turns is not None and before.last_turns is None:
        return Message("Last round: {turns}", {"turns": ", ".join(list_last_players(after, names))})
    if after.reshuffles > before.reshuffles and after.options.reshuffle_at_once:
        return SHUFFLE
    due = after.phase is Phase.DRAW and before.phase is not Phase.DRAW and must_shuffle(after)
    return SHUFFLE_TO_DRAW if due else None


def must_shuffle(state: State) -> bool:
    """Return whether the discards must be shuffled before the current player can draw all cards that are due."""
    return state.last_turns is None and state.pile < state.options.plays and state.may_shuffle


def list_last_players(state: State, names: Sequence[str]) -> list[str]:
    """Return the names of those who take the remaining turns, in order.

    Args:
        state: A state in the last round.
        names: The player names, by seat.
    """
    if state.automa is not None:
        return [names[state.player]] * (state.last_turns or 0)
    return [names[(state.player + turn) % state.players] for turn in range(state.last_turns or 0)]
