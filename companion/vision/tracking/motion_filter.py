"""A mask of places that never rest: a tablet's moving picture, a candle, leaves before a window.

They would keep the whole table from coming to rest. What moves on and on in one place is left out until it calms down.
"""

from __future__ import annotations

import math

import cv2
import numpy as np

from companion.vision.arrays import Floats, Mask

RISE_SECONDS, FALL_SECONDS = 4.0, 1.0
"""Seconds over which movement, and rest, are averaged: a hand that fumbled for long is soon believed to be gone."""
MASK_SHARE = 0.8
"""Share of that time in movement from which a place is left out: after six seconds without a pause."""
UNMASK_SHARE = 0.3
"""Share under which it counts again."""
MASK_DILATION = 9
"""Pixels of the small picture that are left out around it, to all sides together."""


class MotionFilter:
    """A running average of how much every place moved of late."""

    def __init__(self) -> None:
        self._share: Floats | None = None
        self._out: Mask | None = None
        self._at = 0.0

    def update(self, moving: Mask, at: float) -> Mask:
        """Takes in what moves in a frame; the mask of what is to be left out."""
        if self._share is None or self._out is None or self._share.shape != moving.shape:
            self._share = np.zeros(moving.shape, np.float32)
            self._out = np.zeros(moving.shape, np.bool_)
            self._at = at
        passed, self._at = max(0.0, at - self._at), at
        rise, fall = (np.float32(1 - math.exp(-passed / over)) for over in (RISE_SECONDS, FALL_SECONDS))
        if moving.any() or self._share.any():
            self._share += np.where(moving, rise * (1 - self._share), -fall * self._share)
            self._share[self._share < 0.01] = 0
            if self._out.any() or self._share.max() > MASK_SHARE:
                core = (self._share > MASK_SHARE) | (self._out & (self._share > UNMASK_SHARE))
                self._out = cv2.dilate(core.astype(np.uint8), np.ones((MASK_DILATION, MASK_DILATION), np.uint8)).astype(
                    np.bool_
                )
        return self._out
