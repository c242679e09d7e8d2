"""Magistratvm's entry in the app."""

from __future__ import annotations

from companion.app.game_ui import GameUI
from companion.games.magistratvm.scoring import score

MAGISTRATVM_UI = GameUI(
    table="rome",
    end="rome",
    screens={"rome": "companion.app.magistratvm.screens.rome.RomeScreen"},
    count_scores=lambda state: [one.total for one in score(state).seats],
)
