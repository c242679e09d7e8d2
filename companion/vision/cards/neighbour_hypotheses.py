"""Hypothesise cards under the edges of cards that were read, where paper goes on beyond an edge.

An Ace with little on it has few features, and none if most of it is covered. Cards are stacked and fanned along their
edges, so there are few places for it.
"""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np

from companion.vision.arrays import Matrix, Picture
from companion.vision.cards.card_frame import CENTRE, HEIGHT, WIDTH, card_centre, rectify, to_picture
from companion.vision.cards.occlusion import FREE, OcclusionMap
from companion.vision.decks.hough import Hypothesis

BEYOND = 0.13
"""Card heights beyond an edge where paper is searched."""
PAPER_TOLERANCE = 0.16
"""Largest difference from the card's own white, in each colour, of paper."""
STEPS = (0.3, 0.36, 0.42, 0.48, 0.54)
"""Card heights by which a card is shifted against its neighbour."""
TURNS = (-3.0, 0.0, 3.0)
"""Degrees by which it is turned."""

_SIDES = ((0.0, -1.0), (0.0, 1.0), (-1.0, 0.0), (1.0, 0.0))


def hypothesise_neighbours(pixels: Picture, occlusion: OcclusionMap, place: Matrix) -> Iterator[list[Hypothesis]]:
    """Yield hypotheses of the card below for every edge of a card beyond which paper goes on."""
    paper = _paper(pixels, place)
    for side in _SIDES:
        if _continues(pixels, occlusion, place, side, paper):
            yield [Hypothesis(place @ _step(side, step, turn), 0) for step in STEPS for turn in TURNS]


def _paper(pixels: Picture, place: Matrix) -> Matrix:
    """Return the colour of the card's white."""
    shown = rectify(pixels, place, 0.5).reshape(-1, 3)
    return np.asarray(np.percentile(shown, 85, axis=0), np.float64)


def _continues(
    pixels: Picture, occlusion: OcclusionMap, place: Matrix, side: tuple[float, float], paper: Matrix
) -> bool:
    """Return whether most of a few points beyond an edge are paper that belongs to no card yet."""
    across, beyond = (side[1], side[0]), BEYOND * HEIGHT
    reach = (WIDTH if side[0] == 0 else HEIGHT) / 2
    out = (HEIGHT if side[0] == 0 else WIDTH) / 2 + beyond
    points = [
        (CENTRE[0] + side[0] * out + across[0] * along * reach, CENTRE[1] + side[1] * out + across[1] * along * reach)
        for along in (-0.7, -0.35, 0.0, 0.35, 0.7)
    ]
    there = to_picture(place, np.array(points))
    size = max(3, round(np.hypot(*np.subtract(card_centre(place), there[2])) * 0.03) | 1)
    count = 0
    for point, owner in zip(there, occlusion.owners(there), strict=True):
        if owner == FREE:
            colour = cv2.getRectSubPix(pixels, (size, size), (float(point[0]), float(point[1]))).mean(axis=(0, 1))
            count += bool((np.abs(colour / np.maximum(paper, 1) - 1) < PAPER_TOLERANCE).all())
    return count >= 3


def _step(side: tuple[float, float], step: float, turn: float) -> Matrix:
    """Return a shift to one side and a turn about the centre, in the frame."""
    c, s = np.cos(np.deg2rad(turn)), np.sin(np.deg2rad(turn))
    x, y = CENTRE
    turned = np.array([[c, -s, x - c * x + s * y], [s, c, y - s * x - c * y], [0, 0, 1]])
    moved_by = np.array([[1, 0, side[0] * step * HEIGHT], [0, 1, side[1] * step * HEIGHT], [0, 0, 1]])
    return np.asarray(moved_by @ turned)
