"""The panels of the seats and the row of districts on the table screen."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from companion.app.game_screen import GameScreen
from companion.app.magnate.table_actions import TableActions
from companion.app.magnate.widgets.player_panel import PlayerPanel
from companion.app.seats import is_far_seat
from companion.app.window.theme import theme


def build_panels(screen: GameScreen, table: TableActions, seats: int) -> list[PlayerPanel]:
    """Return a panel for each seat, in the order of the seats.

    Args:
        screen: The table screen, which undoes and opens the log.
        table: What the panels forecast with.
        seats: The number of seats.
    """
    panels = [
        PlayerPanel(
            seat=seat,
            colour=theme.seats[seat % len(theme.seats)],
            tools=True,
            undo_callback=screen.undo,
            log_callback=partial(screen.open_history, seat),
            forecast_callback=partial(table.open_forecast, seat),
            has_forecast=True,
            size_hint_y=None,
        )
        for seat in range(seats)
    ]
    for panel in panels:
        panel.ids.counters.painting = screen.ids.districts.painting
    return panels


def place_panels(ids: Any, panels: Sequence[PlayerPanel]) -> None:
    """Put the panels on both sides of a screen, the first seat at the near edge.

    Args:
        ids: The ids of the screen, with ``far_side`` and ``near_side``.
        panels: The panels, by seat.
    """
    for side in (ids.far_side, ids.near_side):
        side.clear_widgets()
    for seat, panel in reversed(list(enumerate(panels))):
        (ids.far_side if is_far_seat(seat, len(panels)) else ids.near_side).add_widget(panel)
