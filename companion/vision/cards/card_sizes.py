"""The width of a card in each part of a picture: a tilted camera sees far cards smaller than near ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.vision.cards.detection import Detection

MIN_CARDS_FOR_SLOPE = 6
"""Cards that a change of width across the picture needs; fewer give only the usual width."""
ROUNDS = 3
OUTLIER_SHARE = 0.25
"""Share of its expected width by which a card may differ and still count for the slope."""
RIDGE_WEIGHT = 0.05
"""Weight, relative to each card's 1, that keeps the width constant if cards spread little."""
EXTRAPOLATION = 1.25
"""Factor by which a width may exceed those that were measured."""


@dataclass(frozen=True, slots=True, eq=False)
class CardSizes:
    """A card's width in pixels as a linear function of its place; all zero if unknown.

    Attributes:
        slope: The coefficients of x, y and 1 (3).
        least: The smallest width measured.
        most: The largest width measured.
    """

    slope: NDArray[np.float64]
    least: float = 0.0
    most: float = 0.0

    @classmethod
    def of(cls, detections: Sequence[Detection], at_least: int = 3) -> CardSizes:
        """Return the widths by the cards with two indices, if these are at least ``at_least``."""
        whole_cards = [detection for detection in detections if detection.indices == 2]
        if len(whole_cards) < at_least:
            return cls(np.zeros(3))
        widths = np.array([detection.width for detection in whole_cards])
        usual = float(np.median(widths))
        flat = cls(np.array([0.0, 0.0, usual]), usual, usual)
        if len(whole_cards) < MIN_CARDS_FOR_SLOPE:
            return flat
        middles = np.stack([detection.corners.mean(axis=0) for detection in whole_cards])
        # Median and not mean to begin with: one card of another size among them is a stray.
        kept = np.abs(widths / usual - 1) < 1.0
        fitted = flat
        for _ in range(ROUNDS):
            if kept.sum() < MIN_CARDS_FOR_SLOPE:
                return flat
            fitted = _fit(middles[kept], widths[kept])
            kept = np.abs(np.array([fitted.at(detection) for detection in whole_cards]) / widths - 1) < OUTLIER_SHARE
        return fitted

    def at(self, detection: Detection) -> float:
        """Return the width of a card in a detection's place, pixels; 0 if unknown."""
        x, y = detection.corners.mean(axis=0)
        width = float(self.slope @ (x, y, 1.0))
        return min(max(width, self.least / EXTRAPOLATION), self.most * EXTRAPOLATION)

    def fits(self, detection: Detection, odd: float) -> bool:
        """Return whether a detection has a card's size up to a factor of ``odd``; False if that is unknown."""
        usual = self.at(detection)
        return usual > 0 and 1 / odd < detection.width / usual < odd


def _fit(middles: NDArray[np.float64], widths: NDArray[np.float64]) -> CardSizes:
    """Return the linear function that fits these widths best."""
    centre, spread = middles.mean(axis=0), float(max(1.0, middles.std()))
    usual = float(widths.mean())
    off = (middles - centre) / spread
    stiff = RIDGE_WEIGHT * len(widths) * np.eye(2)
    slopes = np.linalg.solve(off.T @ off + stiff, off.T @ (widths - usual)) / spread
    slope = np.array([slopes[0], slopes[1], usual - float(slopes @ centre)])
    return CardSizes(slope, float(widths.min()), float(widths.max()))
