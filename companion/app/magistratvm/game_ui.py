"""How Magistratvm is shown."""

from __future__ import annotations

from companion.app.game_ui import Face
from companion.app.screen import Page
from companion.games.magistratvm.scoring import score


def _rome() -> type[Page]:
    from companion.app.magistratvm.screens.rome import RomeScreen

    return RomeScreen


MAGISTRATVM_FACE = Face(
    table="rome",
    end="rome",
    screens={"rome": _rome},
    counted=lambda state: [one.total for one in score(state).seats],
)
