"""Calibration by the cards on a table: focal length and the table's tilt, and what makes a place look level."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.table.sightings import CardSighting, Point
from companion.vision.cardframe import HEIGHT, WIDTH
from companion.vision.dice.lean import Aspect, Lean

Matrix = NDArray[np.float64]
Array = NDArray[np.float64]
Corners = tuple[Point, Point, Point, Point]

ASKED = 4
"""So many landmarks at least are asked how the camera stands."""
LENSES = np.geomspace(0.55, 1.6, 12)
"""Focal lengths tried, in longer sides of the picture …"""
USUAL, DOUBT = 1.0, 0.02
"""… that of most cameras, and how much a lens twice as long must explain better to be believed."""
ROUNDS = 4
"""Weighings of the landmarks against those that were placed amiss."""
NEAREST = 5
"""So many of the nearest cards are asked; the middle of what they say counts."""
FLATTEST = 0.6
"""A table seen more flatly than this (the cosine of its tilt) is not believed."""
ASIDE = math.radians(27)
"""Dice seen from further aside than this are read with doubt."""
ROUND = 48
"""Corners of an outline that is round."""


@dataclass(frozen=True, slots=True)
class Landmark:
    """Something flat that lay on the table: its corners in the picture, once round, and its height over its width.

    What is of one shape is of one size.
    """

    corners: Corners
    shape: float = HEIGHT / WIDTH


@dataclass(frozen=True, slots=True)
class Tabletop:
    """The cards that tell, and the camera that they calibrate; None where they are too few."""

    cards: tuple[CardSighting, ...] = ()
    standpoint: Standpoint | None = None

    @classmethod
    def of(cls, cards: Sequence[CardSighting], width: int, height: int, landmarks: Sequence[Landmark] = ()) -> Tabletop:
        """Told by the sure ones among these cards, in a picture so many pixels wide and high.

        ``landmarks`` are others that the same camera saw from where it stands.
        """
        sure = tuple(card for card in cards if card.sure)
        return cls(sure, standpoint([*(Landmark(card.corners) for card in sure), *landmarks], width, height))

    @property
    def for_dice(self) -> tuple[Point, ...]:
        """The outline of where dice are best thrown; empty where nobody knows how the camera stands."""
        return self.standpoint.seen_within(ASIDE) if self.standpoint else ()

    def at(self, point: Point) -> Aspect:
        """How the place around a point of the picture is seen."""
        return Aspect(level_at(point, self.cards), self.standpoint.lean(point) if self.standpoint else None)


@dataclass(frozen=True, slots=True)
class Standpoint:
    """A pinhole camera over a table: principal point and focal length, pixels, and the way straight down (length 1)."""

    middle: Point
    focal: float
    down: tuple[float, float, float]

    def lean(self, point: Point) -> Lean:
        """How something that stands at a point of the picture leans there."""
        x, y = point[0] - self.middle[0], point[1] - self.middle[1]
        ray = np.array([x, y, self.focal])
        cosine = float(ray @ self.down / np.linalg.norm(ray))
        # Things that stand upright point away from where a plumb line under the camera would be seen.
        below = self.focal * np.array(self.down[:2]) / self.down[2]
        away = np.array([x, y]) - below
        far = float(np.linalg.norm(away))
        up = (float(away[0] / far), float(away[1] / far)) if far > 1e-6 else (0.0, -1.0)
        return Lean(math.acos(min(1.0, cosine)), up)

    def seen_within(self, tilt: float) -> tuple[Point, ...]:
        """The outline, in the picture, of where things are seen from at most ``tilt`` radians beside straight above.

        The picture's corners where that is all of it; empty where no such place is in view.
        """
        right = np.cross(self.down, (0.0, 1.0, 0.0))
        right /= np.linalg.norm(right)
        below = np.cross(self.down, right)
        turns = np.linspace(0, math.tau, ROUND, endpoint=False)[:, None]
        rays = math.cos(tilt) * np.array(self.down) + math.sin(tilt) * (np.cos(turns) * right + np.sin(turns) * below)
        ring = self.focal * rays[:, :2] / np.maximum(rays[:, 2:], 0.05) + self.middle
        wide, high = 2 * self.middle[0], 2 * self.middle[1]
        whole = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
        _, clipped = cv2.intersectConvexConvex(cv2.convexHull(ring.astype(np.float32)), whole)
        return tuple((float(x), float(y)) for x, y in clipped.reshape(-1, 2)) if clipped is not None else ()


def standpoint(landmarks: Sequence[Landmark], width: int, height: int) -> Standpoint | None:
    """The camera that sees these as they are seen; None where too few tell."""
    if len(landmarks) < ASKED:
        return None
    middle = np.array([width / 2, height / 2])
    corners = np.array([one.corners for one in landmarks], np.float64) - middle
    shapes = np.array([one.shape for one in landmarks])
    fading = _fading(corners, shapes)
    if fading is None:
        return None
    longer = max(width, height)
    focal = longer * min(LENSES, key=lambda lens: _misfit(corners, shapes, fading, longer * lens) + _unusual(lens))
    down = np.array([focal * fading[0], focal * fading[1], 1.0])
    down /= np.linalg.norm(down)
    return Standpoint((width / 2, height / 2), float(focal), (float(down[0]), float(down[1]), float(down[2])))


def _fading(corners: Array, shapes: Array) -> Array | None:
    """How things grow over the picture (a pixel to the right, a pixel down), from n × 4 corners about its middle.

    Where nearness is 1 + a·x + b·y, outlines have areas as its cube: so the areas' cube roots lie in a plane, once
    those of each shape are measured by a size of their own.
    """
    roots = np.cbrt(np.abs(_area(corners)))
    middles = corners.mean(axis=1)
    if np.linalg.matrix_rank(middles - middles.mean(axis=0), tol=float(roots.mean())) < 2:
        return None
    table = np.column_stack([-middles, (shapes[:, None] == np.unique(shapes)) * roots[:, None]])
    weights: Array = np.ones(len(middles))
    plane: Array = np.zeros(table.shape[1])
    for _ in range(ROUNDS):
        plane = np.asarray(np.linalg.lstsq(table * weights[:, None], weights, rcond=None)[0], np.float64)
        off = np.abs(table @ plane - 1)
        weights = 1 / np.maximum(1.0, off / max(1e-9, 1.5 * float(np.median(off))))
    return np.asarray(plane[:2]) if (plane[2:] > 0).all() else None


def _area(corners: Array) -> Array:
    x, y = corners[..., 0], corners[..., 1]
    return np.asarray((x * np.roll(y, -1, axis=1) - y * np.roll(x, -1, axis=1)).sum(axis=1) / 2)


def _misfit(corners: Array, shapes: Array, fading: Array, focal: float) -> float:
    """The residual of a focal length: how far the landmarks, laid flat by it, are from rectangles of their shape."""
    nearness = 1 + corners @ fading
    lying = np.concatenate([corners, np.full((*corners.shape[:2], 1), focal)], axis=2) / nearness[..., None]
    sides = np.roll(lying, -1, axis=1) - lying
    long = np.linalg.norm(sides, axis=2)
    aspect = np.log((long[:, 1] + long[:, 3]) / (long[:, 0] + long[:, 2]) / shapes)
    slant = np.einsum("ij,ij->i", sides[:, 0], sides[:, 1]) / (long[:, 0] * long[:, 1])
    return float(np.median(np.abs(aspect)) + np.median(np.abs(slant)))


def _unusual(lens: float) -> float:
    return DOUBT * float(np.log2(lens / USUAL) ** 2)


def level_at(point: Point, cards: Sequence[CardSighting]) -> Matrix:
    """The map, shape (2, 2), that rectifies the table around ``point``: after it, it is seen from straight above.

    It only stretches, across the way the table leans; the unit map where no card tells. The cards are sure ones.
    """
    if not cards:
        return np.eye(2)
    nearest = sorted(cards, key=lambda card: math.dist(np.mean(card.corners, axis=0), point))[:NEAREST]
    squeezed = np.median([_squeeze(card) for card in nearest], axis=0)
    values, axes = np.linalg.eigh(squeezed)
    stretch = np.clip(np.sqrt(np.maximum(values, 1e-6) / values[-1]), FLATTEST, 1)
    return np.asarray(axes @ np.diag(1 / stretch) @ axes.T)


def _squeeze(card: CardSighting) -> Matrix:
    """How a round spot on the card lies in the picture: its second moments, the larger axis 1."""
    a, b, c, d = (np.array(corner) for corner in card.corners)
    across, along = (b - a + c - d) / (2 * WIDTH), (d - a + c - b) / (2 * HEIGHT)
    frame = np.column_stack([across, along])
    moments = frame @ frame.T
    return np.asarray(moments / max(float(np.linalg.eigvalsh(moments)[-1]), 1e-9))
