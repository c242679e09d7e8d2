"""The sheet with curves of how a game went."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.app.texts.i18n import words
from companion.app.widgets.curves import Curves
from companion.app.widgets.sheet import Sheet
from companion.app.window.kv_loader import load_kv
from companion.games.figures import Figures


class PlotSheet(Sheet):
    """One panel below the other, scrolled.

    Args:
        figures: The curves.
        seats: The number of seats.
        turn_callback: Called with the number of the turn that is tapped; None if turns cannot be shown.
        **kwargs: Properties of the sheet.
    """

    read_only = True

    def __init__(
        self, figures: Figures, seats: int, turn_callback: Callable[[int], None] | None = None, **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        self.title = words._("Chart of the game")
        self.panels = [Curves(panel, figures.turns, seats, callback=turn_callback) for panel in figures.panels]
        for panel in self.panels:
            self.ids.panels.add_widget(panel)


load_kv(__file__)
