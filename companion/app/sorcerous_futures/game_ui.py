"""The entry of Sorcerous Futures in the app."""

from companion.app.game_ui import GameUI
from companion.locale import Message

SORCEROUS_FUTURES_UI = GameUI(
    illustration="sorcerous_futures",
    about=Message("An auction with secret Crowns. Decktet, 3 or 4 players."),
)
