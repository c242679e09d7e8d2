"""The sheet with curves: of how a game went, or of a player's games."""

from collections.abc import Callable, Sequence
from typing import Any

from companion.app.texts.i18n import words
from companion.app.widgets.curves import Curves
from companion.app.widgets.sheet import Sheet
from companion.app.window.kv_loader import load_kv
from companion.club.tables import CareerPanel
from companion.games.figures import Figures


class PlotSheet(Sheet):
    """Panels of curves, one below the other, scrolled."""

    read_only = True

    def __init__(self, panels: Sequence[Curves], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.panels = panels
        for panel in panels:
            self.ids.panels.add_widget(panel)


def plot_game(figures: Figures, seats: int, turn_callback: Callable[[int], None] | None = None) -> PlotSheet:
    """Return the curves of a game.

    Args:
        figures: The curves.
        seats: The number of seats.
        turn_callback: Called with the number of the turn that is tapped; None if turns cannot be shown.
    """
    panels = [Curves(panel, figures.turns, seats, callback=turn_callback) for panel in figures.panels]
    return PlotSheet(panels, title=words._("Chart of the game"))


def plot_career(name: str, panels: Sequence[CareerPanel], game_callback: Callable[[str], None]) -> PlotSheet:
    """Return the curves of a player over all games; ``game_callback`` gets the id of the game that is tapped."""
    missing = "" if panels else words._("Curves need two games.")
    return PlotSheet([_career(one, game_callback) for one in panels], title=name, notice=missing)


def _career(one: CareerPanel, game_callback: Callable[[str], None]) -> Curves:
    numbers = range(1, len(one.games) + 1)
    curves = Curves(one.panel, numbers, 1, callback=lambda number: game_callback(one.games[number - 1]))
    curves.across = words._("Game")
    return curves


load_kv(__file__)
