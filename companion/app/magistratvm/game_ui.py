"""Magistratvm's entry in the app."""

from companion.app.game_ui import GameUI
from companion.locale import Message

MAGISTRATVM_UI = GameUI(
    illustration="magistratvm",
    about=Message("Offices and provinces of Rome. Piecepack, 3 or 4 players."),
)
