"""The games that a camera can follow, by name."""

from __future__ import annotations

from collections.abc import Mapping

from companion.live.camera_game import CameraGame
from companion.live.magnate.camera import MAGNATE_CAMERA

CAMERA_GAMES: Mapping[str, CameraGame] = {"magnate": MAGNATE_CAMERA}


def camera_game(name: str) -> CameraGame | None:
    """Return how a camera follows this game; None if no camera can."""
    return CAMERA_GAMES.get(name)
