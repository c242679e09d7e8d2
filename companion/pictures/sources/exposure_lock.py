"""Lock a camera's exposure and focus if its driver permits it, and give them back.

A camera that keeps adjusting turns every hand over the table into a change of light, and hunts for focus.
"""

from __future__ import annotations

import cv2
import numpy as np

from companion.pictures.arrays import Picture

SETTLING_FRAMES = 30
"""Frames in which a camera adjusts exposure and focus first."""
CHECK_AFTER_FRAMES = 8
"""Frames after which the brightness is compared with that before the lock."""
AVERAGED_FRAMES = 600
"""Frames over which brightness is averaged: longer than a hand stays, shorter than dusk."""
MAX_BRIGHTNESS_CHANGE = 0.12
"""Share by which the lock, or the light of the room, may change the brightness; beyond, the lock is undone."""

_MANUAL, _AUTOMATIC = 1, 3
"""Video4Linux's values for manual exposure and aperture priority."""
_CONTROLS = (cv2.CAP_PROP_AUTO_EXPOSURE, cv2.CAP_PROP_EXPOSURE, cv2.CAP_PROP_AUTOFOCUS)


class ExposureLock:
    """Locks an open camera's exposure and focus once they are settled, and undoes what makes the picture worse.

    When the light of the room changes, the camera adjusts again, and is locked as bright as before.
    """

    def __init__(self) -> None:
        self._found: dict[int, float] = {}
        self._frames = 0
        self._settled = self._average = 0.0
        self._is_locked = self._has_failed = False

    def update(self, capture: cv2.VideoCapture, pixels: Picture) -> None:
        """Take in each frame's grey pixels at half the size."""
        if not self._found:
            self._found = {control: capture.get(control) for control in _CONTROLS}
            # A program that ended without giving the controls back may have left them at yesterday's light.
            self._adjust(capture)
        self._frames += 1
        brightness = _brightness(pixels)
        self._average += (brightness - self._average) / min(self._frames, AVERAGED_FRAMES)
        if self._frames == SETTLING_FRAMES:
            self._settled = self._average = brightness
            self._lock(capture)
        elif self._frames == SETTLING_FRAMES + CHECK_AFTER_FRAMES and self._is_locked and self._differs(brightness):
            self._adjust(capture)
            capture.set(cv2.CAP_PROP_AUTOFOCUS, 0)
            self._has_failed = True
        elif (
            self._frames > AVERAGED_FRAMES and not self._has_failed and self._is_locked is self._differs(self._average)
        ):
            if self._is_locked:
                self._adjust(capture)
            else:
                self._lock(capture)

    def release(self, capture: cv2.VideoCapture) -> None:
        """Leave the controls as they were found."""
        for control, value in self._found.items():
            capture.set(control, value)

    def _lock(self, capture: cv2.VideoCapture) -> None:
        exposure = capture.get(cv2.CAP_PROP_EXPOSURE)
        self._is_locked = capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, _MANUAL) and capture.set(
            cv2.CAP_PROP_EXPOSURE, exposure
        )
        self._has_failed = not self._is_locked
        capture.set(cv2.CAP_PROP_AUTOFOCUS, 0)

    def _adjust(self, capture: cv2.VideoCapture) -> None:
        capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, _AUTOMATIC)
        capture.set(cv2.CAP_PROP_AUTOFOCUS, self._found[cv2.CAP_PROP_AUTOFOCUS])
        self._is_locked = False

    def _differs(self, brightness: float) -> bool:
        return abs(brightness - self._settled) > MAX_BRIGHTNESS_CHANGE * max(self._settled, 1.0)


def _brightness(pixels: Picture) -> float:
    return float(np.mean(pixels[::4, ::4]))
