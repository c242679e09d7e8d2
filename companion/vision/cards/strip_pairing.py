"""Pair index strips: two whose card outlines agree are of one card."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.cards.index_strips import NO_INDEX, Strip

STRIP_SHARE = (1 / 6, 150 / 420)
"""A strip's width and height as shares of the card's."""

ASPECT_RATIO = 1.4
MAX_MISFIT = 0.22
"""Card widths by which a strip may lie off the place that its partner expects."""

MAX_SKEW = 0.15
"""Card widths by which a card may differ from a parallelogram: 0.08 at 40 degrees."""
CERTAIN_FROM = {1: 0.995, 2: 0.9}
"""Confidence from which a card is certain, by the number of its indices."""

_UNIT = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float64)
_FIRST: NDArray[np.float64] = _UNIT * STRIP_SHARE
_BOTH: NDArray[np.float64] = np.concatenate([_FIRST, 1 - _FIRST])


@dataclass(frozen=True, slots=True)
class IndexedCard:
    """A card recognised by its indices.

    Attributes:
        corners: Its outline (4 × 2), clockwise from its own top left.
        chances: Probabilities of the cards of ``DECK``, of at most 1 together.
        witnesses: How many indices were read, 1 or 2.
        agree: Whether all of them name the same card.
        score: The detector's score, 0 to 1.
    """

    corners: NDArray[np.float64]
    chances: NDArray[np.float64]
    witnesses: int
    agree: bool
    score: float

    @property
    def best(self) -> int:
        """The index in ``DECK`` of the most probable card."""
        return int(self.chances.argmax())

    @property
    def confidence(self) -> float:
        """The probability of the best card."""
        return float(self.chances.max())

    @property
    def sure(self) -> bool:
        """Whether it is certain: calibrated on cards that no network learned from."""
        return self.agree and self.confidence >= CERTAIN_FROM[self.witnesses]


def pair_strips(strips: Sequence[Strip], chances: NDArray[np.float32]) -> list[IndexedCard]:
    """Return the cards of strips.

    Args:
        strips: The strips.
        chances: Their predictions (N × 46), see :meth:`IndexReader.read`.

    Returns:
        The cards; strips that are no index are left out.
    """
    alive = [i for i in range(len(strips)) if chances[i, NO_INDEX] < 0.5]
    partner = _partners([strips[i] for i in alive], chances[alive])
    cards = []
    for a, b in partner:
        i = alive[a]
        if b is None:
            own = chances[i, :NO_INDEX].astype(np.float64)
            cards.append(IndexedCard(outline_from_strip(strips[i].corners), own, 1, True, strips[i].score))
            continue
        j = alive[b]
        both = _combine(chances[i], chances[j])
        same = int(chances[i].argmax()) == int(chances[j].argmax())
        quad = outline_from_two_strips(strips[i].corners, strips[j].corners)
        cards.append(IndexedCard(quad, both, 2, same, max(strips[i].score, strips[j].score)))
    return cards


def outline_from_strip(strip: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return a card's outline (4 × 2) from one strip, by the similarity that fits best."""
    return _fit_outline(_FIRST, strip.astype(np.float64))


def outline_from_two_strips(first: NDArray[np.float32], second: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return a card's outline (4 × 2) from both of its strips.

    It is a homography's, or a similarity's if that is skewed because the strips are slightly misplaced.

    Args:
        first: Corners of one strip (4 × 2).
        second: Corners of the other.

    Returns:
        The corners, pixels.
    """
    points = np.concatenate([first, second]).astype(np.float64)
    matrix, _ = cv2.findHomography(_BOTH, points)
    if matrix is None:
        return _fit_outline(_BOTH, points)
    found = np.asarray(cv2.perspectiveTransform(_UNIT[None], matrix)[0], np.float64)
    return found if _skew(found) < MAX_SKEW else _fit_outline(_BOTH, points)


def _skew(quad: NDArray[np.float64]) -> float:
    """Return the distance of an outline from a parallelogram, in card widths."""
    a, b, c, d = quad
    return float(np.linalg.norm(a - b + c - d) / max(1e-6, float(np.linalg.norm(a - b))))


def _fit_outline(on_card: NDArray[np.float64], points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the outline of a card, 1 × 1.4, moved, turned and scaled to fit points best."""
    shape = on_card * (1, ASPECT_RATIO)
    middle, there = shape.mean(axis=0), points.mean(axis=0)
    known = (shape - middle) @ (1, 1j)
    found = (points - there) @ (1, 1j)
    turn = (known.conj() @ found) / (known.conj() @ known)
    placed = turn * ((_UNIT * (1, ASPECT_RATIO) - middle) @ (1, 1j))
    return np.asarray(np.stack([placed.real, placed.imag], axis=1) + there)


def _combine(first: NDArray[np.float32], second: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return the posterior of two independent predictions for one card (45)."""
    product = first[:NO_INDEX].astype(np.float64) * second[:NO_INDEX] + 1e-9
    return np.asarray(product / (product.sum() + float(first[NO_INDEX]) * float(second[NO_INDEX])))


def _partners(strips: Sequence[Strip], chances: NDArray[np.float32]) -> list[tuple[int, int | None]]:
    """Return every strip once, with its partner if it has one: the pairs that fit best first."""
    outlines = [outline_from_strip(strip.corners) for strip in strips]
    pairs = []
    for a in range(len(strips)):
        for b in range(a + 1, len(strips)):
            misfit = _misfit(outlines[a], outlines[b])
            if misfit < MAX_MISFIT:
                alike = float(np.minimum(chances[a], chances[b])[:NO_INDEX].sum())
                pairs.append((misfit - 0.2 * alike, a, b))
    taken: dict[int, int] = {}
    for _, a, b in sorted(pairs):
        if a not in taken and b not in taken:
            taken[a], taken[b] = b, a
    return [(a, taken.get(a)) for a in range(len(strips)) if taken.get(a, len(strips)) > a]


def _misfit(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    """Return the mean distance of the corners of two outlines, one turned by half, in card widths."""
    here, there = one.tolist(), other.tolist()
    width = (math.dist(here[0], here[1]) + math.dist(there[0], there[1])) / 2
    return sum(map(math.dist, here, there[2:] + there[:2])) / 4 / width
