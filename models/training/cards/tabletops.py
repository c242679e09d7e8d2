"""Random tabletops and clutter: everything in the picture that is no card."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

Canvas = NDArray[np.float32]
"""Height × width × 3, blue first, 0–255."""

_WOODS = ((60, 95, 140), (95, 140, 175), (40, 60, 85), (130, 165, 190), (75, 85, 100))
_LETTERS = "0123456789AKQJXMSWLY&?"


def lay_surface(height: int, width: int, rng: np.random.Generator) -> Canvas:
    """Return a tabletop: wood, felt, cloth, a printed mat or plain."""
    kind = rng.choice(["wood", "felt", "plain", "cloth", "mat"], p=[0.35, 0.2, 0.15, 0.12, 0.18])
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


def noise(height: int, width: int, grain: tuple[int, int], rng: np.random.Generator) -> NDArray[np.float32]:
    """Return smooth noise of about unit standard deviation whose blobs are ``grain`` (height, width) pixels."""
    small = rng.standard_normal((max(2, height // grain[0]), max(2, width // grain[1]))).astype(np.float32)
    return np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC), np.float32)


def _turned(surface: NDArray[np.float32], rng: np.random.Generator) -> Canvas:
    if rng.random() < 0.5 and surface.shape[0] == surface.shape[1]:
        surface = surface.transpose(1, 0, 2)
    return np.ascontiguousarray(surface, np.float32)


def _chequered(height: int, width: int, colour: NDArray[np.float32], rng: np.random.Generator) -> Canvas:
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    angle, pitch = float(rng.uniform(0, math.pi)), float(rng.uniform(8, 60))
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
            _write(surface, (x, y), size, colour, rng)
    return surface


def strew_clutter(picture: Canvas, owners: NDArray[np.uint8], card: float, rng: np.random.Generator) -> None:
    """Draw dice, tokens and pens over the picture, in place.

    Args:
        picture: the picture.
        owners: the number of the card that each pixel shows; 0 where clutter covers it.
        card: a card's width in pixels.
        rng: the source of randomness.
    """
    for _ in range(int(rng.poisson(0.7))):
        centre = rng.uniform(0, picture.shape[1], 2)
        size = card * float(rng.uniform(0.15, 0.5))
        outline = _clutter_outline(centre, size, rng)
        _shade(picture, outline + size * 0.12, 0.65)
        colour = rng.uniform(10, 245, 3)
        cv2.fillPoly(picture, [outline.astype(np.int32)], tuple(map(float, colour)), cv2.LINE_AA)
        cv2.fillPoly(owners, [outline.astype(np.int32)], 0)
        mark = tuple(map(float, 255 - colour))
        if rng.random() < 0.4:
            cv2.circle(picture, tuple(centre.astype(int).tolist()), max(1, int(size / 9)), mark, -1, cv2.LINE_AA)
        elif rng.random() < 0.5:
            spot = (int(centre[0] - size / 5), int(centre[1] + size / 5))
            _write(picture, spot, size * 0.6, mark, rng)


def _write(
    picture: Canvas, spot: tuple[int, int], size: float, colour: tuple[float, ...], rng: np.random.Generator
) -> None:
    """Draw a letter or digit about ``size`` pixels high whose baseline starts at ``spot``."""
    mask = np.zeros(picture.shape[:2], np.uint8)
    letter, font = _LETTERS[int(rng.integers(len(_LETTERS)))], int(rng.integers(0, 5))
    cv2.putText(mask, letter, spot, font, size / 25, 255, max(1, int(size / 12)), cv2.LINE_AA)
    picture += (mask[..., None] / np.float32(255)) * (np.array(colour, np.float32) - picture)


def _clutter_outline(centre: NDArray[np.float64], size: float, rng: np.random.Generator) -> NDArray[np.float64]:
    kind = rng.choice(["die", "token", "pen"], p=[0.5, 0.35, 0.15])
    turn = float(rng.uniform(0, 2 * math.pi))
    sides = {"die": int(rng.integers(4, 8)), "token": 24, "pen": 4}[str(kind)]
    angles = turn + np.arange(sides) * 2 * math.pi / sides
    shape = np.stack([np.cos(angles), np.sin(angles)], axis=1) * size / 2
    if kind == "pen":
        along, aside = np.array([math.cos(turn), math.sin(turn)]), np.array([-math.sin(turn), math.cos(turn)])
        corners = np.array([[-4, -0.2], [4, -0.2], [4, 0.2], [-4, 0.2]]) * size
        shape = corners[:, :1] * along + corners[:, 1:] * aside
    return np.asarray(shape + centre)


def _shade(picture: Canvas, outline: NDArray[np.float64], strength: float) -> None:
    x0, y0 = np.maximum(np.floor(outline.min(axis=0)).astype(int) - 6, 0)
    x1, y1 = np.ceil(outline.max(axis=0)).astype(int) + 7
    part = picture[y0:y1, x0:x1]
    if part.size == 0:
        return
    mask = np.zeros(part.shape[:2], np.float32)
    cv2.fillPoly(mask, [(outline - (x0, y0)).astype(np.int32)], 1.0)
    mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), 2.5), np.float32)
    part *= 1 - (1 - strength) * mask[..., None]
