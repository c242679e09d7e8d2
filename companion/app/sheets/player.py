"""The sheet of one player: curves over all games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from kivy.properties import StringProperty

from companion.app.texts.i18n import words
from companion.app.widgets.curves import Curves
from companion.app.widgets.sheet import Sheet
from companion.app.window.kv_loader import load_kv
from companion.club.careers import CareerPanel


class PlayerSheet(Sheet):
    """The curves of a player, one panel below the other; a tap on a game opens it.

    Args:
        panels: The curves.
        game_callback: Called with the id of the game that is tapped.
        **kwargs: Properties of the sheet.
    """

    read_only = True
    missing = StringProperty("")
    """What is shown if there are no curves."""

    def __init__(self, panels: Sequence[CareerPanel], game_callback: Callable[[str], None], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.missing = "" if panels else words._("Curves need two games.")
        self.panels = [_curves(one, game_callback) for one in panels]
        for panel in self.panels:
            self.ids.panels.add_widget(panel)


def _curves(one: CareerPanel, game_callback: Callable[[str], None]) -> Curves:
    numbers = range(1, len(one.games) + 1)
    curves = Curves(one.panel, numbers, 1, callback=lambda number: game_callback(one.games[number - 1]))
    curves.across = words._("Game")
    return curves


load_kv(__file__)
