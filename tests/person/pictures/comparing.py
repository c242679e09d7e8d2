"""Whether two pictures look the same."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

Picture = NDArray[np.uint8]
"""Pixels, BGR (height, width, 3)."""

MAX_STEP = 8
"""Of 255: the difference of a colour that a pixel may have."""
MAX_SHARE = 0.001
"""The share of a kept picture's pixels that may differ by more."""
GRAIN = 4
"""Stored colours are multiples of this, which makes the files a quarter smaller."""


def differing(one: Picture, other: Picture) -> float:
    """Return the share of pixels that differ by more than :data:`MAX_STEP`; 1 for pictures of two sizes."""
    if one.shape != other.shape:
        return 1.0
    return float((cv2.absdiff(one, other).max(axis=2) > MAX_STEP).mean())


def read(path: Path) -> Picture:
    """Return a stored picture."""
    with Image.open(path) as picture:
        return np.ascontiguousarray(np.asarray(picture.convert("RGB"), np.uint8)[..., ::-1])


def write(path: Path, picture: Picture) -> None:
    """Store a picture as WebP, with nothing lost but the grain."""
    path.parent.mkdir(parents=True, exist_ok=True)
    coarse = (np.minimum(picture, 255 - GRAIN // 2) + GRAIN // 2) // GRAIN * GRAIN
    Image.fromarray(coarse[..., ::-1]).save(path, "WEBP", lossless=True, quality=100, method=6)
