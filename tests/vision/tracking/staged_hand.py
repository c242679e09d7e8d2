"""Hands as the stage of films draws them, laid over a picture: the network for hands learnt from none of them."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from companion.pictures.arrays import Picture
from models.training.stage.hand_model import Person, Pose
from models.training.stage.hand_pictures import LEFT, PIXELS_PER_MM, TOP, hand_picture

SOMEBODY = Person((0.72, 0.52, 0.41), (0.16, 0.2, 0.3), 210.0, 1.0, False)


def skinned(skin: tuple[float, float, float], sleeve: tuple[float, float, float] = SOMEBODY.sleeve) -> Person:
    return replace(SOMEBODY, skin=skin, sleeve=sleeve)


def laid_over(
    picture: Picture, person: Person, pose: Pose, tip: tuple[float, float], scale: float, turn: float = 0
) -> Picture:
    """A hand with its fingertips there, the arm running off downwards turned by degrees; ``scale`` pixels are 1 mm."""
    drawn = hand_picture(person, pose, (0.3, -0.4, 0.8), 1)
    matrix = cv2.getRotationMatrix2D((0.0, 0.0), -turn, scale / PIXELS_PER_MM)
    matrix[:, 2] = np.array(tip) + matrix[:, :2] @ np.array([LEFT * PIXELS_PER_MM, TOP * PIXELS_PER_MM])
    size = (picture.shape[1], picture.shape[0])
    cover = cv2.warpAffine(drawn.cover, matrix, size, flags=cv2.INTER_AREA)[..., None] / 255
    colours = cv2.warpAffine(drawn.colours, matrix, size, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(picture * (1 - cover) + colours * cover, np.uint8)
