"""Whether anybody could read a die's top mark in a picture: its ink must be told from what lies around it there."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from models.training.studio.markings import CELL, mark
from models.training.studio.throws import ThrownDie

Picture = NDArray[np.uint8]

LEGIBLE = 0.55
"""From this correlation of the mark with what is seen on, it can be read; looked up on sheets of crops."""
AROUND = 0.09
"""So far around the mark what is not mark counts, in diameters of the die."""
SHIFTED = 0.03
"""The mark may lie so many diameters beside where it is reckoned: faces of round dice bulge."""
RIDGE = 4.0
"""Grey levels of noise among which a camera sees it."""


def legibility(picture: Picture, die: ThrownDie, frame: NDArray[np.float64], across: float) -> float:
    """How the top mark correlates with the colours that are seen there, along the direction in which ink differs most
    from the rest: 0 where nothing is to be seen, 1 in a print on white.

    ``frame`` (3 × 2) is the mark's middle, a point to its right and one above, half an inner radius off; ``across``
    the die's diameter in pixels.
    """
    scale = CELL / (2 * die.body.span)
    square = mark(die.style, die.sides, die.value, die.body.span)
    reach = int(np.ceil(0.6 * across)) + 2
    corner = np.floor(frame[0]).astype(int) - reach
    inside = np.array([[CELL, CELL], [CELL + scale, CELL], [CELL, CELL - scale]], np.float32) / 2
    onto = cv2.getAffineTransform(inside, (frame - corner).astype(np.float32))
    smaller = 0.5 * scale / max(0.5, float(np.linalg.norm(frame[1] - frame[0])))
    finer = cv2.GaussianBlur(square, (0, 0), max(0.3, 0.4 * smaller))
    ink = np.asarray(cv2.warpAffine(finer, onto, (2 * reach, 2 * reach)), np.float32) / np.float32(255)
    side = 2 * max(1, round(AROUND * across)) + 1
    region = cv2.dilate(ink, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))) > 0.3
    step = max(1, round(SHIFTED * across))
    shifts = [(x, y) for x in (-step, 0, step) for y in (-step, 0, step)]
    return max(_correlation(_part(picture, corner + shift, 2 * reach), ink, region) for shift in shifts)


def _part(picture: Picture, corner: NDArray[np.int64], side: int) -> NDArray[np.float32]:
    columns, rows = (np.clip(np.arange(side) + one, 0, picture.shape[0] - 1) for one in corner)
    return np.asarray(picture[rows[:, None], columns[None]], np.float32)


def _correlation(part: NDArray[np.float32], ink: NDArray[np.float32], region: NDArray[np.bool_]) -> float:
    colours, told = part[region], ink[region]
    if len(told) < 8 or told.std() < 0.05:
        return 0.0
    colours = colours - colours.mean(axis=0)
    told = told - told.mean()
    spread = colours.T @ colours / len(told) + RIDGE**2 * np.eye(3)
    together = colours.T @ told / len(told)
    return float(np.sqrt(together @ np.linalg.solve(spread, together)) / told.std())
