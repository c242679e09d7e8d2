"""Table tops: quickly drawn ones for training, and rendered ones for scenes and films."""

from __future__ import annotations

import math

import cv2
import numpy as np

from companion.vision.arrays import Floats, Matrix, Picture
from models.training.scenes import variety

Canvas = Floats
"""Height × width × 3, blue first, 0–255."""

_WOODS = ((60, 95, 140), (95, 140, 175), (40, 60, 85), (130, 165, 190), (75, 85, 100))
_LETTERS = "0123456789AKQJXMSWLY&?"
_RENDERED = ("wood", "planks", "cloth", "plain")
_RENDERED_WOODS = ((0.62, 0.45, 0.29), (0.45, 0.29, 0.17), (0.74, 0.6, 0.42), (0.33, 0.22, 0.15), (0.6, 0.55, 0.48))
_RENDERED_CLOTHS = ((0.1, 0.3, 0.2), (0.16, 0.2, 0.36), (0.42, 0.1, 0.12), (0.3, 0.28, 0.27), (0.55, 0.5, 0.4))
_RENDERED_PAINTS = ((0.82, 0.82, 0.8), (0.2, 0.2, 0.22), (0.7, 0.66, 0.58), (0.45, 0.5, 0.54))


def lay_surface(height: int, width: int, rng: np.random.Generator) -> Canvas:
    """Return a tabletop: wood, felt, cloth, a printed mat or plain."""
    kind = variety.kind(rng, variety.SURFACES)
    if kind == "wood":
        base = np.array(_WOODS[int(rng.integers(len(_WOODS)))], np.float32) * float(rng.uniform(0.6, 1.3))
        grain = noise(height, width, (int(rng.integers(3, 9)), int(rng.integers(60, 200))), rng)
        grain = grain + 0.5 * noise(height, width, (2, int(rng.integers(30, 90))), rng)
        return _turned(base * (1 + 0.16 * grain[..., None]), rng)
    colour = rng.uniform(15, 235, 3).astype(np.float32)
    if kind == "felt":
        return np.asarray(colour * (1 + 0.1 * noise(height, width, (1, 1), rng)[..., None]), np.float32)
    if kind == "cloth":
        return _chequered(height, width, colour, rng)
    surface = colour * (1 + 0.06 * noise(height, width, (40, 40), rng)[..., None])
    return _printed(np.asarray(surface, np.float32), rng) if kind == "mat" else np.asarray(surface, np.float32)


def noise(height: int, width: int, grain: tuple[float, float], rng: np.random.Generator) -> Floats:
    """Return smooth noise of about unit standard deviation whose blobs are ``grain`` (height, width) pixels."""
    small = rng.standard_normal((max(2, int(height / grain[0])), max(2, int(width / grain[1])))).astype(np.float32)
    return np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC), np.float32)


def _turned(surface: Floats, rng: np.random.Generator) -> Canvas:
    if rng.random() < 0.5 and surface.shape[0] == surface.shape[1]:
        surface = surface.transpose(1, 0, 2)
    return np.ascontiguousarray(surface, np.float32)


