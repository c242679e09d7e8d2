"""A player's tokens of one suit, corrected in two taps."""

from __future__ import annotations

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
    """Minus and plus around a counter; ``callback(suit, count)`` is called with each new number."""

    suit = ObjectProperty(Suit.MOONS, rebind=True)
    count = NumericProperty(0)
    callback = ObjectProperty(None, allownone=True)

    def add(self, number: int) -> None:
        """Change the number, not below 0."""
        if self.callback is not None and self.count + number >= 0:
            self.callback(self.suit, self.count + number)


load_kv(__file__)
