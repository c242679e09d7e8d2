"""Random shapes and letters: what is printed on mats, sheets and cards of unknown designs."""

import math

import cv2
import numpy as np

from companion.pictures.arrays import Floats, Picture
from models.training.scenes import variety

Ink = tuple[float, ...]
"""Blue, green and red, 0–255."""

_LETTERS = "0123456789AKQJXMSWLY&?"


def draw_shape(picture: Picture, size: float, rng: np.random.Generator, ink: Ink | None = None) -> None:
    """Draw a disc, line, rectangle, blot or letter about ``size`` pixels wide at a random place.

    Args:
        picture: the picture, 8 bits; changed in place.
        size: its width in pixels.
        rng: the source of randomness.
        ink: its colour; without it, any.
    """
    colour = tuple(rng.uniform(0, 255, 3).tolist()) if ink is None else ink
    x, y = (int(rng.integers(side)) for side in picture.shape[1::-1])
    stroke = max(1, int(size * rng.uniform(0.03, 0.15)))
    thick = stroke if rng.random() < 0.6 else -1
    kind = variety.one_of(rng, ("disc", "line", "rectangle", "blot", "letter"))
    if kind == "disc":
        cv2.circle(picture, (x, y), int(size / 2), colour, thick, cv2.LINE_AA)
    elif kind == "line":
        end = rng.normal((x, y), 2 * size, 2).astype(int).tolist()
        cv2.line(picture, (x, y), end, colour, stroke, cv2.LINE_AA)
    elif kind == "rectangle":
        sides = (size, size * float(rng.uniform(0.2, 1)))
        box = cv2.boxPoints(((x, y), sides, float(rng.uniform(0, 90)))).astype(np.int32)
        cv2.drawContours(picture, [box], -1, colour, thick, cv2.LINE_AA)
    elif kind == "blot":
        draw_blot(picture, (x, y), size / 2, colour, rng)
    else:
        letter, font = variety.one_of(rng, _LETTERS), int(rng.integers(0, 5))
        cv2.putText(picture, letter, (x, y), font, size / 25, colour, max(1, int(size / 12)), cv2.LINE_AA)


def draw_blot(picture: Picture, spot: tuple[int, int], radius: float, ink: Ink, rng: np.random.Generator) -> None:
    """Draw an uneven shape of three to twelve corners around a spot."""
    sides = int(rng.integers(3, 13))
    angles = float(rng.uniform(0, math.pi)) + np.arange(sides) * 2 * math.pi / sides
    reach = radius * rng.uniform(0.45, 1, sides)
    points = np.stack([np.cos(angles) * reach, np.sin(angles) * reach], axis=1) + spot
    cv2.fillPoly(picture, [points.astype(np.int32)], ink, cv2.LINE_AA)


def write_letter(picture: Floats, spot: tuple[int, int], size: float, ink: Ink, rng: np.random.Generator) -> None:
    """Draw a letter about ``size`` pixels high whose baseline starts at ``spot``, smoothly on a picture of floats."""
    mask = np.zeros(picture.shape[:2], np.uint8)
    letter, font = variety.one_of(rng, _LETTERS), int(rng.integers(0, 5))
    cv2.putText(mask, letter, spot, font, size / 25, 255, max(1, int(size / 12)), cv2.LINE_AA)
    picture += (mask[..., None] / np.float32(255)) * (np.array(ink, np.float32) - picture)
