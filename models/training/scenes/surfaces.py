"""Table tops: wood, planks, felt, woven, chequered and plain ones, and printed mats."""

import math
from collections.abc import Callable

import cv2
import numpy as np

from companion.pictures.arrays import Floats, Matrix, Picture
from models.training.scenes import variety
from models.training.scenes.shapes import draw_shape

Canvas = Floats
"""Height × width × 3, blue first, 0–255."""

RENDERED_SCALE = 2.0
"""Pixels per millimetre of the table tops of rendered scenes and films."""

_FINEST = 0.25
"""Width in pixels of the smallest bumps that are drawn; finer ones cannot be seen."""


def paint_tabletop(
    size: tuple[int, int],
    rng: np.random.Generator,
    tops: variety.TableTops = variety.FILM_TABLE_TOPS,
    scale: float = RENDERED_SCALE,
) -> Picture:
    """Return a random table top.

    Args:
        size: width and height in pixels.
        rng: the source of randomness.
        tops: the kinds, with their shares and colours.
        scale: pixels per millimetre.

    Returns:
        BGR pixels, height × width × 3.
    """
    kind = variety.one_of(rng, tops.kinds)
    turned = tops.turned > 0 and rng.random() < tops.turned
    width, height = size[::-1] if turned else size
    relief, base = _RELIEFS[kind](width, height, scale, rng), _colour(tops, kind, rng)
    fine = rng.normal(0, 0.012, (height, width))
    planes = [
        (part * (1 + relief * tint) + fine) * 255 for part, tint in zip(base[::-1], (1.15, 1.0, 0.9), strict=True)
    ]
    painted = cv2.merge([np.clip(plane, 0, 255).astype(np.uint8) for plane in planes])
    for _ in range(int(rng.integers(4, 20)) if kind == "mat" else 0):
        draw_shape(painted, variety.drawn(rng, variety.MAT_SHAPES) * scale, rng)
    return np.ascontiguousarray(painted.transpose(1, 0, 2) if turned else painted, np.uint8)


def noise(height: int, width: int, grain: tuple[float, float], rng: np.random.Generator) -> Floats:
    """Return smooth noise of about unit standard deviation whose blobs are ``grain`` (height, width) pixels."""
    small = rng.standard_normal((max(2, int(height / grain[0])), max(2, int(width / grain[1])))).astype(np.float32)
    return np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC), np.float32)


def _colour(tops: variety.TableTops, kind: str, rng: np.random.Generator) -> Matrix:
    """Return red, green and blue, 0–1."""
    colours = tops.colours.get(kind)
    chosen = np.array(variety.one_of(rng, colours)) if colours else rng.uniform(*variety.ANY_COLOUR, 3)
    return np.clip(chosen * variety.drawn(rng, tops.brightness) + rng.normal(0, 0.02, 3), 0.04, 0.95)


def _octaves(
    width: int, height: int, grain: float, scale: float, rng: np.random.Generator, stretch: float = 1.0
) -> Matrix:
    """Return smooth noise about 0 with bumps ``grain`` millimetres high, ``stretch`` times as wide."""
    sides = [grain * scale / 2**octave for octave in range(4)]
    total = sum(
        noise(height, width, (side, side * stretch), rng) / 2**octave
        for octave, side in enumerate(sides)
        if side > _FINEST
    )
    return np.asarray(total / 1.6, dtype=np.float64)


def _wood(width: int, height: int, scale: float, rng: np.random.Generator) -> Matrix:
    rows = np.arange(height)[:, None] / height
    warp = _octaves(width, height, 120, scale, rng, stretch=5)
    rings = np.sin(2 * np.pi * (rows * rng.uniform(5, 14) + 0.5 * warp))
    fibres = _octaves(width, height, 2.5, scale, rng, stretch=24)
    hairs = _octaves(width, height, 1.2, scale, rng, stretch=45)
    relief = 0.06 * rings + 0.07 * fibres + 0.07 * hairs + 0.06 * warp
    pores = rng.random((height, max(1, int(width / (8 * scale))))) > 0.985
    dark = cv2.resize(pores.astype(np.float32), (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(relief - 0.16 * dark, dtype=np.float64)


def _planks(width: int, height: int, scale: float, rng: np.random.Generator) -> Matrix:
    relief = _wood(width, height, scale, rng)
    board = int(rng.integers(150, 260) * scale / RENDERED_SCALE)
    tone = rng.normal(0, 0.11, height // board + 2)
    edge = (np.arange(height) % board < 2 * scale)[:, None]
    return np.asarray(relief + tone[np.arange(height) // board][:, None] - 0.35 * edge, dtype=np.float64)


def _woven(width: int, height: int, scale: float, rng: np.random.Generator) -> Matrix:
    turn = 4.2 / scale
    weave = np.sin(np.arange(width)[None] * turn) * np.sin(np.arange(height)[:, None] * turn)
    folds = _octaves(width, height, 150, scale, rng)
    threads = 0.09 * weave if turn < math.pi else 0.0
    return np.asarray(threads + 0.05 * folds + 0.06 * _octaves(width, height, 1.5, scale, rng), dtype=np.float64)


def _plain(width: int, height: int, scale: float, rng: np.random.Generator) -> Matrix:
    return 0.03 * _octaves(width, height, 45, scale, rng)


def _felt(width: int, height: int, scale: float, rng: np.random.Generator) -> Matrix:
    fibre = max(1.0, scale / 2)
    return np.asarray(0.1 * noise(height, width, (fibre, fibre), rng), dtype=np.float64)


def _chequered(width: int, height: int, scale: float, rng: np.random.Generator) -> Matrix:
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    angle, pitch = float(rng.uniform(0, math.pi)), max(2.5, variety.drawn(rng, variety.CHEQUERS) * scale)
    u, v = x * math.cos(angle) + y * math.sin(angle), y * math.cos(angle) - x * math.sin(angle)
    return np.asarray(0.25 * ((u // pitch) % 2 + (v // pitch) % 2) - 0.4, dtype=np.float64)


_RELIEFS: dict[str, Callable[[int, int, float, np.random.Generator], Matrix]] = {
    "wood": _wood,
    "planks": _planks,
    "woven": _woven,
    "plain": _plain,
    "felt": _felt,
    "chequered": _chequered,
    "mat": _plain,
}
