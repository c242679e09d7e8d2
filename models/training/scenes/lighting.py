"""Light on drawn tables: uneven lamps, soft and hard shadows, glare, warm and dim evenings."""

import cv2
import numpy as np

from companion.pictures.arrays import Floats, Picture
from models.training.scenes import variety
from models.training.scenes.surfaces import Canvas, noise


def light_up(picture: Canvas, card: float, rng: np.random.Generator) -> Canvas:
    """Return the picture under an uneven lamp, with shadows and glare; ``card`` is a card's width in pixels."""
    height, width = picture.shape[:2]
    coarse = (max(40, height // 2), max(40, width // 2))
    picture = picture * np.exp(float(rng.uniform(0, 0.18)) * noise(height, width, coarse, rng))[..., None]
    for _ in range(int(rng.poisson(variety.SHADOWS))):
        shadow = _blob(height, width, card * float(rng.uniform(0.5, 4)), float(rng.uniform(1, 20)), rng)
        picture *= 1 - variety.drawn(rng, variety.SHADOW) * shadow[..., None]
    for _ in range(int(rng.poisson(variety.GLARES))):
        glare = _blob(height, width, card * float(rng.uniform(0.2, 1.2)), card * float(rng.uniform(0.08, 0.5)), rng)
        picture += variety.drawn(rng, variety.GLARE) * glare[..., None] * (255 - picture)
    return np.asarray(picture, np.float32)


def _blob(height: int, width: int, size: float, soft: float, rng: np.random.Generator) -> Floats:
    """Return a soft random ellipse, 0–1; drawn at a quarter of the size, since nothing about it is sharp."""
    small = 4
    mask = np.zeros((-(-height // small), -(-width // small)), np.float32)
    centre = (int(rng.integers(mask.shape[1])), int(rng.integers(mask.shape[0])))
    axes = (max(1, int(size / small)), max(1, int(size / small * rng.uniform(0.2, 1))))
    cv2.ellipse(mask, centre, axes, float(rng.uniform(0, 180)), 0, 360, 1.0, -1)
    mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), max(0.5, soft / small)), np.float32)
    return np.asarray(cv2.resize(mask, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)


def evening_light(picture: Picture, rng: np.random.Generator) -> Picture:
    """Return a picture in warm or coloured light, behind a hard shadow or blinds, and dim, each of them or not."""
    shot = picture.astype(np.float32)
    height, width = shot.shape[:2]
    if rng.random() < 0.5:
        gains = variety.WARM if rng.random() < 0.6 else variety.COLOURED
        shot *= np.array([variety.drawn(rng, gain) for gain in gains], np.float32)
    if rng.random() < 0.5:
        turn, place = float(rng.uniform(0, 2 * np.pi)), rng.uniform(0.2, 0.8, 2) * (width, height)
        y, x = np.mgrid[:height, :width]
        beyond = (x - place[0]) * np.cos(turn) + (y - place[1]) * np.sin(turn)
        if rng.random() < 0.4:
            slat = variety.log_drawn(rng, variety.BLINDS)
            beyond = slat / np.pi * np.sin(beyond * np.pi / slat)
        shadow = 1 / (1 + np.exp(-np.clip(beyond / float(rng.uniform(1, 12)), -30, 30)))
        shot *= 1 - variety.drawn(rng, variety.HARD_SHADOW) * shadow[..., None].astype(np.float32)
    if rng.random() < 0.5:
        shot *= variety.drawn(rng, variety.DIM)
    return np.asarray(np.clip(shot, 0, 255), np.uint8)
