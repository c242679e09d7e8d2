"""Decode the output of the strip finder: index strips and whole cards, each detected by many cells."""

from dataclasses import dataclass

import numpy as np

from companion.pictures.arrays import Floats

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
    middles, reaches = quads.mean(axis=1), _reaches(quads, head)
    found: list[Floats] = []
    best: list[float] = []
    left = np.arange(len(quads))
    while len(left):
        first = left[0]
        same = _distances(middles[left], middles[first]) < reaches[first]
        same[0] = True
        group, left = left[same], left[~same]
        alike = _align_ends(quads[group], quads[first]) if head.either_end else quads[group]
        weights = scores[group][:, None, None]
        found.append((alike * weights).sum(axis=0) / weights.sum(axis=0))
        best.append(float(scores[first]))
    return np.array(found, np.float32).reshape(-1, 4, 2), np.array(best, np.float32)


def without_duplicates(quads: Floats, head: OutputHead, most: int) -> list[int]:
    """Return the numbers of the first quadrilaterals (N × 4 × 2), at most so many, that are no duplicates."""
    middles, reaches = quads.mean(axis=1), _reaches(quads, head)
    kept: list[int] = []
    left = np.arange(len(quads))
    while len(left) and len(kept) < most:
        first, left = int(left[0]), left[1:]
        left = left[~(_distances(middles[left], middles[first]) < reaches[left])]
        kept.append(first)
    return kept


def _reaches(quads: Floats, head: OutputHead) -> Floats:
    """Return the distances of middles within which others are duplicates of each quadrilateral (N), pixels."""
    widths = (np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1) + np.linalg.norm(quads[:, 2] - quads[:, 3], axis=1)) / 2
    return np.asarray(head.same * np.maximum(widths, CELL), np.float32)


def _distances(points: Floats, point: Floats) -> Floats:
    off = points - point
    return np.asarray(np.hypot(off[:, 0], off[:, 1]))


def _align_ends(quads: Floats, quad: Floats) -> Floats:
    """Return the quadrilaterals, each beginning at the end at which ``quad`` begins."""
    other = np.roll(quads, 2, axis=1)
    distances, turned = (np.linalg.norm(ends - quad, axis=2).sum(axis=1) for ends in (quads, other))
    return np.where((turned < distances)[:, None, None], other, quads)
