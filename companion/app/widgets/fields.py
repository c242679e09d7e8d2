"""A field of settings with one of a few values."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.properties import ListProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.widgets.pad import Pad
from companion.app.window.kv_loader import load_kv


class ChoiceField(BoxLayout):
    """One of a few values, each with its name."""

    value = ObjectProperty(None, allownone=True)
    choices = ListProperty()
    """Pairs of a value and its name."""

    def on_kv_post(self, _base: Any) -> None:
        """Add a pad for each choice."""
        self.bind(value=self._mark)
        self.pads = {}
        for value, name in self.choices:
            pad = Pad(text=name, units=20)
            pad.bind(on_release=partial(self._choose, value))
            self.pads[value] = pad
            self.add_widget(pad)
        self._mark()

    def _choose(self, value: object, _pad: Pad) -> None:
        self.value = value

    def _mark(self, *_: object) -> None:
        for value, pad in self.pads.items():
            pad.chosen = value == self.value


load_kv(__file__)
