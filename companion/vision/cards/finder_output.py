"""Decode the output of the strip finder: index strips and whole cards, each detected by many cells."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from companion.vision.arrays import Floats, Mask

CELL = 8
"""Pixels per output cell, along each side …"""

SIDE_MULTIPLE = 16
"""… of a picture whose sides are multiples of this."""


@dataclass(frozen=True, slots=True)
class OutputHead:
    """A head of the finder.

    Attributes:
        channel: Its first channel in the output.
        reach: The unit of its corner offsets, pixels.
        same: Distance of centres, in widths, within which two detections are duplicates.
        either_end: Whether the first corner cannot be told from the third.
    """

    channel: int
    reach: float
    same: float
    either_end: bool


STRIP_HEAD = OutputHead(0, 32.0, 0.6, False)
CARD_HEAD = OutputHead(9, 128.0, 0.35, True)


def decode_head(output: Floats, head: OutputHead, min_score: float) -> tuple[Floats, Floats]:
    """Decode the detections of one head.

    Duplicates are averaged by their scores, which places them better than the best cell alone.

    Args:
        output: The finder's output (18 × rows × columns).
        head: The head.
        min_score: The smallest score.

    Returns:
        Corners (N × 4 × 2) and scores (N).
    """
    first = head.channel
    rows, columns = np.nonzero(output[first] >= np.log(min_score / (1 - min_score)))
    scores = 1 / (1 + np.exp(-output[first, rows, columns]))
    order = np.argsort(-scores)
    rows, columns, scores = rows[order], columns[order], scores[order]
    centres = np.stack([columns, rows], axis=1).astype(np.float32) * CELL + CELL / 2
    quads = output[first + 1 : first + 9, rows, columns].T.reshape(-1, 4, 2) * head.reach + centres[:, None]
    found: list[Floats] = []
    best: list[float] = []
    middles = quads.mean(axis=1)
    left = np.ones(len(quads), bool)
    for number in range(len(quads)):
        if left[number]:
            same = left & find_duplicates(middles, middles[number], quads[number], head)
            same[number] = True
            left &= ~same
            alike = _align_ends(quads[same], quads[number]) if head.either_end else quads[same]
            weights = scores[same][:, None, None]
            found.append((alike * weights).sum(axis=0) / weights.sum(axis=0))
            best.append(float(scores[number]))
    return np.array(found, np.float32).reshape(-1, 4, 2), np.array(best, np.float32)


def find_duplicates(middles: Floats, middle: Floats, quad: Floats, head: OutputHead) -> Mask:
    """Return which quadrilaterals, by their middles (N × 2), are duplicates of one with this middle."""
    a, b, c, d = quad.tolist()
    width = (math.dist(a, b) + math.dist(c, d)) / 2
    distances = np.hypot(middles[:, 0] - middle[0], middles[:, 1] - middle[1])
    return np.asarray(distances < head.same * max(width, CELL))


def _align_ends(quads: Floats, quad: Floats) -> Floats:
    """Return the quadrilaterals, each beginning at the end at which ``quad`` begins."""
    other = np.roll(quads, 2, axis=1)
    distances, turned = (np.linalg.norm(ends - quad, axis=2).sum(axis=1) for ends in (quads, other))
    return np.where((turned < distances)[:, None, None], other, quads)
