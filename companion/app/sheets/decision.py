"""The tray in which one decision is made, beside the board."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.app.painters.decision_view import DecisionView
from companion.app.widgets.tray import TraySheet
from companion.app.window.theme import theme
from companion.games.decisions import Decision


class DecisionTray(TraySheet):
    """Asks the fields of a decision, as high as they need.

    Args:
        decision: The decision.
        callback: Called with the move; returns whether the rules accept it.
        **kwargs: Properties of the sheet.
    """

    is_choice = True

    def __init__(self, decision: Decision[Any], callback: Callable[[Any], object], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.view = DecisionView(decision, callback, pos_hint={"top": 1})
        self.view.close_callback = self.close
        self.view.bind(height=self._grow)
        self.add_widget(self.view)
        self._grow()

    def _grow(self, *_: object) -> None:
        self.needed = self.view.height + theme.unit * 16
