"""How a camera sees rendered dice, as far as cards next to them tell it."""

from collections.abc import Sequence

import numpy as np

from companion.pictures.arrays import Matrix
from companion.vision.camera_pose.table_view import FROM_ABOVE, Aspect, Lean
from models.training.dice.composing import Laid

FAR = np.radians(25.0)
"""Beyond this tilt no die is read unless the camera pose is known."""
STEEPEST = np.radians(44.0)
"""Largest tilt: beyond it a die's side faces the camera as much as its top does."""
KNOWN = 0.7
"""How often the camera pose is known where things lean little."""


def aspect_of(laid: Laid, rng: np.random.Generator, known: float = KNOWN, always: float = FAR) -> Aspect:
    """Return what cards near a die tell of how it is seen, a little off; or nothing.

    If the camera looks straight down, cards hardly tell which way things lean; how far depends on the lens, which
    is guessed.

    Args:
        laid: the die.
        rng: the source of randomness.
        known: how often the camera pose is known.
        always: tilt in radians from which it is always known.

    Returns:
        The aspect.
    """
    # A specimen is viewed from below its patch's middle.
    way = laid.matrix[:, :2] @ np.array([0.0, -1.0])
    return aspect_at(laid.specimen.tilt, way / np.linalg.norm(way), rng, known, always)


def aspect_at(tilt: float, up: Matrix, rng: np.random.Generator, known: float = KNOWN, always: float = FAR) -> Aspect:
    """Return the same for a die that is viewed ``tilt`` radians from the vertical, with this way up in the picture."""
    if tilt < always and rng.random() >= known:
        return FROM_ABOVE
    level = _stretched(*_turned(up, float(rng.normal(0, 0.05))), float(np.exp(rng.normal(0, 0.015))) / np.cos(tilt))
    turn = float(rng.normal(0, np.radians(6) + np.radians(1.5) / max(0.03, tilt)))
    estimate = tilt * float(np.exp(rng.normal(0, 0.18))) + float(rng.normal(0, np.radians(1.5)))
    return Aspect(level, Lean(abs(estimate), _turned(up, turn)))


def random_aspect(rng: np.random.Generator) -> Aspect:
    """Return how a place without a die is seen: as any die is, or else a known camera pose would tell of one."""
    tilt, turn = float(rng.triangular(0, np.radians(6), STEEPEST)), float(rng.uniform(0, 2 * np.pi))
    if tilt < FAR and rng.random() >= KNOWN:
        return FROM_ABOVE
    x, y = float(np.cos(turn)), float(np.sin(turn))
    return Aspect(_stretched(x, y, 1 / float(np.cos(tilt))), Lean(tilt, (x, y)))


def _turned(way: Sequence[float] | Matrix, by: float) -> tuple[float, float]:
    cos, sin = float(np.cos(by)), float(np.sin(by))
    return cos * float(way[0]) - sin * float(way[1]), sin * float(way[0]) + cos * float(way[1])


def _stretched(x: float, y: float, by: float) -> Matrix:
    """Return the map that stretches along the direction (x, y), length 1."""
    axes = np.array([[x, -y], [y, x]])
    return np.asarray(axes @ np.diag([by, 1.0]) @ axes.T)
