"""What cards beside a die would tell of how the camera sees it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from companion.vision.camera_pose.aspect import FROM_ABOVE, Aspect, Lean
from models.training.dice.composing import Laid

FAR = np.radians(25.0)
"""Beyond this tilt no die is read unless it is known."""
STEEPEST = np.radians(44.0)
"""Nothing is seen from further aside: beyond, a die's side faces the camera as much as its top does, and nobody tells
which is which."""
KNOWN = 0.7
"""How often the camera's place is known where things lean little; it always is where they lean far."""


def seen_as(laid: Laid, rng: np.random.Generator, known: float = KNOWN) -> Aspect:
    """What cards near the die would tell of how it is seen, a little off; or nothing.

    Where the camera looks straight down, cards hardly tell which way things lean; how far depends on the lens, which
    is guessed.
    """
    tilt, up = laid.specimen.tilt, upwards(laid)
    if tilt < FAR and rng.random() >= known:
        return FROM_ABOVE
    return Aspect(_levelled(tilt, up, rng), told_of(tilt, up, rng))


def told_of(tilt: float, up: Sequence[float], rng: np.random.Generator) -> Lean:
    """A lean as cards nearby tell it, a little off."""
    turned = float(rng.normal(0, np.radians(6) + np.radians(1.5) / max(0.03, tilt)))
    told = tilt * float(np.exp(rng.normal(0, 0.18))) + float(rng.normal(0, np.radians(1.5)))
    return Lean(abs(told), _turned(float(up[0]), float(up[1]), turned))


def seen_anyhow(rng: np.random.Generator) -> Aspect:
    """How a place where no die lies is seen: as any die is, for else knowing the camera's place would tell of one."""
    tilt, turn = float(rng.triangular(0, np.radians(6), STEEPEST)), float(rng.uniform(0, 2 * np.pi))
    if tilt < FAR and rng.random() >= KNOWN:
        return FROM_ABOVE
    x, y = float(np.cos(turn)), float(np.sin(turn))
    return Aspect(_stretched(x, y, 1 / float(np.cos(tilt))), Lean(tilt, (x, y)))


def _turned(x: float, y: float, by: float) -> tuple[float, float]:
    cos, sin = float(np.cos(by)), float(np.sin(by))
    return cos * x - sin * y, sin * x + cos * y


def upwards(laid: Laid) -> tuple[float, float]:
    """Where tops are shifted to in the picture: a specimen is seen from below its patch's middle."""
    x, y = laid.matrix[:, :2] @ np.array([0.0, -1.0])
    far = float(np.hypot(x, y))
    return float(x) / far, float(y) / far


def _levelled(tilt: float, up: Sequence[float], rng: np.random.Generator) -> NDArray[np.float64]:
    x, y = _turned(float(up[0]), float(up[1]), float(rng.normal(0, 0.05)))
    return _stretched(x, y, float(np.exp(rng.normal(0, 0.015))) / np.cos(tilt))


def _stretched(x: float, y: float, by: float) -> NDArray[np.float64]:
    """The map that stretches along the direction (x, y), length 1."""
    axes = np.array([[x, -y], [y, x]])
    return np.asarray(axes @ np.diag([by, 1.0]) @ axes.T)
