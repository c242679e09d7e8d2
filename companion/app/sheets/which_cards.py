"""Picking several cards of the whole deck."""

from __future__ import annotations

from kivy.properties import ObjectProperty

from companion.app.kv_loader import load_kv
from companion.app.widgets.sheet import Sheet
from companion.pieces import Card


class WhichCardsSheet(Sheet):
    """Every card; one tap picks, another puts back. ``taker(cards)`` hears them in the order in which they were picked,
    after each tap."""

    gone = ObjectProperty(frozenset())
    picked = ObjectProperty(())
    callback = ObjectProperty(None, allownone=True)

    def pick(self, card: Card) -> None:
        kept = tuple(one for one in self.picked if one != card)
        self.picked = kept if card in self.picked else (*self.picked, card)
        if self.callback is not None:
            self.callback(self.picked)


load_kv(__file__)
