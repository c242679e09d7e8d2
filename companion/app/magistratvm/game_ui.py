"""Magistratvm's entry in the app."""

from __future__ import annotations

from companion.app.game_ui import GameUI

MAGISTRATVM_UI = GameUI(
    table="rome",
    end="rome",
    screens={"rome": "companion.app.magistratvm.screens.rome.RomeScreen"},
)
