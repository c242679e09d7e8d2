"""Trading three tokens of a suit for one of another (B33)."""

from __future__ import annotations

from typing import Any

from kivy.properties import NumericProperty, ObjectProperty

from companion.app.kv import load_beside
from companion.app.widgets.sheet import Sheet
from companion.games.magnate.moves import Trade
from companion.pieces import Suit

PRICE = 3


class TradeSheet(Sheet):
    """Which suit goes, which comes, and how often."""

    table = ObjectProperty()
    give = ObjectProperty(None, allownone=True)
    get = ObjectProperty(None, allownone=True)
    times = NumericProperty(1)
    most = NumericProperty(1)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        purse = self.table.state.tokens[self.table.state.player]
        self.ids.giving.suits = [suit for suit, count in purse.items() if count >= PRICE]
        if len(self.ids.giving.suits) == 1:
            self.choose_give(self.ids.giving.suits[0])

    def choose_give(self, suit: Suit) -> None:
        self.give, self.times = suit, 1
        self.most = self.table.state.tokens[self.table.state.player][suit] // PRICE
        if self.get is suit:
            self.get = None
        self.ids.getting.suits = [other for other in Suit if other is not suit]

    def choose_get(self, suit: Suit) -> None:
        self.get = suit

    def trade(self) -> None:
        player = self.table.state.player
        if self.table.propose(Trade(player, self.give, self.get, int(self.times)), seat=player):
            self.close()


load_beside(__file__)
