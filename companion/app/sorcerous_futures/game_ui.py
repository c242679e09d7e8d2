"""The entry of Sorcerous Futures in the app."""

from __future__ import annotations

from companion.app.game_ui import GameUI
from companion.locale import Message

SORCEROUS_FUTURES_UI = GameUI(
    table="auction_house",
    end="auction_house",
    screens={"auction_house": "companion.app.sorcerous_futures.screens.auction_house.AuctionHouseScreen"},
    illustration="sorcerous_futures",
    about=Message("An auction with secret Crowns. Decktet, 3 or 4 players."),
)
