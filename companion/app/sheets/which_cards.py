"""The sheet that picks several cards of the deck."""

from __future__ import annotations

from kivy.properties import ObjectProperty

from companion.app.widgets.sheet import Sheet
from companion.app.window.kv_loader import load_kv
from companion.pieces import Card


class WhichCardsSheet(Sheet):
    """Every card; ``callback(cards)`` is called after each tap with the picked ones, in the order of picking."""

    gone = ObjectProperty(frozenset())
    picked = ObjectProperty(())
    callback = ObjectProperty(None, allownone=True)

    def pick(self, card: Card) -> None:
        """Pick a card, or put it back."""
        kept = tuple(one for one in self.picked if one != card)
        self.picked = kept if card in self.picked else (*self.picked, card)
        if self.callback is not None:
            self.callback(self.picked)


load_kv(__file__)
