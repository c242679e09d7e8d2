"""The cards in the middle of the table, and the auction of one of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty
from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.boxlayout import BoxLayout

from companion.app.i18n import words
from companion.app.kv_loader import load_kv
from companion.app.theme import theme
from companion.app.widgets.card import EXCUSE
from companion.games.gold_amount import gold_amount
from companion.games.sorcerous_futures.state import AUCTIONS, State
from companion.locale import Message
from companion.pieces import Card


class MiddleCard(AnchorLayout):
    """A card in the middle; the one that is auctioned is framed and the largest."""

    card = ObjectProperty(EXCUSE, rebind=True)
    up = BooleanProperty(False)
    """Whether it is up for auction."""
    waits = BooleanProperty(False)
    """Whether another card is auctioned before it."""


class AuctionView(BoxLayout):
    """The middle of the table: its cards, and what was bid; nothing once the game is over."""

    bid = StringProperty("")
    """The highest bid, or what the players do."""
    count = StringProperty("")
    """The number of the auction."""
    colour = ListProperty(theme.ink)
    """The colour of the player who leads."""
    over = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.cards: dict[Card, MiddleCard] = {}

    def show(self, state: State, names: Sequence[str]) -> None:
        """Show the cards and the auction.

        Args:
            state: The state.
            names: The player names, by seat.
        """
        auction, self.over = state.auction, state.over
        if tuple(self.cards) != state.middle:
            self.ids.cards.clear_widgets()
            self.cards = {card: MiddleCard(card=card) for card in state.middle}
            for view in self.cards.values():
                self.ids.cards.add_widget(view)
        for card, view in self.cards.items():
            view.up, view.waits = auction is not None and card == auction.card, auction is not None
        leader = auction.leader if auction is not None else None
        self.colour = list(theme.seats[leader % len(theme.seats)]) if leader is not None else theme.ink
        self.bid = words.head(_describe(state, names))
        done, all_ = min(state.turn, AUCTIONS), AUCTIONS
        self.count = "" if state.over else words._("Auction {n} of {all}").format(n=done, all=all_)


def _describe(state: State, names: Sequence[str]) -> Message:
    """Return what was bid, or what is awaited."""
    auction = state.auction
    if auction is None:
        return state.prompt()
    if auction.leader is None:
        return Message("Closed auction")
    return Message("{name} bids {gold}", {"name": names[auction.leader], "gold": gold_amount(auction.bid)})


load_kv(__file__)
