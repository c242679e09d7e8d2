"""Pair index strips: two whose card outlines agree are of one card."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.pictures.arrays import Matrix
from companion.vision.cards.card_plane import ASPECT_RATIO, CARD, CardPlane
from companion.vision.cards.index_strips import NO_INDEX, Strip

STRIP_SHARE = (1 / 6, 150 / 420)
"""A strip's width and height as shares of the card's."""

MAX_MISFIT = 0.22
"""Card widths by which a strip may lie off the place that its partner expects."""

MAX_SKEW = 0.15
"""Card widths by which a card may differ from a parallelogram: 0.08 at 40 degrees."""
CERTAIN_FROM = {1: 0.995, 2: 0.9}
"""Confidence from which a card is certain, by the number of its indices."""

STRIP: Matrix = CARD * STRIP_SHARE
"""The first strip's outline on a card, card widths."""
_BOTH: Matrix = np.concatenate([STRIP, (1, ASPECT_RATIO) - STRIP])


@dataclass(frozen=True, slots=True)
class IndexedCard:
    """A card recognised by its indices.

    Attributes:
        corners: Its outline (4 × 2), clockwise from its own top left.
        chances: Probabilities of the cards of ``DECK``, of at most 1 together.
        witnesses: How many indices were read, 1 or 2.
        agree: Whether all of them name the same card.
        score: The detector's score, 0 to 1.
        size: The size by its strips on the table, in sizes of a card; None if that is unknown.
    """

    corners: NDArray[np.float64]
    chances: NDArray[np.float64]
    witnesses: int
    agree: bool
    score: float
    size: float | None = None

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


def pair_strips(
    strips: Sequence[Strip], chances: NDArray[np.float32], plane: CardPlane | None = None
) -> list[IndexedCard]:
    """Return the cards of strips.

    Args:
        strips: The strips.
        chances: Their predictions (N × 46), see :meth:`IndexReader.read`.
        plane: The table, on which cards have their true size; without, each strip determines its card's size.

    Returns:
        The cards; strips that are no index are left out.
    """
    alive = [i for i in range(len(strips)) if chances[i, NO_INDEX] < 0.5]
    corners = [strips[i].corners.astype(np.float64) for i in alive]
    outlines = [outline_from_strip(one, plane) for one in corners]
    sizes = [strip_size(one, plane) for one in corners]
    cards = []
    for a, b in _partners(outlines, chances[alive]):
        i = alive[a]
        if b is None:
            own = chances[i, :NO_INDEX].astype(np.float64)
            cards.append(IndexedCard(outlines[a], own, 1, True, strips[i].score, sizes[a]))
            continue
        j = alive[b]
        both = _combine(chances[i], chances[j])
        same = int(chances[i].argmax()) == int(chances[j].argmax())
        quad = outline_from_two_strips(strips[i].corners, strips[j].corners, plane)
        cards.append(IndexedCard(quad, both, 2, same, max(strips[i].score, strips[j].score)))
    return cards


def strip_size(corners: Matrix, plane: CardPlane | None) -> float | None:
    """Return the size of a strip (4 × 2 pixels) on the table, in sizes of a card's strip; None without a plane."""
    return None if plane is None else plane.size(corners) / math.sqrt(STRIP_SHARE[0] * STRIP_SHARE[1])


def outline_from_strip(strip: NDArray[np.floating], plane: CardPlane | None = None) -> NDArray[np.float64]:
    """Return a card's outline (4 × 2) from one strip: of true size on a plane, else by the best similarity."""
    corners = strip.astype(np.float64)
    return _fit_outline(STRIP, corners) if plane is None else plane.place_card(STRIP, corners)


def outline_from_two_strips(
    first: NDArray[np.float32], second: NDArray[np.float32], plane: CardPlane | None = None
) -> NDArray[np.float64]:
    """Return a card's outline (4 × 2) from both of its strips.

    It is a homography's, or a similarity's if that is skewed because the strips are slightly misplaced; on a plane it
    is a card's of true size.

    Args:
        first: Corners of one strip (4 × 2).
        second: Corners of the other.
        plane: The table.

    Returns:
        The corners, pixels.
    """
    points = np.concatenate([first, second]).astype(np.float64)
    if plane is not None:
        return plane.place_card(_BOTH, points)
    matrix, _ = cv2.findHomography(_BOTH, points)
    if matrix is None:
        return _fit_outline(_BOTH, points)
    found = np.asarray(cv2.perspectiveTransform(CARD[None], matrix)[0], np.float64)
    return found if _skew(found) < MAX_SKEW else _fit_outline(_BOTH, points)


def _skew(quad: NDArray[np.float64]) -> float:
    """Return the distance of an outline from a parallelogram, in card widths."""
    a, b, c, d = quad
    return float(np.linalg.norm(a - b + c - d) / max(1e-6, float(np.linalg.norm(a - b))))


def _fit_outline(on_card: Matrix, points: Matrix) -> Matrix:
    """Return the outline of a card moved, turned and scaled to fit points best."""
    middle, there = on_card.mean(axis=0), points.mean(axis=0)
    known = (on_card - middle) @ (1, 1j)
    found = (points - there) @ (1, 1j)
    turn = (known.conj() @ found) / (known.conj() @ known)
    placed = turn * ((CARD - middle) @ (1, 1j))
    return np.asarray(np.stack([placed.real, placed.imag], axis=1) + there)


def _combine(first: NDArray[np.float32], second: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return the posterior of two independent predictions for one card (45)."""
    product = first[:NO_INDEX].astype(np.float64) * second[:NO_INDEX] + 1e-9
    return np.asarray(product / (product.sum() + float(first[NO_INDEX]) * float(second[NO_INDEX])))


def _partners(outlines: Sequence[Matrix], chances: NDArray[np.float32]) -> list[tuple[int, int | None]]:
    """Return every strip once, with its partner if it has one: the pairs that fit best first."""
    if not outlines:
        return []
    misfits = _misfits(np.array(outlines))
    pairs = []
    for a, b in np.argwhere(np.triu(misfits < MAX_MISFIT, 1)).tolist():
        alike = float(np.minimum(chances[a], chances[b])[:NO_INDEX].sum())
        pairs.append((float(misfits[a, b]) - 0.2 * alike, a, b))
    taken: dict[int, int] = {}
    for _, a, b in sorted(pairs):
        if a not in taken and b not in taken:
            taken[a], taken[b] = b, a
    return [(a, taken.get(a)) for a in range(len(outlines)) if taken.get(a, len(outlines)) > a]


def _misfits(outlines: Matrix) -> Matrix:
    """Return the mean distances of the corners of outlines (N × 4 × 2), one turned by half, in card widths (N × N)."""
    widths = np.linalg.norm(outlines[:, 1] - outlines[:, 0], axis=1)
    away = np.linalg.norm(outlines[:, None] - outlines[None, :, [2, 3, 0, 1]], axis=3).sum(axis=2) / 4
    return np.asarray(away / ((widths[:, None] + widths) / 2))
