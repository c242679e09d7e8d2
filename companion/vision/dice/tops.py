"""Where a die's top face is, and its surroundings at a size that the reader knows."""

from __future__ import annotations

import math
from dataclasses import replace

import cv2
import numpy as np

from companion.vision.arrays import Picture
from companion.vision.camera_pose.aspect import Lean
from companion.vision.dice.finding import Candidate

RISES, ASTRAY = 0.42, 0.18
"""A top face's middle is seen so many diameters from the die's own, times the sine of its lean, the way that things
lean (rendered dice: within 0.05); seen further off than the second number it is another face."""
LARGEST = 80.0
"""Diameter in pixels to which larger dice are shrunk."""


def on_top(place: Candidate, lean: Lean | None) -> Candidate:
    """Return a detection with its top face where the tilt puts it: from aside a neighbour may face the camera."""
    if lean is None:
        return place
    rise = RISES * math.sin(lean.tilt) * place.across
    away = np.subtract(place.top, place.middle) @ np.asarray(lean.up)
    if abs(float(away) - rise) <= ASTRAY * place.across:
        return place
    (x, y), (right, down) = place.middle, lean.up
    return replace(place, top=(x + rise * right, y + rise * down))


def nearby(picture: Picture, place: Candidate) -> tuple[Picture, Candidate]:
    """Return the die's surroundings and its place in them, shrunk if it is larger than the reader knows dice."""
    reach = 1.4 * place.across
    left, top = (max(0, math.floor(middle - reach)) for middle in place.middle)
    right, bottom = (math.ceil(middle + reach) for middle in place.middle)
    part = picture[top:bottom, left:right]
    zoom = min(1.0, LARGEST / place.across)
    if zoom < 1:
        part = np.asarray(cv2.resize(part, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_AREA), np.uint8)
    middle, face = (((x - left) * zoom, (y - top) * zoom) for x, y in (place.middle, place.top))
    return part, Candidate(middle, face, place.across * zoom, place.score)
