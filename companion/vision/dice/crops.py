"""A die's top face cut out of a picture: turned, levelled and brought to the size that the readers know."""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
Floats = NDArray[np.float32]
Matrix = NDArray[np.float64]

CROP = 64
"""A crop's side in pixels."""

CLOSE, WIDE = 0.95, 1.3
"""The sides of the two readers' crops, in diameters of the die: the top face, and the whole die."""


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
