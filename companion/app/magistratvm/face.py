"""How Magistratvm is shown."""

from __future__ import annotations

from companion.app.face import Face
from companion.app.magistratvm.screens.rome import RomeScreen
from companion.games.magistratvm.scoring import score

MAGISTRATVM_FACE = Face(
    table="rome",
    end="rome",
    screens={"rome": RomeScreen},
    counted=lambda state: [one.total for one in score(state).seats],
)
