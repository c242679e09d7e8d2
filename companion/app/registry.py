"""How each game is shown, by the game's name."""

from __future__ import annotations

from collections.abc import Mapping

from companion.app.face import Face
from companion.app.magnate.face import MAGNATE_FACE

_FACES: Mapping[str, Face] = {"magnate": MAGNATE_FACE}


def face_of(game: str) -> Face:
    """How this game is shown."""
    return _FACES[game]


def faces() -> tuple[Face, ...]:
    """Every face there is."""
    return tuple(_FACES.values())
