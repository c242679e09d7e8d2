"""The panels of the seats and the row of districts on the table screen."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from companion.app.game_screen import GameScreen
from companion.app.magnate.explainer import NumberExplainer
from companion.app.magnate.table_actions import TableActions
from companion.app.magnate.widgets.district_view import DistrictView
from companion.app.magnate.widgets.player_panel import PlayerPanel
from companion.app.seats import is_far_seat
from companion.app.window.theme import theme
from companion.games.magnate.state import District


def build_panels(screen: GameScreen, table: TableActions, explainer: NumberExplainer, seats: int) -> list[PlayerPanel]:
    """Return a panel for each seat, in the order of the seats.

    Args:
        screen: The table screen, which undoes and opens the log.
        table: What the panels correct and forecast with.
        explainer: Shows why a counter has its number.
        seats: The number of seats.
    """
    return [
        PlayerPanel(
            seat=seat,
            colour=theme.seats[seat % len(theme.seats)],
            correct_callback=table.correct_tokens,
            tools=True,
            undo_callback=screen.undo,
            log_callback=partial(screen.open_history, seat),
            explain_callback=explainer.show_tokens,
            forecast_callback=partial(table.open_forecast, seat),
            has_forecast=True,
            size_hint_y=None,
        )
        for seat in range(seats)
    ]


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


def place_districts(
    row: Any, districts: Sequence[District], table: TableActions, explainer: NumberExplainer, far_turned: bool
) -> None:
    """Put a view of each district in a row, from the near player's left; views of such districts there stay.

    Args:
        row: The row of the districts.
        districts: The districts of a game.
        table: Opens a column that is tapped.
        explainer: Opens the log of a total that is tapped.
        far_turned: Whether the far side is turned to its players.
    """
    columns = [tuple(column is not None for column in district.columns) for district in districts]
    if columns == [view.built_for for view in reversed(row.children)]:
        return
    row.clear_widgets()
    for place, seats in enumerate(columns):
        view = DistrictView(
            place=place,
            seats=len(seats),
            far_turned=far_turned,
            callback=table.open_column,
            explain_callback=explainer.open_total,
        )
        view.built_for = seats
        row.add_widget(view)
