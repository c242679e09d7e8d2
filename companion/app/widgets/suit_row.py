"""A choice between suits."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.properties import BooleanProperty, ListProperty, ObjectProperty
from kivy.uix.gridlayout import GridLayout

from companion.app.widgets.pad import Target
from companion.app.window.kv_loader import load_kv
from companion.pieces import Suit


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
