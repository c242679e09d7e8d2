"""Locking a camera's exposure and focus, where its driver lets us.

A camera that goes on adjusting itself makes every hand over the table a change of light, and hunts for focus.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from companion.vision.arrays import Picture

SETTLING_FRAMES = 30
"""Frames in which a camera finds its own exposure and focus first."""
CHECK_AFTER_FRAMES = 8
"""Frames after which the held picture is compared with the one before."""
MAX_BRIGHTNESS_CHANGE = 0.12
"""The share by which the picture may get lighter or darker by being held; beyond, the camera is let adjust again."""

_MANUAL, _AUTOMATIC = 1, 3
"""Video4Linux's words for exposure by hand, and by aperture priority."""


@dataclass(frozen=True, slots=True)
class LockedControls:
    """What of a camera stands still."""

    exposure: bool = False
    focus: bool = False


class ExposureLock:
    """Holds one opened camera's exposure and focus once it has found them; gives up what makes the picture worse."""

    def __init__(self) -> None:
        self.held = LockedControls()
        self._seen = 0
        self._before = 0.0

    def see(self, capture: cv2.VideoCapture, pixels: Picture) -> None:
        """Called with every frame's grey pixels, at half the size."""
        self._seen += 1
        if self._seen == SETTLING_FRAMES:
            self._before = _brightness(pixels)
            self.held = LockedControls(_hold_exposure(capture), capture.set(cv2.CAP_PROP_AUTOFOCUS, 0))
        elif self._seen == SETTLING_FRAMES + CHECK_AFTER_FRAMES and self.held.exposure and self._changed(pixels):
            capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, _AUTOMATIC)
            self.held = LockedControls(exposure=False, focus=self.held.focus)

    def _changed(self, pixels: Picture) -> bool:
        return abs(_brightness(pixels) - self._before) > MAX_BRIGHTNESS_CHANGE * max(self._before, 1.0)


def _hold_exposure(capture: cv2.VideoCapture) -> bool:
    exposure = capture.get(cv2.CAP_PROP_EXPOSURE)
    return capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, _MANUAL) and capture.set(cv2.CAP_PROP_EXPOSURE, exposure)


def _brightness(pixels: Picture) -> float:
    return float(np.mean(pixels[::4, ::4]))
