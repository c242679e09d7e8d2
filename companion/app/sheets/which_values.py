"""The sheet that picks several values in order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from kivy.properties import NumericProperty

from companion.app.widgets.pad import Pad
from companion.app.widgets.sheet import Sheet
from companion.app.window.kv_loader import load_kv


class WhichValuesSheet(Sheet):
    """A pad for each value; ``callback(values)`` is called after each tap with the picked ones, in order."""

    cols = NumericProperty(6)

    def __init__(
        self,
        choices: Sequence[tuple[Any, str]],
        picked: Sequence[Any],
        callback: Callable[[list[Any]], object],
        **kwargs: Any,
    ) -> None:
        self._picked, self._callback = list(picked), callback
        super().__init__(**kwargs)
        self._names = dict(choices)
        self.pads = {value: Pad(text=name, units=20) for value, name in choices}
        for value, pad in self.pads.items():
            pad.bind(on_release=partial(self._tapped, value))
            self.ids.picked.add_widget(pad)
        self._mark()

    def _tapped(self, value: Any, _pad: Pad) -> None:
        if value in self._picked:
            self._picked.remove(value)
        else:
            self._picked.append(value)
        self._mark()
        self._callback(list(self._picked))

    def _mark(self) -> None:
        """Show the place of each picked value."""
        for value, pad in self.pads.items():
            pad.chosen = value in self._picked
            place = f"{self._picked.index(value) + 1}. " if pad.chosen else ""
            pad.text = place + self._names[value]


load_kv(__file__)
