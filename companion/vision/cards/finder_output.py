"""Decoding a finder's answer: index strips and whole cards, each detected by many cells together."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from companion.vision.arrays import Floats, Mask

CELL = 8
"""The finder answers once for every 8 × 8 pixels …"""

SIDE_MULTIPLE = 16
"""… of a picture whose sides are multiples of this."""


@dataclass(frozen=True, slots=True)
class OutputHead:
    """A head of the finder: its first channel in the answer, the unit of its corner offsets in pixels, and how near,
    in its widths, two centres mean the same thing. ``either_end``: nothing tells its first corner from the third."""

    channel: int
    reach: float
    same: float
    either_end: bool


STRIP_HEAD = OutputHead(0, 32.0, 0.6, False)
CARD_HEAD = OutputHead(9, 128.0, 0.35, True)


def decode_head(answer: Floats, kind: OutputHead, least: float) -> tuple[Floats, Floats]:
    """The things of a kind in an answer (18 × rows × columns): N × 4 × 2 corners, and N scores of at least ``least``.

    Cells that mean the same thing are averaged by their scores, which places it better than the best cell alone.
    """
    first = kind.channel
    rows, columns = np.nonzero(answer[first] >= np.log(least / (1 - least)))
    scores = 1 / (1 + np.exp(-answer[first, rows, columns]))
    order = np.argsort(-scores)
    rows, columns, scores = rows[order], columns[order], scores[order]
    centres = np.stack([columns, rows], axis=1).astype(np.float32) * CELL + CELL / 2
    quads = answer[first + 1 : first + 9, rows, columns].T.reshape(-1, 4, 2) * kind.reach + centres[:, None]
    found: list[Floats] = []
    best: list[float] = []
    middles = quads.mean(axis=1)
    left = np.ones(len(quads), bool)
    for number in range(len(quads)):
        if left[number]:
            same = left & find_duplicates(middles, quads[number], kind)
            same[number] = True
            left &= ~same
            alike = _one_end(quads[same], quads[number]) if kind.either_end else quads[same]
            found.append(np.asarray(np.average(alike, axis=0, weights=scores[same]), np.float32))
            best.append(float(scores[number]))
    return np.array(found, np.float32).reshape(-1, 4, 2), np.array(best, np.float32)


def find_duplicates(middles: Floats, quad: Floats, kind: OutputHead) -> Mask:
    """Which quadrilaterals, by their middles (N × 2), mean the same thing as ``quad``: near it for its width."""
    width = float(np.linalg.norm(quad[1] - quad[0]) + np.linalg.norm(quad[2] - quad[3])) / 2
    off = middles - quad.mean(axis=0)
    apart = np.hypot(off[:, 0], off[:, 1])
    return np.asarray(apart < kind.same * max(width, CELL))


def _one_end(quads: Floats, quad: Floats) -> Floats:
    """The quadrilaterals, each told from the end from which ``quad`` is."""
    other = np.roll(quads, 2, axis=1)
    apart, turned = (np.linalg.norm(ends - quad, axis=2).sum(axis=1) for ends in (quads, other))
    return np.where((turned < apart)[:, None, None], other, quads)
