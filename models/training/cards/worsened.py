"""Worsened copies of a picture, as poorer cameras in poorer light take it: for calibration, never for training."""

from __future__ import annotations

import cv2
import numpy as np

from companion.vision.arrays import Floats, Picture

POOR, VERY_POOR = (0.45, 1.0, 1.8, 18.0), (0.25, 0.6, 3.0, 30.0)
"""Two kinds of camera: least and largest scale of the pixels, largest blur in pixels, largest noise of 255."""


def worsen(picture: Picture, rng: np.random.Generator, camera: tuple[float, float, float, float] = POOR) -> Picture:
    """Return a copy with fewer pixels, blur, a hard shadow, other light, noise, sharpening and JPEG's losses.

    Args:
        picture: Height × width × 3, BGR.
        rng: The source of randomness.
        camera: How poor it is at worst, such as :data:`POOR`.

    Returns:
        The copy, of the same size.
    """
    least, largest, blur, noise = camera
    height, width = picture.shape[:2]
    zoom = float(rng.uniform(least, largest))
    small = cv2.resize(picture.astype(np.float32), None, fx=zoom, fy=zoom, interpolation=cv2.INTER_AREA)
    taken = _blurred(np.asarray(cv2.resize(small, (width, height)), np.float32), float(rng.uniform(0.3, blur)))
    if rng.random() < 0.5:
        taken *= _shadow(height, width, rng)
    colours = rng.uniform(0.7, 1.1, 3).astype(np.float32)
    taken = np.asarray(255 * np.clip(taken / 255, 0, 1) ** float(rng.uniform(0.6, 1.9)) * colours, np.float32)
    taken += rng.normal(0, float(rng.uniform(2, noise)), taken.shape).astype(np.float32)
    taken = _blurred(taken, float(rng.uniform(0.3, 0.9)))
    if rng.random() < 0.4:
        taken += float(rng.uniform(0.5, 1.5)) * (taken - _blurred(taken, 2.0))
    quality = int(rng.integers(30, 90))
    _, jpeg = cv2.imencode(".jpg", np.clip(taken, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(jpeg, cv2.IMREAD_COLOR), np.uint8)


def _blurred(picture: Floats, spread: float) -> Floats:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), spread), np.float32)


def _shadow(height: int, width: int, rng: np.random.Generator) -> Floats:
    """Return the light that a shadow with a straight edge leaves (height × width × 1)."""
    across, down = rng.uniform(-1, 1, 2)
    x, y = np.meshgrid(np.linspace(-1, 1, width), np.linspace(-1, 1, height))
    dark = (across * x + down * y > float(rng.uniform(-0.5, 0.5))).astype(np.float32)
    return np.asarray(1 - float(rng.uniform(0.3, 0.7)) * _blurred(dark, 6.0), np.float32)[..., None]
