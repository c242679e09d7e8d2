"""Pictures of arms on disk: random cameras, and shards that are rendered once."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from companion.vision.arrays import Floats, Matrix, Picture
from models.training.common import shards
from models.training.hands.arm_skeleton import Arm, random_arm
from models.training.scenes import variety

HIGH, WIDE = 352, 216
"""A picture's size in pixels."""
SPAN = 700.0
"""Height of a picture on the table, in millimetres."""
ARMS_PER_SHARD = 8
"""Arms in one shard."""


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A camera that is aimed at ``target``, a point over the table in millimetres."""

    target: Matrix
    position: Matrix
    lens: float
    """Focal length; a picture is 24 units high."""
    seed: int

    def pose(self, scale: float) -> Matrix:
        """Return the camera's axes and position (4 × 4), the view along -z, the table's +y downwards in the picture."""
        back = (self.position - self.target) / np.linalg.norm(self.position - self.target)
        right = np.cross(np.array([0.0, -1.0, 0.0]), back)
        right = right / np.linalg.norm(right)
        matrix = np.eye(4)
        matrix[:3, 0], matrix[:3, 1], matrix[:3, 2] = right, np.cross(back, right), back
        matrix[:3, 3] = self.position * scale
        return matrix

    def project(self, point: Matrix) -> tuple[float, float]:
        """Return the pixel of a point (millimetres)."""
        matrix = self.pose(1.0)
        x, y, z = matrix[:3, :3].T @ (point - matrix[:3, 3])
        focal = self.lens / 24.0 * HIGH
        return WIDE / 2 - focal * float(x / z), HIGH / 2 + focal * float(y / z)


def random_view(arm: Arm, rng: np.random.Generator) -> View:
    """Return a camera up to 42° from straight above, on any side."""
    target = np.array([arm.tip[0] * 0.3, arm.tip[1] + 0.38 * SPAN, 0.0])
    tilt, turn = math.radians(float(rng.triangular(*variety.ARM_TILT))), float(rng.uniform(0, 2 * math.pi))
    away = float(rng.uniform(900, 1800))
    aside = away * math.sin(tilt)
    position = target + np.array([aside * math.cos(turn), aside * math.sin(turn), away * math.cos(tilt)])
    return View(target, position, 24.0 * away / SPAN, int(rng.integers(1 << 30)))


@dataclass(frozen=True, slots=True, eq=False)
class Arms:
    """Cutouts of arms (N × HIGH × WIDE × 4, BGR and coverage), shadows (N × HIGH × WIDE), fingertips (N × 2)."""

    pictures: Picture
    shadows: Picture
    tips: Floats

    def __len__(self) -> int:
        return len(self.tips)


RenderArm = Callable[[Arm, View], tuple[Picture, Picture]]


def make_shards(folder: Path, count: int, seed: int, render_arm: RenderArm) -> list[Path]:
    """Return the paths of ``count`` shards; missing shards are rendered.

    Args:
        folder: where the shards are.
        count: number of shards.
        seed: seed of the run.
        render_arm: the renderer.

    Returns:
        The paths.
    """
    return shards.make_shards(folder, count, lambda number: _shard([seed, number], render_arm))


def _shard(seed: Sequence[int], render_arm: RenderArm) -> Arms:
    pictures, shadows, tips = [], [], []
    for number in range(ARMS_PER_SHARD):
        rng = np.random.default_rng([*seed, number, 15])
        arm = random_arm(rng)
        view = random_view(arm, rng)
        picture, shadow = render_arm(arm, view)
        pictures.append(picture)
        shadows.append(shadow)
        tips.append(view.project(arm.tip))
    return Arms(np.stack(pictures), np.stack(shadows), np.array(tips, np.float32))


def read_arms(folder: Path) -> Arms:
    """Return the arms of all shards in a folder. None is a :class:`FileNotFoundError`."""
    return Arms(**shards.read_arrays(folder))
