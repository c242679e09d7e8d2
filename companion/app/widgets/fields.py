"""Fields for a number with minus and plus, and for one of a few values."""

from functools import partial
from typing import Any

from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.widgets.pad import Pad
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
