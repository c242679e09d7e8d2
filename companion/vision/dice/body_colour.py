"""The colour of a die, measured around the middle of its outline."""

from __future__ import annotations

import cv2
import numpy as np

from companion.pictures.arrays import Picture, middle_of
from companion.table.dice_colours import Colour
from companion.vision.dice.finding import DieDetection

REACH = 0.3
"""Half the side of the measured square, in diameters: the die fills it, and its mark is the smaller part."""


def middle_colour(picture: Picture, place: DieDetection) -> Colour | None:
    """Return the median colour (CIE L*a*b*, 0 to 255 each) around the middle of a die; None outside the picture.

    Args:
        picture: Height × width × 3, BGR.
        place: The die.
    """
    reach = REACH * place.across
    x, y = place.middle
    rows = slice(max(0, round(y - reach)), max(0, round(y + reach)) + 1)
    columns = slice(max(0, round(x - reach)), max(0, round(x + reach)) + 1)
    part = np.ascontiguousarray(picture[rows, columns])
    if not part.size:
        return None
    lightness, a, b = middle_of(cv2.cvtColor(part, cv2.COLOR_BGR2LAB).reshape(-1, 3))
    return round(float(lightness)), round(float(a)), round(float(b))
