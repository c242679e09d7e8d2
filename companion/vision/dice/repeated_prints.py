"""Doubt dice that look like many other places: a print on a cloth repeats, and is no die anywhere."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from companion.table.sightings import DieSighting, Point
from companion.vision.arrays import Picture
from companion.vision.dice.finding import Candidate, overlap
from companion.vision.dice.verdicts import is_sure

DIAMETER = 24
"""Pixels to which a die's diameter is scaled to be compared."""
COMPARED, SEARCHED = 0.8, 1.2
"""Side of what is compared, and of where it is searched for, in diameters."""
SAME_SIZE = 1.5
"""Factor between the diameters of places that may show the same."""
SAME_PRINT = 0.8
"""Correlation from which two places show the same: noise and blur take at most a third of their common variance."""


def doubt_repeated_prints(
    picture: Picture, dice: Sequence[DieSighting], places: Sequence[Candidate]
) -> tuple[DieSighting, ...]:
    """Return dice, each at most as probable as all places that look like it are on average.

    The reader judges each place alone. Of a print that it mistakes for a die with a chance of 60 %, some copies seem
    certain.

    Args:
        picture: Height × width × 3, BGR.
        dice: The dice that were read.
        places: Where dice were detected.

    Returns:
        The dice in the same order; what was read nowhere counts as no die.
    """
    found = [Candidate(die.center, die.across, 1.0) for die in dice]
    others = [place for place in places if not any(overlap(place, die) for die in found)]
    places = [*found, *others]
    return tuple(_doubt(picture, number, dice, places) if die.sure else die for number, die in enumerate(dice))


def _doubt(picture: Picture, number: int, dice: Sequence[DieSighting], places: Sequence[Candidate]) -> DieSighting:
    die = dice[number]
    face = _levelled(picture, die.center, die.across, COMPARED)
    chances = [_best(die)]
    for other, place in enumerate(places):
        away = math.dist(place.middle, die.center) > die.across
        alike = 1 / SAME_SIZE < place.across / die.across < SAME_SIZE
        if away and alike and _show_same(picture, face, place.middle, die.across):
            chances.append(_best(dice[other]) if other < len(dice) else 0.0)
    share = float(np.mean(chances)) / chances[0]
    if share >= 1:
        return die
    candidates = tuple((value, chance * share) for value, chance in die.candidates)
    return replace(die, candidates=candidates, sure=is_sure(candidates))


def _best(die: DieSighting) -> float:
    return die.candidates[0][1] if die.candidates else 0.0


def _show_same(picture: Picture, face: Picture, middle: Point, across: float) -> bool:
    """Return whether the surroundings of a point show a face."""
    around = _levelled(picture, middle, across, SEARCHED)
    return float(cv2.matchTemplate(around, face, cv2.TM_CCOEFF_NORMED).max()) >= SAME_PRINT


def _levelled(picture: Picture, middle: Point, across: float, view: float) -> Picture:
    """Return a square around a point, ``view`` diameters wide and scaled to :data:`DIAMETER`."""
    scale, side = DIAMETER / across, round(view * DIAMETER)
    x, y = middle
    onto = np.array([[scale, 0, side / 2 - scale * x], [0, scale, side / 2 - scale * y]])
    return np.asarray(
        cv2.warpAffine(picture, onto, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )
