"""Detection of dice: one small network looks at the picture at several sizes and says where dice may lie."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.networks import Network, picture_tensor

Picture = NDArray[np.uint8]
Floats = NDArray[np.float32]

CELL = 8
"""The finder answers once for every 8 × 8 pixels."""
PAD = 16
"""Pictures are padded to a multiple of this."""
UNIT = 16.0
"""The finder tells offsets and the logarithm of diameters in units of so many pixels."""
SIDES = (640, 320, 160)
"""The longer side, in pixels, at which the picture is looked at: dice of 9 to 110 pixels are seen at each."""
LEAST = 0.1
"""The score from which a cell counts as a die; six false ones are told of in a picture of clutter then."""
SEEN = (7.0, 130.0)
"""The smallest and the largest diameter believed of a die, at each of those sizes."""
SHARED = 1 / 3
"""Two candidates whose boxes share more of what both cover are one die: of one size, half of it apart. One that lies in
another 1.7 times as wide shares less: these may be a die and a mark on it, and both are kept."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A detection of a die, in picture pixels: its middle, its top face's middle, its diameter; and the score (0–1)."""

    middle: tuple[float, float]
    top: tuple[float, float]
    across: float
    score: float


def candidates(
    picture: Picture, finder: Network, least: float = LEAST, sides: Sequence[int] = SIDES
) -> list[Candidate]:
    """Every place in a picture (height × width × 3, blue first) where a die may lie, the likeliest first.

    It is looked at with its longer side shrunk to each of these ``sides``, pixels.
    """
    found: list[Candidate] = []
    longest = max(picture.shape[:2])
    for zoom in sorted({min(1.0, side / longest) for side in sides}, reverse=True):
        small = picture if zoom == 1 else cv2.resize(picture, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_AREA)
        scale = picture.shape[1] / small.shape[1]
        found += _scaled(decoded(finder(picture_tensor(np.asarray(small, np.uint8), PAD))[0], least), scale)
    return once_each(found)


def decoded(answer: Floats, least: float) -> list[Candidate]:
    """The dice in a finder's answer, 6 × rows × columns: a logit, the middle's and the top's offset, the size.

    Offsets are from a cell's middle. Cells that mean the same die are averaged by their scores.
    """
    scores = 1 / (1 + np.exp(-answer[0]))
    rows, columns = np.nonzero(scores >= least)
    if not len(rows):
        return []
    order = np.argsort(-scores[rows, columns])
    rows, columns = rows[order], columns[order]
    cells = np.stack([columns, rows], axis=1).astype(np.float32) * CELL + CELL / 2
    told = answer[1:, rows, columns].T
    middles, tops = cells + told[:, :2] * UNIT, cells + told[:, 2:4] * UNIT
    sizes = np.exp(np.clip(told[:, 4], -2, 2)) * UNIT
    weights = scores[rows, columns]
    found = []
    left = np.ones(len(rows), np.bool_)
    for number in range(len(rows)):
        if not left[number]:
            continue
        same = left & (np.hypot(*(middles - middles[number]).T) < 0.45 * sizes[number])
        left &= ~same
        across = float(np.average(sizes[same], weights=weights[same]))
        if SEEN[0] <= across <= SEEN[1]:
            middle = np.average(middles[same], axis=0, weights=weights[same])
            top = np.average(tops[same], axis=0, weights=weights[same])
            found.append(Candidate(_point(middle), _point(top), across, float(weights[number])))
    return found


def once_each(found: Sequence[Candidate]) -> list[Candidate]:
    """The candidates without the second sightings of one die, the likeliest first (non-maximum suppression).

    One that lies in another of quite another size is no second sighting, as their boxes share too little: only the
    readers can tell which is the die.
    """
    boxes = [(x - side / 2, y - side / 2, side, side) for (x, y), side in ((one.middle, one.across) for one in found)]
    kept = cv2.dnn.NMSBoxes(boxes, [one.score for one in found], 0.0, SHARED)
    return [found[number] for number in kept]


def likeliest(found: Sequence[Candidate], most: int) -> list[Candidate]:
    """The first of these candidates that lie in so many places; what lies in one of them counts with it."""
    places: list[Candidate] = []
    kept = []
    for one in found:
        new = not any(overlap(one, other) for other in places)
        if new and len(places) < most:
            places.append(one)
        if not new or one in places:
            kept.append(one)
    return kept


def overlap(one: Candidate, other: Candidate) -> bool:
    """Whether two candidates cannot both be dice: one's middle lies in the other."""
    return math.dist(one.middle, other.middle) <= 0.5 * max(one.across, other.across)


def _scaled(found: list[Candidate], scale: float) -> list[Candidate]:
    return [
        Candidate(
            (one.middle[0] * scale, one.middle[1] * scale),
            (one.top[0] * scale, one.top[1] * scale),
            one.across * scale,
            one.score,
        )
        for one in found
    ]


def _point(point: Floats) -> tuple[float, float]:
    return float(point[0]), float(point[1])
