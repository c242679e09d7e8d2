"""Where a die's top face is, and the die's surroundings as the readers know dice. Pure."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.camera_pose.aspect import Lean
from companion.vision.dice.crops import CROP
from companion.vision.dice.finding import Candidate

Picture = NDArray[np.uint8]
Matrix = NDArray[np.float64]

RISES, ASTRAY = 0.42, 0.18
"""A top face's middle is seen so many diameters from the die's own, times the sine of its lean, the way that things
lean (rendered dice: within 0.05); seen further off than the second number it is another face."""
LARGEST = 80.0
"""Diameter in pixels to which larger dice are shrunk."""


def moved(place: Candidate, matrices: Sequence[Matrix], told: NDArray[np.float32]) -> Candidate:
    """A place as the crops by ``matrices`` tell it: each where the top face is in half crops, and the size's logarithm.

    The middle of what they say counts, so that one look that errs does no harm.
    """
    points = []
    for matrix, (right, down, _) in zip(matrices, told, strict=True):
        inside = (np.clip([right, down], -1, 1) + 1) * CROP / 2
        points.append(np.linalg.solve(matrix[:, :2], inside - matrix[:, 2]))
    x, y = np.median(points, axis=0)
    grown = math.exp(float(np.clip(np.median(told[:, 2]), -0.4, 0.4)))
    return Candidate(place.middle, (float(x), float(y)), place.across * grown, place.score)


def on_top(place: Candidate, lean: Lean | None) -> Candidate:
    """A place with its top face where one must be that leans so: of a d10 seen from aside a neighbour faces us."""
    if lean is None:
        return place
    rise = RISES * math.sin(lean.tilt) * place.across
    away = np.subtract(place.top, place.middle) @ np.asarray(lean.up)
    if abs(float(away) - rise) <= ASTRAY * place.across:
        return place
    (x, y), (right, down) = place.middle, lean.up
    return replace(place, top=(x + rise * right, y + rise * down))


def nearby(picture: Picture, place: Candidate) -> tuple[Picture, Candidate]:
    """The die's surroundings, and its place in them: shrunk where it is larger than the readers know dice."""
    reach = 1.4 * place.across
    left, top = (max(0, math.floor(middle - reach)) for middle in place.middle)
    right, bottom = (math.ceil(middle + reach) for middle in place.middle)
    part = picture[top:bottom, left:right]
    zoom = min(1.0, LARGEST / place.across)
    if zoom < 1:
        part = np.asarray(cv2.resize(part, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_AREA), np.uint8)
    middle, face = (((x - left) * zoom, (y - top) * zoom) for x, y in (place.middle, place.top))
    return part, Candidate(middle, face, place.across * zoom, place.score)
