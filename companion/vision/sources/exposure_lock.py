"""Lock a camera's exposure and focus if its driver permits it.

A camera that keeps adjusting turns every hand over the table into a change of light, and hunts for focus.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from companion.vision.arrays import Picture

SETTLING_FRAMES = 30
"""Frames in which a camera adjusts exposure and focus first."""
CHECK_AFTER_FRAMES = 8
"""Frames after which the brightness is compared with that before the lock."""
MAX_BRIGHTNESS_CHANGE = 0.12
"""Share by which the lock may change the brightness; beyond, it is undone."""

_MANUAL, _AUTOMATIC = 1, 3
"""Video4Linux's values for manual exposure and aperture priority."""


@dataclass(frozen=True, slots=True)
class LockedControls:
    """Which controls of a camera are locked."""

    exposure: bool = False
    focus: bool = False


class ExposureLock:
    """Locks an open camera's exposure and focus once they are settled, and undoes what makes the picture worse."""

    def __init__(self) -> None:
        self.held = LockedControls()
        self._frames = 0
        self._brightness_before = 0.0

    def update(self, capture: cv2.VideoCapture, pixels: Picture) -> None:
        """Take in each frame's grey pixels at half the size."""
        self._frames += 1
        if self._frames == SETTLING_FRAMES:
            self._brightness_before = _brightness(pixels)
            self.held = LockedControls(_hold_exposure(capture), capture.set(cv2.CAP_PROP_AUTOFOCUS, 0))
        elif self._frames == SETTLING_FRAMES + CHECK_AFTER_FRAMES and self.held.exposure and self._changed(pixels):
            capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, _AUTOMATIC)
            self.held = LockedControls(exposure=False, focus=self.held.focus)

    def _changed(self, pixels: Picture) -> bool:
        return abs(_brightness(pixels) - self._brightness_before) > MAX_BRIGHTNESS_CHANGE * max(
            self._brightness_before, 1.0
        )


def _hold_exposure(capture: cv2.VideoCapture) -> bool:
    exposure = capture.get(cv2.CAP_PROP_EXPOSURE)
    return capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, _MANUAL) and capture.set(cv2.CAP_PROP_EXPOSURE, exposure)


def _brightness(pixels: Picture) -> float:
    return float(np.mean(pixels[::4, ::4]))
