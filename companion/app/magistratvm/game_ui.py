"""Magistratvm's entry in the app."""

from __future__ import annotations

from companion.app.app_screen import AppScreen
from companion.app.game_ui import GameUI
from companion.games.magistratvm.scoring import score


def _rome() -> type[AppScreen]:
    from companion.app.magistratvm.screens.rome import RomeScreen

    return RomeScreen


MAGISTRATVM_UI = GameUI(
    table="rome",
    end="rome",
    screens={"rome": _rome},
    count_scores=lambda state: [one.total for one in score(state).seats],
)
