"""What the camera sees of a throw: where each die lies in the picture, its top mark, its neighbours' ways up."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.dice.specimens import What
from models.training.studio.markings import Marking
from models.training.studio.throws import Shot, ThrownDie

Array = NDArray[np.float64]

NEIGHBOURS = 4
"""Of so many other faces that the camera sees, the best seen first, it is noted which way their marks stand."""
SEEN = 0.2
"""The cosine from which a face counts as seen."""


@dataclass(frozen=True, slots=True)
class SeenDie:
    """One die in a picture, in its pixels.

    ``frame`` (3 × 2) is the top mark's middle, a point to its right and one above; ``neighbours`` (4) the directions,
    clockwise from the picture's right in radians, in which other faces' marks stand up, NaN where there are fewer.
    ``across`` is the diameter of a disc as large as the outline, ``box`` left, top, right, bottom; ``tilt`` and ``up``
    how far from straight above it is seen and which way what stands there leans.
    """

    what: What
    digit: int
    pips: int
    leans: bool
    frame: Array
    neighbours: Array
    middle: Array
    across: float
    box: Array
    tilt: float
    up: Array


def standing(shot: Shot) -> tuple[Array, Array]:
    """The camera's axes as columns (right, up, backwards) and its place, in the table's axes."""
    sine, cosine = np.sin(shot.tilt), np.cos(shot.tilt)
    back = np.array([sine * np.cos(shot.azimuth), sine * np.sin(shot.azimuth), cosine])
    side = np.array([-np.sin(shot.azimuth), np.cos(shot.azimuth), 0.0])
    up = np.cross(back, side)
    turned = np.cos(shot.roll) * side + np.sin(shot.roll) * up
    return np.stack([turned, np.cross(back, turned), back], axis=1), back * shot.distance


def projected(points: Array, shot: Shot, pixels: int) -> Array:
    """Picture points (n × 2) of points on the table (n × 3), in a square picture so many pixels wide."""
    axes, place = standing(shot)
    local = (points - place) @ axes
    scale = shot.lens / 36 * pixels / -local[:, 2:]
    return np.asarray(local[:, :2] * (scale * [1, -1]) + pixels / 2)


def seen(die: ThrownDie, shot: Shot, pixels: int) -> SeenDie:
    """What is true of a die in a square picture so many pixels wide."""
    outline = die.mesh.corners @ (die.pose.T * die.size) + die.at
    hull = cv2.convexHull(projected(outline, shot, pixels).astype(np.float32)).reshape(-1, 2)
    middle = np.asarray(die.at)
    towards = standing(shot)[1] - middle
    towards = towards / np.linalg.norm(towards)
    facing = die.body.shape.normals @ die.pose.T @ towards
    others = [int(face) for face in np.argsort(-facing) if face != die.top and facing[face] > SEEN]
    ups = [_way(_frame(die, face, shot, pixels)) for face in others[:NEIGHBOURS]]
    above = projected(np.stack([middle, np.add(middle, (0, 0, 0.3))]), shot, pixels)
    up = above[1] - above[0]
    marked, value = die.style.marking, die.value
    return SeenDie(
        die.what,
        value % 10 if die.what is What.D10 else -1,
        value if die.what is What.D6 and marked is Marking.PIPS else -1,
        die.leans,
        _frame(die, die.top, shot, pixels),
        np.array(ups + [np.nan] * (NEIGHBOURS - len(ups))),
        np.asarray((hull.min(axis=0) + hull.max(axis=0)) / 2, np.float64),
        float(2 * np.sqrt(cv2.contourArea(hull) / np.pi)),
        np.concatenate([hull.min(axis=0), hull.max(axis=0)]).astype(np.float64),
        float(np.arccos(np.clip(towards[2], -1, 1))),
        np.asarray(up / max(1e-9, float(np.linalg.norm(up)))),
    )


def _frame(die: ThrownDie, face: int, shot: Shot, pixels: int) -> Array:
    """A mark's middle, a point to its right and one above it as they are seen, turned as the die is marked."""
    shape = die.body
    ways = [shape.rights[face], shape.ups[face], -shape.rights[face], -shape.ups[face]]
    right, up = ways[die.style.turns % 4], ways[(die.style.turns + 1) % 4]
    points = np.stack([np.zeros(3), 0.5 * right, 0.5 * up]) + shape.middles[face]
    return projected(points @ (die.pose.T * die.size) + die.at, shot, pixels)


def _way(frame: Array) -> float:
    x, y = frame[2] - frame[0]
    return float(np.arctan2(y, x))
