"""A counter for one suit's tokens."""

from __future__ import annotations

from kivy.properties import NumericProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.window.kv_loader import load_kv
from companion.pieces import Suit


class OpenCounter(BoxLayout):
    """Plus, the suit with its number, and minus; ``callback(suit, count)`` gets the new number."""

    suit = ObjectProperty(Suit.MOONS, rebind=True)
    count = NumericProperty(0)
    token = NumericProperty(0)
    """The token's diameter, in pixels."""
    callback = ObjectProperty(None, allownone=True)

    def add(self, number: int) -> None:
        """Pass on the number plus this one, unless it would be negative."""
        if self.callback is not None and self.count + number >= 0:
            self.callback(self.suit, int(self.count) + number)


load_kv(__file__)
