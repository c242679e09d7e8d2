"""Trading three tokens of a suit for one of another (B33)."""

from __future__ import annotations

from typing import Any

from kivy.properties import ListProperty, NumericProperty, ObjectProperty

from companion.app.kv_loader import load_kv
from companion.app.widgets.tray import Tray
from companion.games.magnate.moves import Trade
from companion.pieces import Suit

TRADE_PRICE = 3


class TradeSheet(Tray):
    """Which suit goes, which comes, and how often. Every suit keeps its place, whether it can be traded or not."""

    is_choice = True
    table = ObjectProperty()
    wealthy = ListProperty()
    """The suits of which there are enough to give."""
    give = ObjectProperty(None, allownone=True)
    get = ObjectProperty(None, allownone=True)
    times = NumericProperty(1)
    most = NumericProperty(1)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        purse = self.table.state.tokens[self.table.state.player]
        self.wealthy = [suit for suit, count in purse.items() if count >= TRADE_PRICE]
        if len(self.wealthy) == 1:
            self.choose_give(self.wealthy[0])

    def choose_give(self, suit: Suit) -> None:
        self.give, self.times = suit, 1
        self.most = self.table.state.tokens[self.table.state.player][suit] // TRADE_PRICE
        if self.get is suit:
            self.get = None

    def choose_get(self, suit: Suit) -> None:
        self.get = suit

    def trade(self) -> None:
        player = self.table.state.player
        if self.table.propose(Trade(player, self.give, self.get, int(self.times)), seat=player):
            self.close()


load_kv(__file__)
