"""The sheet of setting up a table, one step at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kivy.properties import NumericProperty, StringProperty

from companion.app.texts.i18n import words
from companion.app.widgets.sheet import Sheet
from companion.app.window.kv_loader import load_kv
from companion.games.sheet import Line


class StepsSheet(Sheet):
    """One step, large; it closes after the last one."""

    place = NumericProperty(0)
    text = StringProperty("")

    def __init__(self, steps: Sequence[Line], **kwargs: Any) -> None:
        self._steps = steps
        super().__init__(**kwargs)
        self._show()

    def go(self, by: int) -> None:
        """Move by this many steps; close at either end."""
        if not 0 <= self.place + by < len(self._steps):
            self.close()
            return
        self.place += by
        self._show()

    def _show(self) -> None:
        step = int(self.place)
        self.title = words._("Setup: step {n} of {all}").format(n=step + 1, all=len(self._steps))
        self.text = words.say(self._steps[step].text)


load_kv(__file__)
