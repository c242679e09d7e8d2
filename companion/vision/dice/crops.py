"""Rectified crops of a die's top face: turned, levelled and brought to the size that the readers know."""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.camera_pose.aspect import Lean

Picture = NDArray[np.uint8]
Floats = NDArray[np.float32]
Matrix = NDArray[np.float64]

CROP = 64
"""A crop's side in pixels."""

CLOSE, WIDE, ROOMY = 0.95, 1.3, 1.5
"""The sides of crops in diameters of the die: its top face, the whole die, and the die with its shadow."""

READER_PLANES, ROOMY_PLANES = 6, 5
"""What a reader sees of a crop: three colours, and how things lean there; and the lean's witness."""
LEANS = 0.5
"""Radians of lean that count as 1."""


def crop_matrix(centre: Sequence[float], across: float, view: float, turn: float, level: Matrix) -> Matrix:
    """The affine map, shape (2, 3), from picture points to a crop.

    ``centre`` is the top face's, ``across`` the die's diameter in picture pixels, ``turn`` the angle in radians by
    which the picture is turned clockwise, ``level`` the map (2 × 2) after which the table is as if seen from above.
    """
    cos, sin = math.cos(turn), math.sin(turn)
    grown = float(level[0, 0] * level[1, 1] - level[0, 1] * level[1, 0])
    scale = CROP / (view * across * math.sqrt(grown))
    linear = scale * np.array([[cos, -sin], [sin, cos]]) @ level
    shift = CROP / 2 - linear @ np.asarray(centre, np.float64)
    return np.column_stack([linear, shift])


def upright_crop_matrix(
    centre: Sequence[float], across: float, up: Sequence[float], level: Matrix, mirrored: bool
) -> Matrix:
    """The same for a roomy crop in which ``up``, a direction in the picture, points up."""
    x, y = level @ np.asarray(up, np.float64)
    matrix = crop_matrix(centre, across, ROOMY, -math.pi / 2 - math.atan2(y, x), level)
    if mirrored:
        matrix[0] = -matrix[0]
        matrix[0, 2] += CROP
    return matrix


def with_planes(seen: Floats, planes: Sequence[Sequence[float]] | Floats) -> Floats:
    """Crops (N × 3 × 64 × 64) with a plane more for each number that goes with them."""
    told = np.asarray(planes, np.float32)
    spread = np.broadcast_to(told[:, :, None, None], (*told.shape, CROP, CROP))
    return np.concatenate([seen, spread], axis=1)


def leaning(matrix: Matrix, lean: Lean | None) -> tuple[float, float, float]:
    """Which way and how far things lean in a crop by this matrix, and 1; all 0 where nobody knows."""
    if lean is None:
        return 0.0, 0.0, 0.0
    x, y = matrix[:, :2] @ np.asarray(lean.up, np.float64)
    far = lean.tilt / LEANS / max(1e-9, math.hypot(x, y))
    return float(x) * far, float(y) * far, 1.0


def leaning_up(lean: Lean | None) -> tuple[float, float]:
    """The same where things lean up: how far, and 1; all 0 where nobody knows."""
    return (lean.tilt / LEANS, 1.0) if lean is not None else (0.0, 0.0)


def crops(picture: Picture, matrices: Sequence[Matrix]) -> Floats:
    """The crops as the readers want them: N × 3 × 64 × 64, each with mean 0 and spread 1."""
    cut = np.empty((len(matrices), 3, CROP, CROP), np.float32)
    for number, matrix in enumerate(matrices):
        # OpenCV counts from the middle of the first pixel, we from its outer corner.
        own = matrix.copy()
        own[:, 2] += own[:, :2].sum(axis=1) / 2 - 0.5
        small = cv2.warpAffine(picture, own, (CROP, CROP), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        cut[number] = np.asarray(small, np.float32).transpose(2, 0, 1)
    cut -= cut.mean(axis=(1, 2, 3), keepdims=True)
    cut /= cut.std(axis=(1, 2, 3), keepdims=True) + 4
    return cut
