"""The table as a plane in card widths: sizes, turns and distances of cards are judged there, not in pixels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.pictures.arrays import Matrix, middle_of
from companion.vision.camera_pose.estimation import MIN_LANDMARKS, Landmark, estimate_pose
from companion.vision.cards.card_frame import HEIGHT, WIDTH

ASPECT_RATIO = HEIGHT / WIDTH
CARD: Matrix = np.array([[0, 0], [1, 0], [1, ASPECT_RATIO], [0, ASPECT_RATIO]], np.float64)
"""A card's outline on the plane, card widths."""
_NEXT = [1, 2, 3, 0]

MAX_MISFIT = 0.1
"""Distance of corners, in card widths, from which an outline is left out of the next fit."""
ROUNDS = 3
"""Fits of the plane, each without what did not fit the one before."""
PLANE_ERROR = 0.05
"""Spread of the logarithm of a card's size on a plane of known pose, of which cards and piles rise."""
UNKNOWN_POSE_ERROR = 0.2
"""The same from straight above: a camera at 30 degrees sees far cards at two thirds of the size of near ones."""


@dataclass(frozen=True, slots=True, eq=False)
class CardPlane:
    """The plane of a table.

    Attributes:
        to_table: The homography from pixels to card widths on the table (3 × 3).
        error: Spread of the logarithm of a card's size there.
    """

    to_table: Matrix
    error: float

    @classmethod
    def fit(cls, outlines: Sequence[Matrix], size: tuple[int, int]) -> CardPlane | None:
        """Fit the plane to cards robustly.

        Args:
            outlines: Outlines of cards (4 × 2 pixels each), each placed by two indices.
            size: Width and height of the picture, pixels.

        Returns:
            The plane; None if the cards are too few for a camera pose, or do not lie on one plane.
        """
        kept = list(outlines)
        for _ in range(ROUNDS):
            to_level = _levelling(kept, size)
            if to_level is None:
                return None
            plane = cls(_scaled(to_level, kept), PLANE_ERROR)
            fitting = [outline for outline in outlines if plane.misfit(outline) < MAX_MISFIT]
            if 2 * len(fitting) <= len(outlines):
                return None
            if len(fitting) == len(kept):
                return plane
            kept = fitting
        return plane

    @classmethod
    def from_above(cls, outlines: Sequence[Matrix]) -> CardPlane | None:
        """Return the plane as seen from straight above, a weak prior of a card's size; None without any outline."""
        return cls(_scaled(np.eye(3), outlines), UNKNOWN_POSE_ERROR) if outlines else None

    def on_table(self, points: Matrix) -> Matrix:
        """Return points of the picture (n × 2 pixels) on the table (n × 2 card widths)."""
        return _mapped(self.to_table, points)

    def in_picture(self, points: Matrix) -> Matrix:
        """Return points of the table (n × 2 card widths) in the picture (n × 2 pixels)."""
        return _mapped(np.asarray(np.linalg.inv(self.to_table), np.float64), points)

    def place_card(self, on_card: Matrix, points: Matrix) -> Matrix:
        """Return the outline of a card of true size.

        Args:
            on_card: Points of the card, in its widths (n × 2).
            points: Where they are in the picture (n × 2 pixels).

        Returns:
            The outline (4 × 2 pixels), moved and turned on the table so that these points fit best.
        """
        lying = self.on_table(points)
        middle, there = on_card.mean(axis=0), lying.mean(axis=0)
        turn = _turn(on_card - middle, lying - there)
        return self.in_picture((CARD - middle) @ turn + there)

    def misfit(self, outline: Matrix) -> float:
        """Return the mean distance of an outline's corners from a card of true size that fits best, card widths."""
        lying = self.on_table(outline)
        lying -= lying.mean(axis=0)
        card = CARD - CARD.mean(axis=0)
        return float(np.linalg.norm(card @ _turn(card, lying) - lying, axis=1).mean())

    def size(self, outline: Matrix) -> float:
        """Return the size of an outline, in sizes of a card: the root of the ratio of areas."""
        x, y = self.on_table(outline).T
        area = abs(float(x @ y[_NEXT] - y @ x[_NEXT])) / 2
        return float(np.sqrt(area / ASPECT_RATIO))


def _levelling(outlines: Sequence[Matrix], size: tuple[int, int]) -> Matrix | None:
    """Return the homography that levels the picture, of any scale; None if these outlines cannot tell."""
    if len(outlines) < MIN_LANDMARKS:
        return None
    corners = [tuple((float(x), float(y)) for x, y in outline) for outline in outlines]
    pose = estimate_pose([Landmark((a, b, c, d)) for a, b, c, d in corners], *size)
    return None if pose is None else pose.levelling


def _scaled(to_level: Matrix, outlines: Sequence[Matrix]) -> Matrix:
    """Return the homography scaled so that these cards are 1 wide in the median."""
    level = CardPlane(to_level, 0.0)
    size = float(middle_of(np.array([level.size(outline) for outline in outlines])))
    return np.asarray(np.diag([1 / size, 1 / size, 1.0]) @ to_level)


def _mapped(matrix: Matrix, points: Matrix) -> Matrix:
    return np.asarray(cv2.perspectiveTransform(np.asarray(points, np.float64)[None], matrix)[0], np.float64)


def _turn(card: Matrix, lying: Matrix) -> Matrix:
    """Return the rotation (2 × 2, for rows) of points about their middle that fits others best."""
    cosine, sine = float((card * lying).sum()), float(card[:, 0] @ lying[:, 1] - card[:, 1] @ lying[:, 0])
    far = max(1e-12, float(np.hypot(cosine, sine)))
    return np.array([[cosine, sine], [-sine, cosine]]) / far
