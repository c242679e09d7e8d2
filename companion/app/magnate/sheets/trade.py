"""Trades three tokens of a suit for one of another (B33)."""

from __future__ import annotations

from typing import Any

from kivy.properties import ListProperty, NumericProperty, ObjectProperty

from companion.app.widgets.tray import TraySheet
from companion.app.window.kv_loader import load_kv
from companion.games.magnate.moves import Trade
from companion.games.magnate.paying import TRADE_PRICE
from companion.pieces import Suit


class TradeSheet(TraySheet):
    """Which suit is given, which is taken, and how often; every suit keeps its place."""

    is_choice = True
    table = ObjectProperty()
    wealthy = ListProperty()
    """The suits with enough tokens to give."""
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
        """Choose the suit to give."""
        self.give, self.times = suit, 1
        self.most = self.table.state.tokens[self.table.state.player][suit] // TRADE_PRICE
        if self.get is suit:
            self.get = None

    def choose_get(self, suit: Suit) -> None:
        """Choose the suit to take."""
        self.get = suit

    def trade(self) -> None:
        """Propose the trade, and close the sheet if it is taken."""
        player = self.table.state.player
        if self.table.propose(Trade(player, self.give, self.get, int(self.times)), seat=player):
            self.close()


load_kv(__file__)
