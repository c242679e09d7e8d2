"""A number with minus and plus."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.window.kv_loader import load_kv


class CounterEditor(BoxLayout):
    """Minus and plus around a number and what it counts, with plus at the right or on top.

    ``callback(count)`` is called with each new number.
    """

    suit = ObjectProperty(None, allownone=True, rebind=True)
    """The suit of the tokens that are counted, or None."""
    label = StringProperty("")
    """What is counted, if that is no tokens."""
    count = NumericProperty(0)
    most = NumericProperty(float("inf"))
    callback = ObjectProperty(None, allownone=True)
    framed = BooleanProperty(False)
    """Whether it lies over something else."""

    def on_kv_post(self, _base: Any) -> None:
        """Put plus on top in a vertical one."""
        for part in [*self.children] if self.orientation == "vertical" else ():
            self.remove_widget(part)
            self.add_widget(part)

    def add(self, number: int) -> None:
        """Change the number, within its bounds."""
        if self.callback is not None and 0 <= self.count + number <= self.most:
            self.callback(int(self.count) + number)


load_kv(__file__)
