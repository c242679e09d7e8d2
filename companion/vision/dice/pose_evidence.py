"""Estimate the camera pose from dice: one camera sees all dice of a table, and all but few of them lie flat.

A leaning die and a flat one that is viewed from aside look alike. So the pose is the likelier the flatter all dice lie
under it. Pure.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property

import numpy as np

from companion.pictures.arrays import Matrix
from companion.table.sightings import Point
from companion.vision.camera_pose.estimation import FOCAL_SPREAD, USUAL_FOCAL, CameraPose
from companion.vision.dice.finding import DieDetection, overlap

WAYS = 8
"""Directions in which dice are viewed from aside."""
VIEW_STEP, VIEW_RINGS = 10.0, 5
"""Degrees between the angles of view at which a die is predicted, and how many there are besides straight down."""
SLANTED = 25.0
"""Prior spread of the tilt of a camera of which nothing is known, degrees."""
TILTS, TURNS = tuple(range(6, 49, 6)), 16
"""Tilts of the places where a camera may stand, degrees, and the directions of each."""
FOCALS = tuple(USUAL_FOCAL * math.exp(0.4 * step) for step in range(-1, 6))
"""Its focal lengths then, in longer sides of the picture: from a wide angle to one as from far away."""
ERROR = 6.0
"""Spread of the error of a pose that cards show, degrees: one that dice show is no worse."""
COCKED = 0.02
"""Least probability that a die does not lie flat, or is none, under any camera."""
ASKED = 14
"""Most dice of a picture that are asked, the likeliest first."""
MOST_DICE = 60
"""Most dice of all pictures that are asked: as many as cards are remembered."""
AGREEING = 3
"""Least dice that show a camera pose: of two, each would be read by a pose that is half its own claim."""


@dataclass(frozen=True, slots=True, eq=False)
class DieViews:
    """What one die says of the camera.

    Attributes:
        place: Where it was detected.
        flat: The probability that it lies flat, were it viewed from each direction of :func:`views_of`.
    """

    place: DieDetection
    flat: Matrix


def views_of(middle: Point) -> list[CameraPose]:
    """Return far cameras, one for each direction of view of a die: from above, then rings of :data:`WAYS`."""
    above = CameraPose(middle, 1e6, (0.0, 0.0, 1.0))
    return [above, *_turned(above, [VIEW_STEP * (ring + 1) for ring in range(VIEW_RINGS)], WAYS)]


@dataclass(frozen=True, eq=False)
class Places:
    """Where a camera may stand, and the logarithm of how likely that is before any die is asked."""

    standpoints: Sequence[CameraPose]
    likely: Matrix

    @classmethod
    @cache
    def of_any_lens(cls, width: int, height: int) -> Places:
        """Of pictures of this size by one camera, whose dice together show its lens, too."""
        lenses = []
        for focal in FOCALS:
            above = CameraPose((width / 2, height / 2), focal * max(width, height), (0.0, 0.0, 1.0))
            one = cls.about(above)
            lenses.append(replace(one, likely=one.likely - (math.log(focal / USUAL_FOCAL) / FOCAL_SPREAD) ** 2 / 2))
        return cls([one for lens in lenses for one in lens.standpoints], np.concatenate([one.likely for one in lenses]))

    @classmethod
    def about(cls, above: CameraPose) -> Places:
        """Around where it would look straight down, tilted to all sides."""
        off = [0.0, *(tilt for tilt in TILTS for _ in range(TURNS))]
        return cls((above, *_turned(above, TILTS, TURNS)), -((np.array(off) / SLANTED) ** 2) / 2)

    @cached_property
    def downs(self) -> Matrix:
        """Where each of them looks straight down (n × 3)."""
        return np.array([one.down for one in self.standpoints])

    @cached_property
    def focals(self) -> Matrix:
        """Their focal lengths, pixels."""
        return np.array([one.focal for one in self.standpoints])

    def views(self, middle: Point) -> Matrix:
        """Return from where each of them views a place: the angle in degrees, upwards in the picture (n × 2)."""
        off = np.array(middle) - self.standpoints[0].middle
        rays = np.column_stack([np.broadcast_to(off, (len(self.focals), 2)), self.focals])
        cosines = (rays * self.downs).sum(axis=1) / np.linalg.norm(rays, axis=1)
        away = off - self.focals[:, None] * self.downs[:, :2] / self.downs[:, 2:]
        length = np.degrees(np.arccos(np.clip(cosines, -1, 1))) / np.maximum(np.linalg.norm(away, axis=1), 1e-9)
        return np.asarray(length[:, None] * away)

    def flat(self, dice: Sequence[DieViews]) -> Matrix:
        """Return the probability that each die (a row) lies flat, were the camera at each of these places (a column).

        It is interpolated between the directions of view.
        """
        return np.array([_interpolated(one.flat, self.views(one.place.middle)) for one in dice])


class PoseEvidence:
    """What dice have shown of a camera since it was last moved; each place in the picture counts once."""

    def __init__(self) -> None:
        self.dice: list[DieViews] = []

    def at(self, place: DieDetection) -> int | None:
        """Return the number of the die that lies at a place, or lay there; None if there is none."""
        return next((number for number, die in enumerate(self.dice) if overlap(die.place, place)), None)

    def new(self, places: Sequence[DieDetection]) -> list[DieDetection]:
        """Return the places where no die lay before, as many as are still asked."""
        return [place for place in places if self.at(place) is None][: MOST_DICE - len(self.dice)]

    def pose(self, places: Places) -> CameraPose | None:
        """Return the camera pose that the dice show.

        Args:
            places: Where the camera may stand.

        Returns:
            The pose; None if the dice are too few, if it is less exact than a pose that cards show, or if too few dice
            lie flat under it.
        """
        if len(self.dice) < AGREEING:
            return None
        flat = places.flat(self.dice)
        return None if _spread(self.dice, places, flat) > ERROR else estimate_pose(flat, places)


def estimate_pose(flat: Matrix, places: Places) -> CameraPose | None:
    """Return the camera pose that dice together show: the mean of the places by their posterior probabilities.

    Args:
        flat: The probability that each die (a row) lies flat, were the camera at each of these places (a column).
        places: Where it may stand.

    Returns:
        The pose; None for less than two dice, or if no more than half of them lie flat then: those do not lie on one
        table.
    """
    shares = _posterior(flat, places)
    if len(flat) < 2 or 2 * (flat @ shares > 0.5).sum() <= len(flat):
        return None
    x, y, z = shares @ places.downs
    long = math.hypot(x, y, z)
    focal = math.exp(float(shares @ np.log(places.focals)))
    return replace(places.standpoints[0], focal=focal, down=(float(x) / long, float(y) / long, float(z) / long))


def _posterior(flat: Matrix, places: Places) -> Matrix:
    """Return the probability of each place, given the dice.

    What does not lie flat resembles one thing as much as another wherever the camera stands. So by the rule of Bayes a
    die is the likelier seen from a place the smaller its probability there of not lying flat is: what is no die, or
    leans, hardly tells anything.
    """
    logs = places.likely - np.log(np.maximum(1 - flat, COCKED)).sum(axis=0)
    shares = np.exp(logs - logs.max())
    return np.asarray(shares / shares.sum())


def _turned(pose: CameraPose, angles: Sequence[float], ways: int) -> list[CameraPose]:
    """Return a pose turned by each of these angles, degrees, in so many directions."""
    downs = (down for angle in angles for down in pose.directions_around(math.radians(angle), ways))
    return [replace(pose, down=(float(x), float(y), float(z))) for x, y, z in downs]


def _interpolated(flat: Matrix, views: Matrix) -> Matrix:
    """Return values at these views, of the values at the directions of :func:`views_of`."""
    rings = np.concatenate([np.full((1, WAYS), flat[0]), flat[1:].reshape(VIEW_RINGS, WAYS)])
    out = np.minimum(np.linalg.norm(views, axis=1) / VIEW_STEP, VIEW_RINGS - 1e-6)
    around = np.arctan2(views[:, 1], views[:, 0]) / math.tau * WAYS
    ring, way = out.astype(int), np.floor(around).astype(int)
    further, on = out - ring, around - way
    low, high = ((1 - on) * rings[at, way % WAYS] + on * rings[at, (way + 1) % WAYS] for at in (ring, ring + 1))
    return np.asarray((1 - further) * low + further * high)


def _spread(dice: Sequence[DieViews], places: Places, flat: Matrix) -> float:
    """Return how far the views of these dice differ between the possible cameras: root mean square, degrees."""
    shares, views = _posterior(flat, places), np.array([places.views(one.place.middle) for one in dice])
    mean = np.einsum("c,dcx->dx", shares, views)
    return float(np.sqrt((shares @ ((views - mean[:, None]) ** 2).sum(axis=2).T).mean()))
