"""A mask of places that never rest: a tablet's moving picture, a candle, leaves before a window.

They would keep the whole table from coming to rest. What moves on and on in one place is left out until it calms down.
"""

from __future__ import annotations

import math

import cv2
import numpy as np

from companion.vision.arrays import Floats
from companion.vision.cards.card_frame import Bools

RISES, FALLS = 4.0, 1.0
"""Seconds over which movement, and rest, are averaged: a hand that fumbled for long is soon believed to be gone."""
NEVER_RESTS = 0.8
"""Share of that time in movement from which a place is left out: after six seconds without a pause."""
CALM = 0.3
"""Share under which it counts again."""
AROUND = 9
"""Pixels of the small picture that are left out around it, to all sides together."""


class Restless:
    """A running average of how much every place moved of late."""

    def __init__(self) -> None:
        self._share: Floats | None = None
        self._out: Bools | None = None
        self._at = 0.0

    def see(self, moving: Bools, at: float) -> Bools:
        """Takes in what moves in a frame; the mask of what is to be left out."""
        if self._share is None or self._out is None or self._share.shape != moving.shape:
            self._share = np.zeros(moving.shape, np.float32)
            self._out = np.zeros(moving.shape, np.bool_)
            self._at = at
        passed, self._at = max(0.0, at - self._at), at
        rise, fall = (np.float32(1 - math.exp(-passed / over)) for over in (RISES, FALLS))
        if moving.any() or self._share.any():
            self._share += np.where(moving, rise * (1 - self._share), -fall * self._share)
            self._share[self._share < 0.01] = 0
            if self._out.any() or self._share.max() > NEVER_RESTS:
                core = (self._share > NEVER_RESTS) | (self._out & (self._share > CALM))
                self._out = cv2.dilate(core.astype(np.uint8), np.ones((AROUND, AROUND), np.uint8)).astype(np.bool_)
        return self._out
