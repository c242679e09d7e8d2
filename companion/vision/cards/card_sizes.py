"""How wide a card is in each part of a picture: a camera aslant sees far cards smaller than near ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.vision.cards.detection import Detection

MIN_CARDS_FOR_SLOPE = 6
"""So many cards tell how their width changes across the picture; fewer only the usual one."""
ROUNDS = 3
OUTLIER_SHARE = 0.25
"""Share of its expected width by which a card may miss it and still tell how the width changes."""
RIDGE_WEIGHT = 0.05
"""Weight, beside each card's 1, that keeps the width the same where cards spread little."""
EXTRAPOLATION = 1.25
"""Factor by which a width may go beyond those that were seen."""


@dataclass(frozen=True, slots=True, eq=False)
class CardSizes:
    """A card's width in pixels as a linear function of its place; ``slope`` (3,) of x, y and 1, from ``least`` to
    ``most``. All zero if nothing tells it."""

    slope: NDArray[np.float64]
    least: float = 0.0
    most: float = 0.0

    @classmethod
    def of(cls, places: Sequence[Detection], at_least: int = 3) -> CardSizes:
        """The widths by the cards with two indices, if these are ``at_least`` so many."""
        telling = [place for place in places if place.indices == 2]
        if len(telling) < at_least:
            return cls(np.zeros(3))
        widths = np.array([place.width for place in telling])
        usual = float(np.median(widths))
        flat = cls(np.array([0.0, 0.0, usual]), usual, usual)
        if len(telling) < MIN_CARDS_FOR_SLOPE:
            return flat
        middles = np.stack([place.corners.mean(axis=0) for place in telling])
        # Median and not mean to begin with: one card of another size among them is a stray.
        kept = np.abs(widths / usual - 1) < 1.0
        fitted = flat
        for _ in range(ROUNDS):
            if kept.sum() < MIN_CARDS_FOR_SLOPE:
                return flat
            fitted = _fitted(middles[kept], widths[kept])
            kept = np.abs(np.array([fitted.at(place) for place in telling]) / widths - 1) < OUTLIER_SHARE
        return fitted

    def at(self, place: Detection) -> float:
        """The width of a card that lies there, pixels; 0 if nothing tells it."""
        x, y = place.corners.mean(axis=0)
        width = float(self.slope @ (x, y, 1.0))
        return min(max(width, self.least / EXTRAPOLATION), self.most * EXTRAPOLATION)

    def fits(self, place: Detection, odd: float) -> bool:
        """Whether a place has the size of a card there, but for a factor of ``odd``; not if nothing tells it."""
        usual = self.at(place)
        return usual > 0 and 1 / odd < place.width / usual < odd


def _fitted(middles: NDArray[np.float64], widths: NDArray[np.float64]) -> CardSizes:
    """The linear function that fits these widths best, in the picture's own spread."""
    centre, spread = middles.mean(axis=0), float(max(1.0, middles.std()))
    usual = float(widths.mean())
    off = (middles - centre) / spread
    stiff = RIDGE_WEIGHT * len(widths) * np.eye(2)
    slopes = np.linalg.solve(off.T @ off + stiff, off.T @ (widths - usual)) / spread
    slope = np.array([slopes[0], slopes[1], usual - float(slopes @ centre)])
    return CardSizes(slope, float(widths.min()), float(widths.max()))
