"""Suits in a row: an amount of tokens, and a choice between suits."""

from functools import partial
from typing import Any

from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from companion.app.widgets.pad import Target
from companion.app.window.kv_loader import load_kv
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
        suits = self.suits or self.tokens.suits
        for surplus in self.children[: max(0, len(self.children) - len(suits))]:
            self.remove_widget(surplus)
        for _missing in range(len(suits) - len(self.children)):
            share = AmountTarget()
            share.bind(on_release=self._tapped)
            self.add_widget(share)
        # Kivy's children stand in the reverse order.
        for share, suit in zip(reversed(self.children), suits, strict=True):
            share.suit, share.text, share.framed = suit, f"{self.sign}{self.tokens[suit]}", self.callback is not None
            share.disabled = self.callback is None

    def _tapped(self, share: AmountTarget) -> None:
        if self.callback is not None:
            self.callback(share.suit)


class SuitTarget(Target):
    """A token that can be tapped."""

    suit = ObjectProperty(Suit.MOONS, rebind=True)
    chosen = ObjectProperty(False)
    barred = BooleanProperty(False)


class SuitRow(GridLayout):
    """Tokens to choose from, in one row unless ``cols`` is set.

    ``callback(suit)`` is called with the suit that is tapped. ``chosen`` suits are drawn as picked; ``barred`` ones
    keep their place, pale, and cannot be tapped.
    """

    suits = ListProperty(list(Suit))
    chosen = ListProperty()
    barred = ListProperty()
    callback = ObjectProperty()

    def on_kv_post(self, _base: Any) -> None:
        """Fill the row, and follow its properties."""
        self.bind(suits=self._fill, chosen=self._mark, barred=self._mark)
        self._fill()

    def _fill(self, *_: object) -> None:
        self.clear_widgets()
        for suit in self.suits:
            target = SuitTarget(suit=suit)
            target.bind(on_release=partial(self._tapped, suit))
            self.add_widget(target)
        self._mark()

    def _mark(self, *_: object) -> None:
        for target in self.children:
            target.chosen, target.barred = target.suit in self.chosen, target.suit in self.barred
            target.disabled = target.barred

    def _tapped(self, suit: Suit, _target: SuitTarget) -> None:
        self.callback(suit)


load_kv(__file__)
