"""Materials of dice: plain, speckled, swirled, layered, glittering, clear or metal, with marks in another colour."""

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np

from companion.pictures.arrays import Floats
from models.training.scenes import variety

_PLASTICS = (
    (0.05, 0.04, 0.04),
    (0.45, 0.08, 0.1),
    (0.08, 0.06, 0.5),
    (0.1, 0.3, 0.08),
    (0.8, 0.82, 0.85),
    (0.05, 0.4, 0.7),
)
"""Plastics of staged dice, in linear light."""


@dataclass(frozen=True, slots=True, eq=False)
class Material:
    """Colours are BGR, 0–1; ``second`` is what specks or swirls are of, ``share`` how much of it there is.

    ``clear`` is how far the ground shines through (0–1), ``depth`` how deep marks are cut, ``grain`` the noise's
    bumps per inner radius. ``rim`` is the width of a band of ``rim_colour`` along the edges, in inner radii; 0: none.
    """

    style: str
    body: Floats
    second: Floats
    marks: Floats
    share: float
    grain: float
    gloss: float
    sharpness: float
    clear: float
    depth: float
    rim: float
    rim_colour: Floats


def drawn(rng: np.random.Generator) -> Material:
    """Return a material such as shops sell; marks stand out against the body, seldom only a little."""
    style = variety.one_of(rng, variety.MATERIALS)
    body = _colour(rng)
    least = 0.14 if rng.random() < 0.04 else 0.28
    marks = _colour(rng)
    while abs(_brightness(marks) - _brightness(body)) < least:
        marks = np.array([1.0, 1.0, 1.0], np.float32) * 0.95 if rng.random() < 0.4 else _colour(rng)
        if rng.random() < 0.3:
            body = _colour(rng)
    second = np.clip(body * float(rng.uniform(0.4, 1.6)) + rng.normal(0, 0.12, 3).astype(np.float32), 0.02, 0.98)
    if style in ("layered", "glitter") or (style == "speckled" and rng.random() < 0.5):
        second = _colour(rng)
    rimmed = rng.random() < (variety.RIMMED_METAL if style == "metal" else variety.RIMMED)
    return Material(
        style,
        body,
        np.asarray(second, np.float32),
        marks,
        share=float(rng.uniform(0.08, 0.35)) if style == "speckled" else float(rng.uniform(0.3, 0.9)),
        grain=float(rng.uniform(5, 14)) if style == "speckled" else float(rng.uniform(5, 16)),
        gloss=variety.drawn(rng, variety.METAL_GLOSS) if style == "metal" else float(rng.choice(variety.GLOSSES)),
        sharpness=variety.log_drawn(rng, (8, 120)),
        clear=variety.drawn(rng, variety.CLEAR) if style == "clear" else 0.0,
        depth=float(rng.choice([0.0, 0.12, 0.3])),
        rim=variety.drawn(rng, variety.RIM) if rimmed else 0.0,
        rim_colour=marks if rng.random() < 0.5 else _colour(rng),
    )


def drawn_plastic(rng: np.random.Generator) -> Material:
    """Return one of the plastics of staged dice, with light marks or, on white, dark ones."""
    body = variety.one_of(rng, _PLASTICS)
    return plastic(body, (0.04, 0.04, 0.05) if sum(body) > 1.1 else (0.9, 0.92, 0.92), float(rng.uniform(0.05, 0.3)))


def plastic(body: tuple[float, float, float], marks: tuple[float, float, float], gloss: float) -> Material:
    """Return a plain material with broad highlights."""
    ground, ink = np.array(body, np.float32), np.array(marks, np.float32)
    return Material("plain", ground, ground, ink, 0.0, 1.0, gloss, 10.0, 0.0, 0.0, 0.0, ink)


def body_colours(material: Material, points: Floats, rng: np.random.Generator) -> Floats:
    """Return the body's colour at points of the die (n × 3, in inner radii), n × 3."""
    if material.style in ("plain", "metal"):
        return np.broadcast_to(material.body, points.shape).astype(np.float32)
    volume = _volume(int(rng.integers(4)), 1 if material.style in ("speckled", "glitter") else 5)
    size = volume.shape[0]
    cells = ((points + 8) * material.grain + rng.uniform(0, size, 3)).astype(np.int32) % size
    noise = volume[cells[:, 0], cells[:, 1], cells[:, 2]]
    if material.style == "speckled":
        much = (noise > 1 - 2 * material.share).astype(np.float32)
    elif material.style == "glitter":
        flakes = (noise > 1 - 0.6 * material.share).astype(np.float32)
        return np.asarray(material.body + flakes[:, None] * (material.second * 1.5 - material.body), np.float32)
    elif material.style == "layered":
        way = rng.standard_normal(3)
        along = points @ (way / np.linalg.norm(way)).astype(np.float32) + np.float32(0.15) * noise
        much = 0.5 + 0.5 * np.tanh(along * np.float32(rng.uniform(2, 12)) + np.float32(rng.uniform(-1, 1)))
    else:
        much = np.clip(0.5 + 0.5 * noise * material.share * 2, 0, 1)
    if material.style == "clear":
        much = much * 0.4
    return np.asarray(material.body + much[:, None] * (material.second - material.body), np.float32)


@cache
def _volume(seed: int, passes: int) -> Floats:
    """Noise in three dimensions, about -1 to 1, repeating, the smoother for more passes."""
    noise = np.random.default_rng([77, seed]).standard_normal((64, 64, 64)).astype(np.float32)
    for axis in (0, 1, 2) * passes:
        noise = noise + np.roll(noise, 1, axis) + np.roll(noise, -1, axis)
    noise -= noise.mean()
    return np.asarray(np.clip(noise / (2 * noise.std()), -1, 1), np.float32)


def _colour(rng: np.random.Generator) -> Floats:
    kind = rng.random()
    if kind < 0.2:
        return np.full(3, rng.uniform(0.82, 1.0), np.float32) * rng.uniform(0.9, 1.0, 3).astype(np.float32)
    if kind < 0.38:
        return np.full(3, rng.uniform(0.02, 0.16), np.float32)
    hue, saturation, value = rng.uniform(0, 180), rng.uniform(90, 255), rng.uniform(50, 245)
    pixel = np.array([[[hue, saturation, value]]], np.uint8)
    return np.asarray(cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0] / 255, np.float32)


def _brightness(colour: Floats) -> float:
    return float(colour @ np.array([0.114, 0.587, 0.299], np.float32))
