"""The screen of Sorcerous Futures: the auction in the middle, and every player's purse and cards."""

from __future__ import annotations

from typing import Any

from kivy.uix.boxlayout import BoxLayout

from companion.app.kv_loader import load_kv
from companion.app.screens.any_game import AnyGameScreen
from companion.app.sorcerous_futures.widgets.auction import AuctionView
from companion.app.sorcerous_futures.widgets.purses import PursesView
from companion.games.board import Rows


class AuctionHouseView(BoxLayout):
    """The cards in the middle, and the players below."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.auction, self.purses = AuctionView(), PursesView()
        self.add_widget(self.auction)
        self.add_widget(self.purses)


class AuctionHouseScreen(AnyGameScreen):
    """A game of Sorcerous Futures, with its table drawn."""

    house: AuctionHouseView
    draws_counters = True

    def drawn_table(self) -> AuctionHouseView:
        """Return the view of the table."""
        self.house = AuctionHouseView()
        return self.house

    def lay_rows(self, rows: Rows) -> None:
        """Draw the present state."""
        self.house.auction.show(self.state, self.names)
        self.house.purses.show(self.state, self.names)

    def shows_table(self, _rows: Rows) -> bool:
        """Return True: the players are in view between two deals, too."""
        return True


load_kv(__file__)
