"""The games that a camera can follow, by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from companion.live.camera_game import CameraGame


def _load_magnate() -> CameraGame:
    from companion.live.magnate.camera import MAGNATE_CAMERA

    return MAGNATE_CAMERA


def _load_magistratvm() -> CameraGame:
    from companion.live.magistratvm.camera import MAGISTRATVM_CAMERA

    return MAGISTRATVM_CAMERA


def _load_sorcerous_futures() -> CameraGame:
    from companion.live.sorcerous_futures.camera import SORCEROUS_FUTURES_CAMERA

    return SORCEROUS_FUTURES_CAMERA


_CAMERA_GAMES: dict[str, Callable[[], CameraGame]] = {
    "magnate": _load_magnate,
    "sorcerous-futures": _load_sorcerous_futures,
    "magistratvm": _load_magistratvm,
}
"""By name, what imports how a camera follows a game: one game needs no other's."""


def camera_game(name: str) -> CameraGame | None:
    """Return how a camera follows this game; None if no camera can."""
    return _CAMERA_GAMES[name]() if name in _CAMERA_GAMES else None


def can_follow(name: str) -> bool:
    """Return whether a camera can follow this game, without loading how."""
    return name in _CAMERA_GAMES


def lies_in_row(name: str) -> bool:
    """Return whether all of this game lies with a row, so that cards elsewhere are left out."""
    game = camera_game(name)
    return game is not None and game.in_row


@contextmanager
def registered_camera(name: str, game: CameraGame) -> Iterator[None]:
    """Let a camera follow this game within the context."""
    _CAMERA_GAMES[name] = lambda: game
    try:
        yield
    finally:
        del _CAMERA_GAMES[name]
