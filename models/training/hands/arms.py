"""Arms to lay over tables: the studio's hands, cut out, each with its shadow."""

from dataclasses import dataclass

import cv2
import numpy as np

from companion.pictures.arrays import Floats, Picture
from models.training.scenes import variety
from models.training.stage.hand_model import Person, Pose
from models.training.stage.hand_pictures import PIXELS_PER_MM, TOP, hand_picture

HIGH, WIDE = 352, 216
"""A picture's size in pixels."""
SPAN = 700.0
"""Height of a picture on the table, in millimetres."""


@dataclass(frozen=True, slots=True, eq=False)
class Arms:
    """Cutouts of arms (N × HIGH × WIDE × 4, BGR and coverage), shadows (N × HIGH × WIDE), fingertips (N × 2)."""

    pictures: Picture
    shadows: Picture
    tips: Floats

    def __len__(self) -> int:
        return len(self.tips)


def draw_arms(rng: np.random.Generator, count: int = 60) -> Arms:
    """Return arms of random people in random poses, each under its own lamp."""
    shown, shadows = [], []
    for number in range(count):
        person, pose = Person.random(rng), variety.one_of(rng, list(Pose))
        light = (float(rng.uniform(-0.6, 0.6)), float(rng.uniform(-0.6, 0.6)), 0.7)
        drawn = hand_picture(person, pose, light, number)
        finer = HIGH / SPAN / PIXELS_PER_MM
        whole = np.dstack([drawn.colours, drawn.cover])
        small = cv2.resize(whole, None, fx=finer, fy=finer, interpolation=cv2.INTER_AREA)
        patch = np.zeros((HIGH, WIDE, 4), np.uint8)
        left = (WIDE - small.shape[1]) // 2
        high = min(HIGH, small.shape[0])
        patch[:high, left : left + small.shape[1]] = small[:high]
        shown.append(patch)
        shadows.append(np.asarray(cv2.GaussianBlur(patch[..., 3] // 2, (0, 0), 6), np.uint8))
    tips = np.tile(np.array([WIDE / 2, -TOP * HIGH / SPAN], np.float32), (count, 1))
    return Arms(np.stack(shown), np.stack(shadows), tips)
