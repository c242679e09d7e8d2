"""A camera's exposure and focus: locked for the game, adjusted at dusk, and given back."""

from __future__ import annotations

from typing import cast

import cv2
import numpy as np
import pytest

from companion.pictures.sources.camera import ExposureLock

MANUAL, AUTOMATIC = 1.0, 3.0
DAYLIGHT, DUSK = 156.0, 40.0
HAND = 0.8
"""The share of light that a hand over the table leaves."""


class Camera:
    """A camera in a room: it exposes to the same brightness if it may, as USB cameras do."""

    def __init__(self, auto: float, exposure: float, allowed: bool = True) -> None:
        self.controls = {cv2.CAP_PROP_AUTO_EXPOSURE: auto, cv2.CAP_PROP_EXPOSURE: exposure, cv2.CAP_PROP_AUTOFOCUS: 1.0}
        self.light, self.allowed = DAYLIGHT, allowed

    def set(self, control: int, value: float) -> bool:
        if self.allowed:
            self.controls[control] = value
        return self.allowed

    def get(self, control: int) -> float:
        return self.controls[control]

    def picture(self) -> np.ndarray:
        if self.controls[cv2.CAP_PROP_AUTO_EXPOSURE] == AUTOMATIC:
            self.controls[cv2.CAP_PROP_EXPOSURE] = 110 * 156 / self.light
        return np.full((36, 64), min(255, self.light * self.controls[cv2.CAP_PROP_EXPOSURE] / 156), np.uint8)

    @property
    def is_automatic(self) -> bool:
        return self.controls[cv2.CAP_PROP_AUTO_EXPOSURE] == AUTOMATIC


def filmed(camera: Camera, lock: ExposureLock, frames: int, light: float) -> list[bool]:
    """Whether the camera adjusts, after each of some frames in this light."""
    camera.light, automatic = light, []
    for _ in range(frames):
        lock.update(cast("cv2.VideoCapture", camera), camera.picture())
        automatic.append(camera.is_automatic)
    return automatic


def test_exposure_is_locked_while_hands_pass_and_adjusted_at_dusk() -> None:
    camera = Camera(AUTOMATIC, 110)
    lock = ExposureLock()
    filmed(camera, lock, 900, DAYLIGHT)
    assert not any(filmed(camera, lock, 60, DAYLIGHT * HAND))
    assert not any(filmed(camera, lock, 600, DAYLIGHT))
    dusk = filmed(camera, lock, 4000, DUSK)
    assert any(dusk) and not dusk[-1]
    assert camera.picture().mean() == pytest.approx(110, rel=0.12)


@pytest.mark.parametrize("found", [MANUAL, AUTOMATIC])
def test_controls_are_left_as_they_were_found_and_are_automatic_in_between(found: float) -> None:
    camera = Camera(found, 20)
    camera.picture()
    before = dict(camera.controls)
    lock = ExposureLock()
    assert all(filmed(camera, lock, 29, DAYLIGHT))
    filmed(camera, lock, 50, DAYLIGHT)
    assert not camera.is_automatic and camera.controls[cv2.CAP_PROP_AUTOFOCUS] == 0
    lock.release(cast("cv2.VideoCapture", camera))
    assert camera.controls == before


def test_a_camera_that_permits_no_lock_is_asked_once() -> None:
    camera = Camera(AUTOMATIC, 110, allowed=False)
    lock = ExposureLock()
    assert all(filmed(camera, lock, 2000, DAYLIGHT))
