"""The sheet of what only one player may see and enter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from kivy.properties import StringProperty
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

from companion.app.painters.decision_view import DecisionView
from companion.app.texts.i18n import words
from companion.app.widgets.board_table import BoardTable
from companion.app.widgets.pad import Pad
from companion.app.widgets.sheet import Sheet
from companion.app.widgets.text import Wrapped
from companion.app.window.kv_loader import load_kv
from companion.app.window.theme import theme
from companion.games.decisions import Decision
from companion.locale import Message


class PrivateSheet(Sheet):
    """Shows nothing until ``owner`` confirms to be alone; then what only they may read, and their decisions."""

    owner = StringProperty("")

    def __init__(
        self,
        lines: Sequence[Message],
        decisions: Sequence[Decision[Any]],
        callback: Callable[[Any], object],
        forecast: BoardTable | None = None,
        **kwargs: Any,
    ) -> None:
        self._lines, self._decisions, self._callback, self._forecast = lines, decisions, callback, forecast
        self.pads: list[Pad] = []
        self.view: DecisionView | None = None
        super().__init__(**kwargs)
        self.title = words._("For {name} only").format(name=self.owner)

    def uncover(self) -> None:
        """Show the lines and decisions."""
        inside = self.ids.inside
        inside.clear_widgets()
        for line in self._lines:
            inside.add_widget(Wrapped(text=words.head(line), units=25))
        for decision in self._decisions:
            pad = Pad(text=words.head(decision.text), units=24, size_hint_y=None, height=theme.target * 1.2)
            pad.bind(on_release=partial(self._fill_in, decision))
            self.pads.append(pad)
            inside.add_widget(pad)
        if self._forecast is not None:
            room = ScrollView()
            room.add_widget(self._forecast)
            inside.add_widget(room)
        else:
            inside.add_widget(Widget())

    def _fill_in(self, decision: Decision[Any], _pad: Pad) -> None:
        self.ids.inside.clear_widgets()
        self.view = DecisionView(decision, self._callback)
        self.ids.inside.add_widget(self.view)
        self.ids.inside.add_widget(Widget())


load_kv(__file__)
