"""Drawn pictures as cameras keep them: exposure, blur, noise, sharpening, compression.

Three cameras share their effects: :func:`photograph` takes tables of cards, :func:`photographed` dice and hands, and
:func:`worsen` takes any picture again, poorer, for calibration and never for training.
"""

from __future__ import annotations

import math
from functools import cache

import cv2
import numpy as np

from companion.vision.arrays import Floats, Picture
from models.training.scenes import variety


def photograph(picture: Floats, rng: np.random.Generator) -> Picture:
    """Return a table of cards as a camera takes it: exposure, white balance, blur, noise and compression."""
    picture = _out_of_focus(_coloured(picture, rng), rng)
    sigma = float(rng.choice(variety.NOISES)) * variety.drawn(rng, variety.NOISE_SPREAD)
    grain = rng.standard_normal(picture.shape, np.float32)
    if rng.random() < 0.3:
        grain = blurred(grain, 0.8) * 2
    picture += sigma * grain * np.sqrt(np.clip(picture, 20, 255) / 128)
    pixels = np.clip(picture, 0, 255).astype(np.uint8)
    return compressed(pixels, int(rng.integers(*variety.QUALITY))) if rng.random() < variety.COMPRESSED else pixels


def blurred(picture: Floats, sigma: float) -> Floats:
    """Return a picture blurred by a Gaussian of ``sigma`` pixels."""
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma), np.float32)


def compressed(picture: Picture, quality: int) -> Picture:
    """Return a picture as JPEG of this quality leaves it."""
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def _coloured(picture: Floats, rng: np.random.Generator) -> Floats:
    warmth = float(rng.normal(0, 0.09))
    gains = np.array([1 - warmth, 1 + float(rng.normal(0, 0.03)), 1 + warmth], np.float32)
    picture = picture * gains * float(rng.choice(variety.EXPOSURES) * rng.uniform(*variety.EXPOSURE_SPREAD))
    grey = picture.mean(axis=2, keepdims=True)
    picture = grey + (picture - grey) * variety.drawn(rng, variety.SATURATION)
    lift = variety.drawn(rng, variety.LIFT)
    picture = np.clip(picture * (1 - abs(lift) / 255) + max(lift, 0), 0, 255)
    return np.asarray(255 * (picture / 255) ** variety.drawn(rng, variety.GAMMA), np.float32)


def _out_of_focus(picture: Floats, rng: np.random.Generator) -> Floats:
    kind = variety.kind(rng, variety.BLURS)
    if kind == "lens":
        return blurred(picture, variety.drawn(rng, variety.LENS_BLUR))
    if kind == "focus":
        return np.asarray(cv2.filter2D(picture, -1, _disc(variety.drawn(rng, variety.FOCUS_BLUR))), np.float32)
    if kind == "motion":
        length, angle = variety.drawn(rng, variety.MOTION_BLUR), float(rng.uniform(0, math.pi))
        return np.asarray(cv2.filter2D(picture, -1, _stroke(length, angle)), np.float32)
    if kind == "resized":
        height, width = picture.shape[:2]
        share = variety.drawn(rng, variety.RESIZED)
        small = cv2.resize(picture, (int(width * share), int(height * share)), interpolation=cv2.INTER_AREA)
        picture = np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC), np.float32)
    if rng.random() < variety.SHARPENED:
        soft = cv2.GaussianBlur(picture, (0, 0), 1.2)
        picture = picture + variety.drawn(rng, variety.SHARPENING) * (picture - soft)
    return picture


def _disc(radius: float) -> Floats:
    """Return the blur kernel of a lens out of focus."""
    reach = int(radius) + 2
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1].astype(np.float32)
    disc = np.clip(radius + 0.5 - np.hypot(x, y), 0, 1)
    return np.asarray(disc / disc.sum(), np.float32)


def _stroke(length: float, angle: float) -> Floats:
    """Return the blur kernel of a camera in motion."""
    kernel = np.zeros((9, 9), np.float32)
    reach = np.array([math.cos(angle), math.sin(angle)]) * length / 2 * 16
    start, end = (np.array([4, 4]) * 16 - reach).astype(int), (np.array([4, 4]) * 16 + reach).astype(int)
    cv2.line(kernel, tuple(start.tolist()), tuple(end.tolist()), 1.0, 1, cv2.LINE_AA, 4)
    return np.asarray(kernel / max(float(kernel.sum()), 1e-3), np.float32)


