"""The tray in which one decision is made, beside the board."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

from kivy.uix.boxlayout import BoxLayout

from companion.app.painters.decision_view import DecisionView
from companion.app.painters.question_view import Answer, add_pads
from companion.app.texts.i18n import words
from companion.app.widgets.pad import Pad
from companion.app.widgets.tray import TraySheet
from companion.app.window.theme import theme
from companion.games.decisions import Decision

OTHER_UNITS = 110
"""Width of a pad beside the decision, in units."""


class DecisionTray(TraySheet):
    """Asks the fields of a decision, as high as they need.

    Args:
        decision: The decision.
        callback: Called with the move; returns whether the rules accept it.
        table: The spots of the table in view, which answer.
        back: Called in place of closing it.
        **kwargs: Properties of the sheet.
    """

    is_choice = True

    def __init__(
        self,
        decision: Decision[Any],
        callback: Callable[[Any], object],
        table: Collection[str] = (),
        back: Callable[[], object] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self._back = back
        self.view = DecisionView(decision, callback, table=table, pos_hint={"top": 1}, notice_above=True)
        self.view.close_callback, self.view.close_icon = self.close, "back" if back is not None else "close"
        self.view.bind(notice=self.setter("notice"))
        self.view.bind(height=self._grow)
        self.others = BoxLayout(size_hint=(None, None), spacing=theme.unit * 4, pos_hint={"top": 1})
        self._offered: list[Answer] = []
        self.pads: list[Pad] = []
        """What can be done instead."""
        for widget in (self.view, self.others):
            self.add_widget(widget)
        self._grow()

    def begin(self, decision: Decision[Any], others: Sequence[Answer] = ()) -> None:
        """Ask a decision from its beginning, with what can be done instead beside it."""
        self.notice = ""
        self.view.begin(decision)
        if self._offered != [*others]:
            self._offered = [*others]
            self.others.clear_widgets()
            self.pads = add_pads(self.others, others, size_hint_y=1)
            self._grow()

    def on_parent(self, _tray: Any, parent: Any) -> None:
        """Follow the language while it is shown, and say whether it is."""
        if self.view.asked_callback is not None:
            self.view.asked_callback(self.view if parent is not None else None)
        if parent is None:
            words.unbind(language=self.view.say_again)
        else:
            words.bind(language=self.view.say_again)

    def close(self) -> None:
        """Close the tray, or return to what it was opened from."""
        if self._back is not None:
            self._back()
        else:
            super().close()

    def _grow(self, *_: object) -> None:
        self.needed = self.view.height + theme.unit * 16
        each, gap, count = max(theme.unit * OTHER_UNITS, theme.target), self.others.spacing, len(self.others.children)
        stacked = self.view.height >= theme.target * count + gap * (count - 1)
        self.others.orientation = "vertical" if stacked else "horizontal"
        self.others.size = each if stacked and count else max(0, (each + gap) * count - gap), self.view.height
