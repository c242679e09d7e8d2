"""Short films without anything to read."""

from pathlib import Path

import cv2
import numpy as np


def write_grey_film(path: Path, width: int, height: int, grey: int) -> Path:
    """Write three frames of one grey, ``width`` × ``height`` pixels, and return the path."""
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (width, height))
    for _ in range(3):
        writer.write(np.full((height, width, 3), grey, np.uint8))
    writer.release()
    return path
