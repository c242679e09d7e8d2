"""A die cut out of a picture at any turn, as the upright reader wants it."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Picture = NDArray[np.uint8]
Matrix = NDArray[np.float64]

SIDE = 64
"""A crop's side in pixels."""
VIEW = 1.2
"""The same in diameters of the die."""
ROUND = 1.1
"""How much longer a die's box is than the disc of its area is wide."""


def crop_at(middle: Sequence[float], across: float, turn: float) -> Matrix:
    """The map (2 × 3) from picture points to a crop about a die's middle, turned clockwise by ``turn`` radians."""
    scale = SIDE / (VIEW * across)
    cos, sin = scale * np.cos(turn), scale * np.sin(turn)
    linear = np.array([[cos, -sin], [sin, cos]])
    return np.column_stack([linear, SIDE / 2 - linear @ np.asarray(middle, np.float64)])


def cut(picture: Picture, maps: Sequence[Matrix]) -> Floats:
    """The crops (N × 3 × side × side, red first), each brought to mean 0 and spread 1."""
    crops = np.empty((len(maps), 3, SIDE, SIDE), np.float32)
    for number, onto in enumerate(maps):
        own = onto.copy()
        own[:, 2] += own[:, :2].sum(axis=1) / 2 - 0.5
        small = cv2.warpAffine(picture, own, (SIDE, SIDE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        crops[number] = np.asarray(small[..., ::-1], np.float32).transpose(2, 0, 1)
    crops -= crops.mean(axis=(1, 2, 3), keepdims=True)
    crops /= crops.std(axis=(1, 2, 3), keepdims=True) + 4
    return crops


def near(
    picture: Picture, middle: Sequence[float], across: float, most: float
) -> tuple[Picture, tuple[float, float], float]:
    """The die's surroundings, its middle there and its diameter: shrunk where it is more than ``most`` pixels wide."""
    reach = 1.3 * across
    left, top = (max(0, int(one - reach)) for one in middle)
    part = picture[top : int(middle[1] + reach) + 1, left : int(middle[0] + reach) + 1]
    zoom = min(1.0, most / across)
    if zoom < 1:
        part = np.asarray(cv2.resize(part, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_AREA), np.uint8)
    return part, ((middle[0] - left) * zoom, (middle[1] - top) * zoom), across * zoom
