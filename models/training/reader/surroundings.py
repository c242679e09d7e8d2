"""The surroundings of a die in a picture, no larger than the readers know dice."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]

ROUND = 1.1
"""How much longer a die's box is than the disc of its area is wide."""


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
