"""Rectified crops of a die for the reader: the table level, the expected top face in the middle, at any turn."""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np

from companion.pictures.arrays import Floats, Matrix, Picture
from companion.vision.camera_pose.table_view import FROM_ABOVE, Aspect, Lean
from companion.vision.dice.finding import DieDetection

SIDE = 96
"""A crop's side in pixels."""
VIEW = 1.2
"""The same in diameters of the die."""
PLANES = 6
"""Three colours, then direction and size of the tilt and whether it is known."""
RISE = 0.42
"""A top face's middle is so many diameters from the die's own, times the sine of the tilt."""
TILTS = 0.5
"""Radians of tilt that count as 1."""

LARGEST = 80.0
"""Diameter in pixels to which larger dice are shrunk."""


def nearby(picture: Picture, place: DieDetection) -> tuple[Picture, DieDetection]:
    """Return the die's surroundings and its place in them, shrunk if it is larger than the reader knows dice."""
    reach = 1.4 * place.across
    left, top = (max(0, math.floor(middle - reach)) for middle in place.middle)
    right, bottom = (math.ceil(middle + reach) for middle in place.middle)
    part = picture[top:bottom, left:right]
    zoom = min(1.0, LARGEST / place.across)
    if zoom < 1:
        part = np.asarray(cv2.resize(part, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_AREA), np.uint8)
    x, y = place.middle
    return part, DieDetection(((x - left) * zoom, (y - top) * zoom), place.across * zoom, place.score)


def crop_map(middle: Sequence[float], across: float, turn: float, aspect: Aspect = FROM_ABOVE) -> Matrix:
    """Return the map (2 × 3) from picture points to a crop of a die, turned clockwise by ``turn`` radians."""
    level, lean = aspect.level, aspect.lean
    centre = np.asarray(middle, np.float64)
    if lean is not None:
        centre = centre + RISE * math.sin(lean.tilt) * across * np.asarray(lean.up)
    scale = SIDE / (VIEW * across * math.sqrt(float(np.linalg.det(level))))
    cos, sin = scale * math.cos(turn), scale * math.sin(turn)
    linear = np.array([[cos, -sin], [sin, cos]]) @ level
    return np.column_stack([linear, SIDE / 2 - linear @ centre])


def cut(picture: Picture, maps: Sequence[Matrix], lean: Lean | None = None) -> Floats:
    """Return crops (N × 6 × 96 × 96): red, green, blue with mean 0 and spread 1, and the planes of the tilt."""
    crops = np.empty((len(maps), PLANES, SIDE, SIDE), np.float32)
    for number, onto in enumerate(maps):
        own = onto.copy()
        own[:, 2] += own[:, :2].sum(axis=1) / 2 - 0.5
        small = cv2.warpAffine(picture, own, (SIDE, SIDE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        crops[number, :3] = small[..., ::-1].transpose(2, 0, 1)
        crops[number, 3:] = np.array(tilt_planes(onto, lean), np.float32)[:, None, None]
    colours = crops[:, :3]
    colours -= colours.mean(axis=(1, 2, 3), keepdims=True)
    colours /= colours.std(axis=(1, 2, 3), keepdims=True) + 4
    return crops


def tilt_planes(onto: Matrix, lean: Lean | None) -> tuple[float, float, float]:
    """Return direction and size of the tilt in a crop by this map, and 1; all 0 if the camera pose is unknown."""
    if lean is None:
        return 0.0, 0.0, 0.0
    x, y = onto[:, :2] @ np.asarray(lean.up, np.float64)
    far = lean.tilt / TILTS / max(1e-9, math.hypot(x, y))
    return float(x) * far, float(y) * far, 1.0
