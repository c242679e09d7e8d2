"""Dice in company: where nobody quite knows how the camera stands, the dice that lie together tell it.

A lone die that leans and one that lies flat under a camera that looks aside are seen alike. But dice on one table are
seen by one camera, and all but few lie flat: so where it may stand is weighed by how flat all of them lie then. Pure.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
from numpy.typing import NDArray

from companion.vision.camera_pose.estimation import USUAL_FOCAL, CameraPose

Array = NDArray[np.float64]

TILTS, SLANTED = (12.0, 22.0, 32.0, 42.0), 25.0
"""How far aside of straight down a camera may look, and how far one that nobody set up mostly does, in degrees."""
TURNED, ERROR = (5.0, 10.0), 6.0
"""How far from where cards say that it stands it may do so, and how far mostly, in degrees."""
WAYS = 8
"""It may do so to so many sides."""
COCKED = 0.02
"""Least probability that a die does not lie flat, or is none, under any camera."""
ASKED = 14
"""So many dice at most are asked, the likeliest first."""
AGREEING = 3
"""Least dice that show a camera pose without cards: of two, each would be read by a pose that is half its own claim."""


@dataclass(frozen=True, slots=True, eq=False)
class Places:
    """Where a camera may stand, and the logarithm of how likely that is before any die is asked."""

    standpoints: Sequence[CameraPose]
    likely: Array

    @classmethod
    @cache
    def anywhere(cls, width: int, height: int) -> Places:
        """Of a picture of this size, where nothing else tells."""
        above = CameraPose((width / 2, height / 2), USUAL_FOCAL * max(width, height), (0.0, 0.0, 1.0))
        return cls.about(above, TILTS, SLANTED)

    @classmethod
    def about(cls, standpoint: CameraPose, turned: Sequence[float] = TURNED, error: float = ERROR) -> Places:
        """Near where others say that it stands, so many degrees off to all sides, where they err by ``error``."""
        found, likely = [standpoint], [0.0]
        for off in turned:
            for x, y, z in standpoint.directions_around(math.radians(off), WAYS):
                found.append(replace(standpoint, down=(float(x), float(y), float(z))))
                likely.append(-((off / error) ** 2) / 2)
        return cls(tuple(found), np.array(likely))


def by_company(flat: Array, places: Places) -> CameraPose | None:
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
    x, y, z = shares @ np.array([one.down for one in places.standpoints])
    long = math.hypot(x, y, z)
    return replace(places.standpoints[0], down=(float(x) / long, float(y) / long, float(z) / long))


def odds_by_others(flat: Array, places: Places) -> Array:
    """Return the factor by which the others change the odds that each die lies flat, at most 1.

    Alone, a leaning die resembles a flat one viewed from aside. The others say whether a camera can be there. They
    contradict a die, but never make it certain: that a camera can be there does not mean that it is.

    Args:
        flat: As in :func:`by_company`, of two dice at least.
        places: Where the camera may stand.

    Returns:
        A factor for each die: the odds given the others, in those given no die.
    """
    alone = flat @ _posterior(flat[:0], places)
    others = [_posterior(np.delete(flat, number, axis=0), places) @ one for number, one in enumerate(flat)]
    return np.asarray(np.minimum(1.0, _odds(np.array(others)) / _odds(alone)))


def _posterior(flat: Array, places: Places) -> Array:
    """Return the probability of each place, given the dice.

    What does not lie flat resembles one thing as much as another wherever the camera stands. So by the rule of Bayes a
    die is the likelier seen from a place the smaller its probability there of not lying flat is: what is no die, or
    leans, hardly tells anything.
    """
    logs = places.likely - np.log(np.maximum(1 - flat, COCKED)).sum(axis=0)
    shares = np.exp(logs - logs.max())
    return np.asarray(shares / shares.sum())


def _odds(chances: Array) -> Array:
    return np.asarray(np.maximum(chances, 1e-6) / np.maximum(1 - chances, 1e-6))
