"""The games that a camera can follow, and those that can be scored from photos, by name."""

from collections.abc import Callable

from companion.live.camera_game import CameraGame, PhotoGame


def _load_magnate() -> CameraGame:
    from companion.live.magnate.camera import MAGNATE_CAMERA

    return MAGNATE_CAMERA


def _load_magistratvm() -> CameraGame:
    from companion.live.magistratvm.camera import MAGISTRATVM_CAMERA

    return MAGISTRATVM_CAMERA


def _load_sorcerous_futures() -> CameraGame:
    from companion.live.sorcerous_futures.camera import SORCEROUS_FUTURES_CAMERA

    return SORCEROUS_FUTURES_CAMERA


def _load_magnate_photo() -> PhotoGame:
    from companion.live.magnate.photo import MAGNATE_PHOTO

    return MAGNATE_PHOTO


def _load_sorcerous_futures_photo() -> PhotoGame:
    from companion.live.sorcerous_futures.photo import FUTURES_PHOTO

    return FUTURES_PHOTO


CAMERA_GAMES: dict[str, Callable[[], CameraGame]] = {
    "magnate": _load_magnate,
    "sorcerous-futures": _load_sorcerous_futures,
    "magistratvm": _load_magistratvm,
}
"""By name, what imports how a camera follows a game: one game needs no other's."""
_PHOTO_GAMES: dict[str, Callable[[], PhotoGame]] = {
    "magnate": _load_magnate_photo,
    "sorcerous-futures": _load_sorcerous_futures_photo,
}
"""By name, what imports how photos of a game are scored."""


def photo_game(name: str) -> PhotoGame | None:
    """Return how photos of this game are scored; None if they cannot be."""
    return _PHOTO_GAMES[name]() if name in _PHOTO_GAMES else None


def photographed_games() -> tuple[str, ...]:
    """Return the names of the games that can be scored from photos, without loading how."""
    return tuple(_PHOTO_GAMES)


def camera_game(name: str) -> CameraGame | None:
    """Return how a camera follows this game; None if no camera can."""
    return CAMERA_GAMES[name]() if name in CAMERA_GAMES else None


def can_follow(name: str) -> bool:
    """Return whether a camera can follow this game, without loading how."""
    return name in CAMERA_GAMES


def lies_in_row(name: str) -> bool:
    """Return whether all of this game lies with a row, so that cards elsewhere are left out."""
    game = camera_game(name)
    return game is not None and game.in_row
