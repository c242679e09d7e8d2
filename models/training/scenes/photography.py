"""Drawn pictures as cameras keep them: colours, glare, blur, noise, gamma, sharpening, compression.

:func:`photograph` is the camera of all that networks learn from; its ranges are in
:mod:`models.training.scenes.variety`. :func:`worsen` is a second one, to calibrate on and to measure with.
"""

import math
from functools import cache

import cv2
import numpy as np

from companion.pictures.arrays import Floats, Picture
from models.training.scenes import variety


def photograph(
    picture: Floats,
    rng: np.random.Generator,
    camera: variety.CameraRanges = variety.CARD_CAMERA,
    blur: float | None = None,
) -> Picture:
    """Return a drawn picture as a camera keeps it.

    Args:
        picture: BGR pixels, 0–255.
        rng: the source of randomness.
        camera: the ranges of its effects.
        blur: spread of the lens's blur in pixels; without it, one of the camera's range.

    Returns:
        The picture.
    """
    colours = rng.normal(1, camera.tint, 3) + rng.normal(0, camera.warmth) * np.array([-1, 0, 1])
    gains = variety.log_drawn(rng, camera.gain) * colours
    shot = _faded(picture * gains.astype(np.float32), camera, rng)
    glare = variety.sometimes(rng, camera.glare)
    if glare:
        shot = shot + glare * _glare(shot.shape[:2], rng)
    kind = variety.one_of(rng, camera.blurs)
    shot = _out_of_focus(shot, kind, variety.drawn(rng, camera.blur) if blur is None else blur, rng)
    levels = np.asarray(np.clip(_noisy(shot, variety.log_drawn(rng, camera.noise), rng) + 0.5, 0, 255), np.uint8)
    gamma = variety.sometimes(rng, camera.gamma)
    if gamma:
        levels = np.asarray(cv2.LUT(levels, (255 * _LEVELS**gamma + 0.5).astype(np.uint8)), np.uint8)
    sharpening = variety.sometimes(rng, camera.sharpening)
    if sharpening:
        soft = cv2.GaussianBlur(levels, (0, 0), 1.0)
        levels = np.asarray(cv2.addWeighted(levels, 1 + sharpening, soft, -sharpening, 0), np.uint8)
    quality = variety.sometimes(rng, camera.quality)
    return compressed(levels, int(quality)) if quality else levels


def blurred(picture: Floats, sigma: float) -> Floats:
    """Return a picture blurred by a Gaussian of ``sigma`` pixels."""
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma), np.float32)


def compressed(picture: Picture, quality: int) -> Picture:
    """Return a picture as JPEG of this quality leaves it."""
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def _faded(picture: Floats, camera: variety.CameraRanges, rng: np.random.Generator) -> Floats:
    """Return a picture whose colours are paler or stronger, and whose black is lifted or white lowered."""
    saturation, lift = variety.sometimes(rng, camera.saturation), variety.sometimes(rng, camera.lift)
    if saturation:
        grey = picture.mean(axis=2, keepdims=True)
        picture = grey + (picture - grey) * np.float32(saturation)
    return picture * np.float32(1 - abs(lift) / 255) + np.float32(max(lift, 0)) if lift else picture


def _out_of_focus(picture: Floats, kind: str, blur: float, rng: np.random.Generator) -> Floats:
    """Return a picture blurred in one of several ways, each about as much as a Gaussian of ``blur`` pixels."""
    if kind == "lens" and blur > 0.25:
        return blurred(picture, blur)
    if kind == "focus":
        return np.asarray(cv2.filter2D(picture, -1, _disc(1.7 * blur)), np.float32)
    if kind == "motion":
        return np.asarray(cv2.filter2D(picture, -1, _stroke(3 * blur + 1, float(rng.uniform(0, math.pi)))), np.float32)
    if kind == "resized":
        size, share = picture.shape[1::-1], 1 / (1 + blur / 2)
        small = cv2.resize(picture, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
        return np.asarray(cv2.resize(small, size, interpolation=cv2.INTER_CUBIC), np.float32)
    return picture


def _disc(radius: float) -> Floats:
    """Return the blur kernel of a lens out of focus."""
    reach = int(radius) + 2
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1].astype(np.float32)
    disc = np.clip(radius + 0.5 - np.hypot(x, y), 0, 1)
    return np.asarray(disc / disc.sum(), np.float32)