def photographed(picture: Floats, blur: float, rng: np.random.Generator) -> Picture:
    """Return dice or hands (0–255) as a camera keeps them.

    Args:
        picture: BGR pixels.
        blur: spread of the lens's blur in pixels.
        rng: the source of randomness.

    Returns:
        The picture, tinted, noisy, compressed.
    """
    tint = rng.normal(1, variety.DICE_TINT, 3) * float(np.exp(rng.uniform(*np.log(variety.DICE_GAIN))))
    shot: Floats = picture * tint.astype(np.float32)
    if rng.random() < variety.DICE_GLARED:
        shot = shot + _glare(shot.shape[:2], rng)
    if rng.random() < variety.DICE_SHAKEN:
        shot = np.asarray(cv2.filter2D(shot, -1, _motion(blur * 3 + 1, rng)), np.float32)
    if blur > 0.25:
        shot = blurred(shot, blur)
    noise = float(rng.choice(variety.DICE_NOISES))
    grain = _grain(bool(rng.random() < 0.5))
    down, right = (int(rng.integers(_GRAIN - size)) for size in shot.shape[:2])
    shot = shot + np.float32(noise) * grain[down : down + shot.shape[0], right : right + shot.shape[1]]
    shot = np.clip(shot, 0, 255)
    if rng.random() < variety.DICE_BENT:
        shot = np.asarray(255 * (shot / 255) ** np.float32(variety.drawn(rng, variety.DICE_GAMMA)), np.float32)
    if rng.random() < variety.DICE_SHARPENED:
        soft = cv2.GaussianBlur(shot, (0, 0), 1.0)
        shot = np.clip(shot + variety.drawn(rng, variety.DICE_SHARPENING) * (shot - soft), 0, 255)
    kept = np.asarray(shot + 0.5, np.uint8)
    return (
        compressed(kept, int(rng.integers(*variety.DICE_QUALITY))) if rng.random() < variety.DICE_COMPRESSED else kept
    )


_GRAIN = 1400
"""The side of the noise that pictures take pieces of; larger than any of them."""


@cache
def _grain(coarse: bool) -> Floats:
    """Return a sensor's noise of unit spread, fine or as a phone smears it."""
    fine = np.random.default_rng([78, coarse]).standard_normal((_GRAIN, _GRAIN, 3), np.float32)
    return blurred(fine, 0.7) * 1.6 if coarse else fine


def _glare(size: tuple[int, int], rng: np.random.Generator) -> Floats:
    light = np.zeros((16, 16), np.float32)
    x, y = (int(value) for value in rng.integers(0, 16, 2))
    cv2.ellipse(
        light, (x, y), (int(rng.integers(1, 6)), int(rng.integers(1, 6))), float(rng.uniform(0, 180)), 0, 360, 1, -1
    )
    spread = cv2.resize(cv2.GaussianBlur(light, (0, 0), 1.2), (size[1], size[0]), interpolation=cv2.INTER_CUBIC)
    return np.asarray(spread[..., None] * variety.drawn(rng, variety.DICE_GLARE), np.float32)


def _motion(length: float, rng: np.random.Generator) -> Floats:
    side = int(length) // 2 * 2 + 3
    kernel = np.zeros((side, side), np.float32)
    turn = float(rng.uniform(0, np.pi))
    way = np.array([np.cos(turn), np.sin(turn)]) * length / 2
    ends = [tuple(round(side // 2 + sign * value) for value in way) for sign in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], 1.0, 1, cv2.LINE_AA)
    return np.asarray(kernel / kernel.sum(), np.float32)


def worsen(
    picture: Picture, rng: np.random.Generator, camera: tuple[float, float, float, float] = variety.POOR
) -> Picture:
    """Return a copy with fewer pixels, blur, a hard shadow, other light, noise, sharpening and JPEG's losses.

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
