"""How each game is shown, by the game's name."""

from __future__ import annotations

from collections.abc import Mapping

from companion.app.face import Face
from companion.app.magnate.face import MAGNATE_FACE
from companion.app.screens.any_game import AnyGameScreen

_FACES: Mapping[str, Face] = {"magnate": MAGNATE_FACE}


ANY_GAME = Face(table="any_game", end="any_game", screens={"any_game": AnyGameScreen})
"""How a game is shown that has no face of its own."""


def face_of(game: str) -> Face:
    """How this game is shown."""
    return _FACES.get(game, ANY_GAME)


def faces() -> tuple[Face, ...]:
    """Every face there is."""
    return (*_FACES.values(), ANY_GAME)
