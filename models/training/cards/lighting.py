"""Simulated lighting and camera: shadow, glare, blur, noise, colour, JPEG."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.cards.tabletops import Canvas, noise


def light_up(picture: Canvas, card: float, rng: np.random.Generator) -> Canvas:
    """Return the picture under an uneven lamp, with shadows and glare; ``card`` is a card's width in pixels."""
    height, width = picture.shape[:2]
    coarse = (max(40, height // 2), max(40, width // 2))
    picture = picture * np.exp(float(rng.uniform(0, 0.18)) * noise(height, width, coarse, rng))[..., None]
    for _ in range(int(rng.poisson(0.5))):
        shadow = _blob(height, width, card * float(rng.uniform(0.5, 4)), float(rng.uniform(1, 20)), rng)
        picture *= 1 - float(rng.uniform(0.15, 0.6)) * shadow[..., None]
    for _ in range(int(rng.poisson(0.35))):
        glare = _blob(height, width, card * float(rng.uniform(0.2, 1.2)), card * float(rng.uniform(0.08, 0.5)), rng)
        strength = float(rng.uniform(0.2, 0.85))
        picture += strength * glare[..., None] * (255 - picture)
    return np.asarray(picture, np.float32)


def photograph(picture: Canvas, rng: np.random.Generator) -> NDArray[np.uint8]:
    """Return the picture as a camera takes it: exposure, white balance, blur, noise and compression."""
    picture = _coloured(picture, rng)
    picture = _blurred(picture, rng)
    sigma = float(rng.choice([0.8, 3.0, 7.0, 14.0])) * float(rng.uniform(0.5, 1.3))
    grain = rng.standard_normal(picture.shape, np.float32)
    if rng.random() < 0.3:
        grain = np.asarray(cv2.GaussianBlur(grain, (0, 0), 0.8), np.float32) * 2
    picture += sigma * grain * np.sqrt(np.clip(picture, 20, 255) / 128)
    pixels = np.clip(picture, 0, 255).astype(np.uint8)
    if rng.random() < 0.7:
        quality = int(rng.integers(30, 97))
        coded = cv2.imencode(".jpg", pixels, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        pixels = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)
    return pixels


def _blob(height: int, width: int, size: float, soft: float, rng: np.random.Generator) -> NDArray[np.float32]:
    """Return a soft random ellipse, 0–1; drawn at a quarter of the size, since nothing about it is sharp."""
    small = 4
    mask = np.zeros((-(-height // small), -(-width // small)), np.float32)
    centre = (int(rng.integers(mask.shape[1])), int(rng.integers(mask.shape[0])))
    axes = (max(1, int(size / small)), max(1, int(size / small * rng.uniform(0.2, 1))))
    cv2.ellipse(mask, centre, axes, float(rng.uniform(0, 180)), 0, 360, 1.0, -1)
    mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), max(0.5, soft / small)), np.float32)
    return np.asarray(cv2.resize(mask, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)


def _coloured(picture: Canvas, rng: np.random.Generator) -> Canvas:
    warmth = float(rng.normal(0, 0.09))
    gains = np.array([1 - warmth, 1 + float(rng.normal(0, 0.03)), 1 + warmth], np.float32)
    picture = picture * gains * float(rng.choice([0.45, 0.7, 0.9, 1.0, 1.12, 1.3]) * rng.uniform(0.9, 1.1))
    grey = picture.mean(axis=2, keepdims=True)
    picture = grey + (picture - grey) * float(rng.uniform(0.45, 1.25))
    lift = float(rng.uniform(-12, 25))
    picture = np.clip(picture * (1 - abs(lift) / 255) + max(lift, 0), 0, 255)
    return np.asarray(255 * (picture / 255) ** float(rng.uniform(0.75, 1.35)), np.float32)


def _blurred(picture: Canvas, rng: np.random.Generator) -> Canvas:
    kind = rng.choice(["none", "lens", "motion", "resized", "focus"], p=[0.26, 0.32, 0.14, 0.16, 0.12])
    if kind == "lens":
        return np.asarray(cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(0.4, 1.9))), np.float32)
    if kind == "focus":
        return np.asarray(cv2.filter2D(picture, -1, _disc(float(rng.uniform(0.8, 3.2)))), np.float32)
    if kind == "motion":
        length, angle = float(rng.uniform(2, 6)), float(rng.uniform(0, math.pi))
        kernel = np.zeros((9, 9), np.float32)
        reach = np.array([math.cos(angle), math.sin(angle)]) * length / 2 * 16
        start, end = (np.array([4, 4]) * 16 - reach).astype(int), (np.array([4, 4]) * 16 + reach).astype(int)
        cv2.line(kernel, tuple(start.tolist()), tuple(end.tolist()), 1.0, 1, cv2.LINE_AA, 4)
        return np.asarray(cv2.filter2D(picture, -1, kernel / max(float(kernel.sum()), 1e-3)), np.float32)
    if kind == "resized":
        height, width = picture.shape[:2]
        share = float(rng.uniform(0.5, 0.9))
        small = cv2.resize(picture, (int(width * share), int(height * share)), interpolation=cv2.INTER_AREA)
        picture = np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC), np.float32)
    if rng.random() < 0.3:
        soft = cv2.GaussianBlur(picture, (0, 0), 1.2)
        picture = picture + float(rng.uniform(0.3, 1.2)) * (picture - soft)
    return picture


def _disc(radius: float) -> NDArray[np.float32]:
    """Return the blur kernel of a lens out of focus."""
    reach = int(radius) + 2
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1].astype(np.float32)
    disc = np.clip(radius + 0.5 - np.hypot(x, y), 0, 1)
    return np.asarray(disc / disc.sum(), np.float32)