def _stroke(length: float, angle: float) -> Floats:
    """Return the blur kernel of a camera in motion."""
    side = int(length) // 2 * 2 + 3
    kernel = np.zeros((side, side), np.float32)
    reach = np.array([math.cos(angle), math.sin(angle)]) * length / 2
    start, end = (np.round((side // 2 + sign * reach) * 16).astype(int).tolist() for sign in (-1, 1))
    cv2.line(kernel, start, end, 1.0, 1, cv2.LINE_AA, 4)
    return np.asarray(kernel / kernel.sum(), np.float32)


def _noisy(picture: Floats, noise: float, rng: np.random.Generator) -> Floats:
    """Return a picture with a sensor's noise: ``noise`` levels at medium grey, more in the light."""
    grain = _grain(bool(rng.random() < variety.COARSE_NOISE))
    down, right = (int(rng.integers(_GRAIN - size)) for size in picture.shape[:2])
    own = grain[down : down + picture.shape[0], right : right + picture.shape[1]]
    light = np.sqrt(np.clip(picture, 20, 255) / np.float32(128))
    return np.asarray(picture + np.float32(noise) * own * light, np.float32)


_LEVELS = np.arange(256) / 255
_GRAIN = 1400
"""The side of the noise that pictures take pieces of; larger than any of them."""


@cache
def _grain(coarse: bool) -> Floats:
    """Return a sensor's noise of unit spread, fine or as a phone smears it."""
    fine = np.random.default_rng([78, coarse]).standard_normal((_GRAIN, _GRAIN, 3), np.float32)
    return blurred(fine, 0.7) * 1.6 if coarse else fine


def _glare(size: tuple[int, int], rng: np.random.Generator) -> Floats:
    """Return where a lamp is mirrored (height × width × 1), 0–1."""
    light = np.zeros((16, 16), np.float32)
    x, y = (int(value) for value in rng.integers(0, 16, 2))
    cv2.ellipse(
        light, (x, y), (int(rng.integers(1, 6)), int(rng.integers(1, 6))), float(rng.uniform(0, 180)), 0, 360, 1, -1
    )
    spread = cv2.resize(cv2.GaussianBlur(light, (0, 0), 1.2), (size[1], size[0]), interpolation=cv2.INTER_CUBIC)
    return np.asarray(spread[..., None], np.float32)


def worsen(
    picture: Picture, rng: np.random.Generator, camera: tuple[float, float, float, float] = variety.POOR
) -> Picture:
    """Return a copy with fewer pixels, blur, a hard shadow, other light, noise, sharpening and JPEG's losses.

    It shares no range with :func:`photograph`. Pictures to calibrate on and to measure with must not come from the
    camera that networks learn from: a reader is too certain of pictures such as it learned.

    Args:
        picture: Height × width × 3, BGR.
        rng: The source of randomness.
        camera: How poor it is at worst, such as :data:`~models.training.scenes.variety.POOR`.

    Returns:
        The copy, of the same size.
    """
    least, largest, blur, noise = camera
    height, width = picture.shape[:2]
    zoom = float(rng.uniform(least, largest))
    small = cv2.resize(picture.astype(np.float32), None, fx=zoom, fy=zoom, interpolation=cv2.INTER_AREA)
    taken = blurred(np.asarray(cv2.resize(small, (width, height)), np.float32), float(rng.uniform(0.3, blur)))
    if rng.random() < 0.5:
        taken *= _shadow(height, width, rng)
    colours = rng.uniform(0.7, 1.1, 3).astype(np.float32)
    taken = np.asarray(255 * np.clip(taken / 255, 0, 1) ** float(rng.uniform(0.6, 1.9)) * colours, np.float32)
    taken += rng.normal(0, float(rng.uniform(2, noise)), taken.shape).astype(np.float32)
    taken = blurred(taken, float(rng.uniform(0.3, 0.9)))
    if rng.random() < 0.4:
        taken += float(rng.uniform(0.5, 1.5)) * (taken - blurred(taken, 2.0))
    quality = int(rng.integers(30, 90))
    return compressed(np.clip(taken, 0, 255).astype(np.uint8), quality)


def _shadow(height: int, width: int, rng: np.random.Generator) -> Floats:
    """Return the light that a shadow with a straight edge leaves (height × width × 1)."""
    across, down = rng.uniform(-1, 1, 2)
    x, y = np.meshgrid(np.linspace(-1, 1, width), np.linspace(-1, 1, height))
    dark = (across * x + down * y > float(rng.uniform(-0.5, 0.5))).astype(np.float32)
    return np.asarray(1 - float(rng.uniform(0.3, 0.7)) * blurred(dark, 6.0), np.float32)[..., None]
