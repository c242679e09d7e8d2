"""An amount of tokens."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.kv_loader import load_kv
from companion.app.widgets.pad import Target
from companion.pieces import Suit, Tokens


class AmountTarget(Target):
    """One suit's share of an amount."""

    suit = ObjectProperty(Suit.MOONS, rebind=True)
    text = StringProperty("")
    framed = BooleanProperty(False)


class Amount(BoxLayout):
    """Tokens of several suits in a row; each can be tapped if there is a ``callback(suit)``."""

    tokens = ObjectProperty(Tokens())
    suits = ObjectProperty(())
    """The suits shown; those of the amount if empty."""
    sign = StringProperty("")
    callback = ObjectProperty(None, allownone=True)
    units = NumericProperty(26)

    def on_kv_post(self, _base: Any) -> None:
        """Fill the row, and follow its properties."""
        self.bind(tokens=self._fill, suits=self._fill, callback=self._fill, sign=self._fill)
        self._fill()

    def _fill(self, *_: object) -> None:
        self.clear_widgets()
        for suit in self.suits or self.tokens.suits:
            share = AmountTarget(suit=suit, text=f"{self.sign}{self.tokens[suit]}", framed=self.callback is not None)
            share.disabled = self.callback is None
            share.bind(on_release=partial(self._tapped, suit))
            self.add_widget(share)

    def _tapped(self, suit: Suit, _target: AmountTarget) -> None:
        if self.callback is not None:
            self.callback(suit)


load_kv(__file__)
