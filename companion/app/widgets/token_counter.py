"""A player's tokens of one suit, corrected in two taps."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.widgets.pad import Target
from companion.app.window.kv_loader import load_kv
from companion.app.window.theme import theme
from companion.pieces import Suit


class TokenCounter(Target):
    """Token, letter, number, and the latest change."""

    suit = ObjectProperty(Suit.MOONS, rebind=True)
    count = NumericProperty(0)
    change = StringProperty("")
    """``+2``, ``−3`` or both, one in a line: what the latest move did."""
    change_colour = ListProperty(theme.ink)
    open = BooleanProperty(False)


class CounterEditor(BoxLayout):
    """Minus and plus around a token and its number, with plus at the right or on top.

    ``callback(suit, count)`` is called with each new number.
    """

    suit = ObjectProperty(Suit.MOONS, rebind=True)
    count = NumericProperty(0)
    callback = ObjectProperty(None, allownone=True)
    framed = BooleanProperty(False)
    """Whether it lies over something else."""

    def on_kv_post(self, _base: Any) -> None:
        """Put plus on top in a vertical one."""
        for part in [*self.children] if self.orientation == "vertical" else ():
            self.remove_widget(part)
            self.add_widget(part)

    def add(self, number: int) -> None:
        """Change the number, not below 0."""
        if self.callback is not None and self.count + number >= 0:
            self.callback(self.suit, int(self.count) + number)


load_kv(__file__)
