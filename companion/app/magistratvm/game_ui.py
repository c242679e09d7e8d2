"""Magistratvm's entry in the app."""

from __future__ import annotations

from companion.app.game_ui import GameUI
from companion.locale import Message

MAGISTRATVM_UI = GameUI(
    table="rome",
    end="rome",
    screens={"rome": "companion.app.magistratvm.screens.rome.RomeScreen"},
    illustration="magistratvm",
    about=Message("Offices and provinces of Rome. Piecepack, 3 or 4 players."),
)
