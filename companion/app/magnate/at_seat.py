"""What one player's panel shows of a state."""

from __future__ import annotations

from companion.app.magnate.at_table import AtTable
from companion.app.magnate.changes import TokenChange
from companion.app.magnate.offers import awaited_of, offered, steps, tie_values
from companion.app.magnate.widgets.player_panel import PlayerPanel
from companion.games.magnate import Score, State


def show_at_seat(panel: PlayerPanel, state: State, stands: Score, change: TokenChange, table: AtTable) -> None:
    """How it stands there, what has just changed and, in the present, what can be done."""
    panel.at_turn = panel.seat == state.player and not state.over
    panel.won = stands.districts_won[panel.seat]
    panel.ties = tie_values(stands, panel.seat)
    panel.step(*steps(state, panel.seat))
    panel.show(state.tokens[panel.seat], state.crowns[panel.seat], change.lost, change.gained)
    panel.phase = "" if panel.past else awaited_of(state, int(panel.seat))
    panel.offer(offered(state, table) if panel.seat == state.player and not panel.past else [])
