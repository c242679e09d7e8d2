"""Mask places that never rest: a screen, a candle, leaves outside a window.

They would keep the whole table from coming to rest. A place that keeps moving is left out until it calms down, unless
hands move there: they deal cards for longer.
"""

from __future__ import annotations

import math

import numpy as np

from companion.pictures.arrays import Floats, Mask
from companion.vision.tracking.hands import touching
from companion.vision.tracking.motion import dilated

RISE_SECONDS, FALL_SECONDS = 4.0, 1.0
"""Seconds over which motion and rest are averaged: a place recovers soon after a hand has left it."""
MASK_SHARE = 0.8
"""Share of motion from which a place is left out: after six seconds without a pause."""
UNMASK_SHARE = 0.3
"""Share below which it counts again."""
MASK_DILATION = 9
"""Pixels of the small picture by which the mask grows, to all sides together."""


class MotionFilter:
    """A running average of how much every place moved."""

    def __init__(self) -> None:
        self._share: Floats | None = None
        self._mask: Mask | None = None
        self._at = 0.0
        self.grew = False
        """Whether the last frame added places to those left out."""

    def update(self, moving: Mask, at: float) -> Mask:
        """Take in the motion mask of a frame and return the mask of places to leave out."""
        if self._share is None or self._mask is None or self._share.shape != moving.shape:
            self._share = np.zeros(moving.shape, np.float32)
            self._mask = np.zeros(moving.shape, np.bool_)
            self._at = at
        elapsed, self._at = max(0.0, at - self._at), at
        rise_weight, fall_weight = (np.float32(1 - math.exp(-elapsed / over)) for over in (RISE_SECONDS, FALL_SECONDS))
        self.grew = False
        if moving.any() or self._share.any():
            self._share += np.where(moving, rise_weight * (1 - self._share), -fall_weight * self._share)
            self._share[self._share < 0.01] = 0
            if self._mask.any() or self._share.max() > MASK_SHARE:
                core = (self._share > MASK_SHARE) | (self._mask & (self._share > UNMASK_SHARE))
                self.grew = bool((core & ~self._mask).any())
                self._mask = dilated(core, MASK_DILATION)
        return self._mask

    def without_hands(self, hands: Mask) -> Mask:
        """Count the places where hands move anew, and return the places that are still left out."""
        assert self._share is not None and self._mask is not None
        moved_by_hands = touching(self._mask, hands)
        self._share = np.where(moved_by_hands, np.float32(0), self._share)
        self._mask = self._mask & ~moved_by_hands
        return self._mask
