"""Pictures of throws without Blender: the marks on top printed on grey where the camera would see them."""

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.studio.markings import CELL, mark
from models.training.studio.seeing import seen
from models.training.studio.throws import Shot, ThrownDie

GREY = 90


def printed(shot: Shot, side: int) -> NDArray[np.uint8]:
    """A throw's marks, white."""
    picture = np.full((side, side, 3), GREY, np.uint8)
    for die in shot.dice:
        picture[where(shot, die, side)] = 220
    return picture


def where(shot: Shot, die: ThrownDie, side: int) -> NDArray[np.bool_]:
    """Where a die's top mark is seen in a square picture so many pixels wide."""
    frame, scale = seen(die, shot, side).frame, CELL / (4 * die.body.span)
    inside = np.array([(CELL / 2, CELL / 2), (CELL / 2 + scale, CELL / 2), (CELL / 2, CELL / 2 - scale)], np.float32)
    onto = cv2.getAffineTransform(inside, frame.astype(np.float32))
    square = mark(die.style, die.sides, die.value, die.body.span)
    return np.asarray(cv2.warpAffine(square, onto, (side, side)) > 128)
