"""Detect dice: one small network runs on the picture at several sizes and predicts where dice may lie."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.pictures.arrays import Floats, Picture
from companion.vision.networks import Network, picture_tensor

CELL = 8
"""The side of a cell in pixels; the finder predicts once for each."""
PAD = 16
"""Pictures are padded to a multiple of this."""
UNIT = 16.0
"""Pixels in which the finder measures offsets and diameters."""
SIDES = (640, 320, 160)
"""Longer sides of the picture, in pixels, at which the finder runs: each shows dice of 9 to 110 pixels."""
LEAST = 0.1
"""Score from which a cell counts as a die; a picture of clutter then has six false ones."""
DIAMETERS = (7.0, 130.0)
"""The smallest and the largest diameter of a detection, at each of those sizes."""
SHARED = 1 / 3
"""Intersection over union of boxes from which two detections are one die: of one size, half of it away. One inside
another that is 1.7 times as wide shares less: these may be a die and a mark on it, and both are kept."""


@dataclass(frozen=True, slots=True)
class DieDetection:
    """A place where a die may lie.

    Attributes:
        middle: Its middle in picture pixels.
        across: Its diameter in pixels.
        score: The finder's score, 0 to 1.
    """

    middle: tuple[float, float]
    across: float
    score: float


def detect_dice(
    picture: Picture, finder: Network, least: float = LEAST, sides: Sequence[int] = SIDES
) -> list[DieDetection]:
    """Return every place in a picture where a die may lie, the likeliest first.

    Args:
        picture: Height × width × 3, BGR.
        finder: The network.
        least: The smallest score.
        sides: Pixels to which the longer side is reduced, each in turn.

    Returns:
        The detections, each die once.
    """
    found: list[DieDetection] = []
    longest = max(picture.shape[:2])
    for zoom in sorted({min(1.0, side / longest) for side in sides}, reverse=True):
        small = picture if zoom == 1 else cv2.resize(picture, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_AREA)
        scale = picture.shape[1] / small.shape[1]
        for detection in decoded(finder(picture_tensor(np.asarray(small, np.uint8), PAD))[0], least):
            x, y = detection.middle
            found.append(DieDetection((x * scale, y * scale), detection.across * scale, detection.score))
    return suppress_overlaps(found)


def decoded(answer: Floats, least: float) -> list[DieDetection]:
    """Return the detections in a finder's output; cells of the same die are averaged by their scores.

    Args:
        answer: 6 × rows × columns: a logit, the offsets of the middle and of the top face from the cell's middle, and
            the logarithm of the diameter. The camera pose shows better where the top face is.
        least: The smallest score.

    Returns:
        The detections in pixels of the picture that the finder ran on.
    """
    scores = 1 / (1 + np.exp(-answer[0]))
    rows, columns = np.nonzero(scores >= least)
    if not len(rows):
        return []
    order = np.argsort(-scores[rows, columns])
    rows, columns = rows[order], columns[order]
    cells = np.stack([columns, rows], axis=1).astype(np.float32) * CELL + CELL / 2
    values = answer[1:, rows, columns].T
    middles = cells + values[:, :2] * UNIT
    sizes = np.exp(np.clip(values[:, 4], -2, 2)) * UNIT
    weights = scores[rows, columns]
    found = []
    left = np.ones(len(rows), np.bool_)
    for number in range(len(rows)):
        if not left[number]:
            continue
        same = left & (np.hypot(*(middles - middles[number]).T) < 0.45 * sizes[number])
        left &= ~same
        across = float(np.average(sizes[same], weights=weights[same]))
        if DIAMETERS[0] <= across <= DIAMETERS[1]:
            x, y = map(float, np.average(middles[same], axis=0, weights=weights[same]))
            found.append(DieDetection((x, y), across, float(weights[number])))
    return found


def suppress_overlaps(found: Sequence[DieDetection]) -> list[DieDetection]:
    """Return the detections with each die once, the likeliest first: non-maximum suppression.

    One inside another of quite another size stays, because their boxes share too little: the reader decides which is
    the die.
    """
    boxes = [(d.middle[0] - d.across / 2, d.middle[1] - d.across / 2, d.across, d.across) for d in found]
    kept = cv2.dnn.NMSBoxes(boxes, [detection.score for detection in found], 0.0, SHARED)
    return [found[number] for number in kept]


def likeliest(found: Sequence[DieDetection], most: int) -> list[DieDetection]:
    """Return the first detections that lie in ``most`` places, with all that overlap these."""
    places: list[DieDetection] = []
    kept = []
    for detection in found:
        new = not any(overlap(detection, place) for place in places)
        if new and len(places) < most:
            places.append(detection)
        if not new or detection in places:
            kept.append(detection)
    return kept


def overlap(one: DieDetection, other: DieDetection) -> bool:
    """Return whether two detections cannot both be dice: one's middle lies in the other."""
    return math.dist(one.middle, other.middle) <= 0.5 * max(one.across, other.across)
