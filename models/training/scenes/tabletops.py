"""Procedural tabletops: wood, cloth, paint."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.arrays import Picture

_KINDS = ("wood", "planks", "cloth", "plain")
_WOODS = ((0.62, 0.45, 0.29), (0.45, 0.29, 0.17), (0.74, 0.6, 0.42), (0.33, 0.22, 0.15), (0.6, 0.55, 0.48))
_CLOTHS = ((0.1, 0.3, 0.2), (0.16, 0.2, 0.36), (0.42, 0.1, 0.12), (0.3, 0.28, 0.27), (0.55, 0.5, 0.4))
_PAINTS = ((0.82, 0.82, 0.8), (0.2, 0.2, 0.22), (0.7, 0.66, 0.58), (0.45, 0.5, 0.54))


def render_tabletop(size: tuple[int, int], rng: np.random.Generator) -> Picture:
    """Return a random tabletop as a picture of ``size`` (width, height), two pixels to a millimetre."""
    kind = _KINDS[int(rng.integers(len(_KINDS)))]
    width, height = size
    if kind in ("wood", "planks"):
        relief, base = _wood(width, height, rng, kind == "planks"), _picked(_WOODS, rng)
    elif kind == "cloth":
        relief, base = _cloth(width, height, rng), _picked(_CLOTHS, rng)
    else:
        relief, base = 0.03 * _noise(width, height, 90, rng), _picked(_PAINTS, rng)
    tinted = base[::-1] * (1 + relief[..., None] * np.array([1.15, 1.0, 0.9]))
    fine = rng.normal(0, 0.012, (height, width, 1))
    return np.asarray(np.clip((tinted + fine) * 255, 0, 255), dtype=np.uint8)


def _picked(colours: tuple[tuple[float, float, float], ...], rng: np.random.Generator) -> NDArray[np.float64]:
    chosen = np.array(colours[int(rng.integers(len(colours)))])
    varied: NDArray[np.float64] = np.clip(chosen * rng.uniform(0.85, 1.15) + rng.normal(0, 0.02, 3), 0.04, 0.95)
    return varied


def _noise(
    width: int, height: int, grain: float, rng: np.random.Generator, stretch: float = 1.0
) -> NDArray[np.float64]:
    """Return smooth noise about 0 with bumps ``grain`` pixels wide, ``stretch`` times as long as they are high."""
    total = np.zeros((height, width), np.float32)
    for octave in range(4):
        cell = grain / 2**octave
        shape = (max(2, int(height / cell)), max(2, int(width / (cell * stretch))))
        coarse = rng.normal(0, 1, shape).astype(np.float32)
        total += cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC) / 2**octave
    return np.asarray(total / 1.6, dtype=np.float64)


def _wood(width: int, height: int, rng: np.random.Generator, planks: bool) -> NDArray[np.float64]:
    rows = np.arange(height)[:, None] / height
    warp = _noise(width, height, 240, rng, stretch=5)
    rings = np.sin(2 * np.pi * (rows * rng.uniform(5, 14) + 0.5 * warp))
    fibres = _noise(width, height, 5, rng, stretch=24)
    hairs = _noise(width, height, 2.4, rng, stretch=45)
    relief = 0.06 * rings + 0.07 * fibres + 0.07 * hairs + 0.06 * warp
    pores = rng.random((height, width // 16)).astype(np.float32) > 0.985
    dark = cv2.resize(pores.astype(np.float32), (width, height), interpolation=cv2.INTER_LINEAR)
    relief = relief - 0.16 * dark
    if planks:
        board = int(rng.integers(150, 260))
        tone = rng.normal(0, 0.11, height // board + 2)
        edge = (np.arange(height) % board < 4)[:, None]
        relief = relief + tone[np.arange(height) // board][:, None] - 0.35 * edge
    return np.asarray(relief, dtype=np.float64)


def _cloth(width: int, height: int, rng: np.random.Generator) -> NDArray[np.float64]:
    xs, ys = np.arange(width)[None], np.arange(height)[:, None]
    weave = np.sin(xs * 2.1) * np.sin(ys * 2.1)
    folds = _noise(width, height, 300, rng)
    return np.asarray(0.09 * weave + 0.05 * folds + 0.06 * _noise(width, height, 3, rng), dtype=np.float64)
