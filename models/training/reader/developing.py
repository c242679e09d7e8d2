"""Camera processing as augmentation: phones, webcams, a lamp in the evening, hard light, haze."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from companion.vision.arrays import Floats, Picture

OFTEN = 0.5
"""Share of pictures that are processed at all."""


def developed(picture: Picture, rng: np.random.Generator) -> Picture:
    """The picture (height × width × 3) as one of several cameras or lights would leave it, or unchanged."""
    if rng.random() >= OFTEN:
        return picture
    way = _WAYS[int(rng.integers(len(_WAYS)))]
    return np.asarray(np.clip(way(picture.astype(np.float32), rng), 0, 255) + 0.5, np.uint8)


def _phone(picture: Floats, rng: np.random.Generator) -> Floats:
    """Noise smeared away, edges sharpened with a halo, colours made stronger."""
    smooth = cv2.bilateralFilter(picture, 5, float(rng.uniform(12, 40)), float(rng.uniform(1, 3)))
    sharp = smooth + float(rng.uniform(0.5, 1.8)) * (smooth - cv2.GaussianBlur(smooth, (0, 0), rng.uniform(0.8, 2.0)))
    grey = sharp.mean(axis=2, keepdims=True)
    return np.asarray(grey + float(rng.uniform(1.0, 1.5)) * (sharp - grey), np.float32)


def _webcam(picture: Floats, rng: np.random.Generator) -> Floats:
    """Few real pixels, blurred, and compressed hard."""
    zoom = float(rng.uniform(0.45, 0.8))
    small = cv2.resize(picture, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_AREA)
    large = cv2.resize(small, picture.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(25, 60))]
    _, data = cv2.imencode(".jpg", np.clip(large, 0, 255).astype(np.uint8), quality)
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.float32)


def _evening(picture: Floats, rng: np.random.Generator) -> Floats:
    """Dark and warm, with a sensor's noise."""
    warm = np.array([rng.uniform(0.4, 0.75), rng.uniform(0.75, 0.95), rng.uniform(1.0, 1.25)], np.float32)
    dark = picture * warm * np.float32(rng.uniform(0.4, 0.9))
    noise = rng.standard_normal(picture.shape, np.float32) * np.float32(rng.uniform(3, 12))
    return np.asarray(dark + noise, np.float32)


def _hard_light(picture: Floats, rng: np.random.Generator) -> Floats:
    """Light that falls off across the picture, or ends at a shadow's edge."""
    height, width = picture.shape[:2]
    turn = float(rng.uniform(0, 2 * np.pi))
    x, y = np.meshgrid(np.linspace(-1, 1, width), np.linspace(-1, 1, height))
    along = np.asarray(np.cos(turn) * x + np.sin(turn) * y + rng.uniform(-0.5, 0.5), np.float32)
    if rng.random() < 0.5:
        along = np.clip(along * np.float32(rng.uniform(4, 20)), -1, 1)
    strength = float(rng.uniform(0.2, 0.6))
    return np.asarray(picture * (1 + strength * along)[..., None], np.float32)


def _haze(picture: Floats, rng: np.random.Generator) -> Floats:
    """Little contrast: a lens in counter-light, or a faded picture."""
    contrast = float(rng.uniform(0.35, 0.75))
    return np.asarray(picture * contrast + float(rng.uniform(0, 255)) * (1 - contrast), np.float32)


_WAYS: tuple[Callable[[Floats, np.random.Generator], Floats], ...] = (_phone, _webcam, _evening, _hard_light, _haze)