def _chequered(height: int, width: int, colour: Floats, rng: np.random.Generator) -> Canvas:
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    angle, pitch = float(rng.uniform(0, math.pi)), variety.drawn(rng, variety.CLOTH_PITCH)
    u, v = x * math.cos(angle) + y * math.sin(angle), y * math.cos(angle) - x * math.sin(angle)
    weave = ((u // pitch) % 2 + (v // pitch) % 2)[..., None] / 2
    return np.asarray(colour * (0.6 + 0.5 * weave), np.float32)


def _printed(surface: Canvas, rng: np.random.Generator) -> Canvas:
    """Draw lines, discs and letters that resemble indices on a mat."""
    height, width = surface.shape[:2]
    for _ in range(int(rng.integers(4, 20))):
        colour = tuple(float(value) for value in rng.uniform(0, 255, 3))
        x, y = int(rng.integers(width)), int(rng.integers(height))
        size = float(rng.uniform(5, 40))
        kind = int(rng.integers(3))
        if kind == 0:
            cv2.circle(surface, (x, y), int(size / 2), colour, int(rng.choice([-1, 1, 2])), cv2.LINE_AA)
        elif kind == 1:
            end = (int(x + rng.normal(0, 80)), int(y + rng.normal(0, 80)))
            cv2.line(surface, (x, y), end, colour, int(rng.integers(1, 4)), cv2.LINE_AA)
        else:
            write_letter(surface, (x, y), size, colour, rng)
    return surface


def write_letter(
    picture: Canvas, spot: tuple[int, int], size: float, colour: tuple[float, ...], rng: np.random.Generator
) -> None:
    """Draw a letter or digit about ``size`` pixels high whose baseline starts at ``spot``."""
    mask = np.zeros(picture.shape[:2], np.uint8)
    letter, font = _LETTERS[int(rng.integers(len(_LETTERS)))], int(rng.integers(0, 5))
    cv2.putText(mask, letter, spot, font, size / 25, 255, max(1, int(size / 12)), cv2.LINE_AA)
    picture += (mask[..., None] / np.float32(255)) * (np.array(colour, np.float32) - picture)


def render_tabletop(size: tuple[int, int], rng: np.random.Generator) -> Picture:
    """Return a random tabletop as a picture of ``size`` (width, height), two pixels to a millimetre."""
    kind = _RENDERED[int(rng.integers(len(_RENDERED)))]
    width, height = size
    if kind in ("wood", "planks"):
        relief, base = _grained(width, height, rng, kind == "planks"), _picked(_RENDERED_WOODS, rng)
    elif kind == "cloth":
        relief, base = _woven(width, height, rng), _picked(_RENDERED_CLOTHS, rng)
    else:
        relief, base = 0.03 * _octaves(width, height, 90, rng), _picked(_RENDERED_PAINTS, rng)
    tinted = base[::-1] * (1 + relief[..., None] * np.array([1.15, 1.0, 0.9]))
    fine = rng.normal(0, 0.012, (height, width, 1))
    return np.asarray(np.clip((tinted + fine) * 255, 0, 255), dtype=np.uint8)


def _picked(colours: tuple[tuple[float, float, float], ...], rng: np.random.Generator) -> Matrix:
    chosen = np.array(colours[int(rng.integers(len(colours)))])
    varied: Matrix = np.clip(chosen * rng.uniform(0.85, 1.15) + rng.normal(0, 0.02, 3), 0.04, 0.95)
    return varied


def _octaves(width: int, height: int, grain: float, rng: np.random.Generator, stretch: float = 1.0) -> Matrix:
    """Return smooth noise about 0 with bumps ``grain`` pixels wide, ``stretch`` times as long as they are high."""
    cells = [(grain / 2**octave, grain * stretch / 2**octave) for octave in range(4)]
    total = sum(noise(height, width, cell, rng) / 2**octave for octave, cell in enumerate(cells))
    return np.asarray(total / 1.6, dtype=np.float64)


def _grained(width: int, height: int, rng: np.random.Generator, planks: bool) -> Matrix:
    rows = np.arange(height)[:, None] / height
    warp = _octaves(width, height, 240, rng, stretch=5)
    rings = np.sin(2 * np.pi * (rows * rng.uniform(5, 14) + 0.5 * warp))
    fibres = _octaves(width, height, 5, rng, stretch=24)
    hairs = _octaves(width, height, 2.4, rng, stretch=45)
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


def _woven(width: int, height: int, rng: np.random.Generator) -> Matrix:
    xs, ys = np.arange(width)[None], np.arange(height)[:, None]
    weave = np.sin(xs * 2.1) * np.sin(ys * 2.1)
    folds = _octaves(width, height, 300, rng)
    return np.asarray(0.09 * weave + 0.05 * folds + 0.06 * _octaves(width, height, 3, rng), dtype=np.float64)
