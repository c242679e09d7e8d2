"""Labelled pictures turned by any angle."""

import math
from collections.abc import Mapping
from typing import Any

import cv2
import numpy as np

from companion.pictures.arrays import Matrix, Picture


def turn(pixels: Picture, labels: Mapping[str, Any], degrees: float) -> tuple[Picture, dict[str, Any]]:
    """Return a picture and its labels turned clockwise, in a frame that holds all of it; its edge is extended.

    Corners of cards, centres of dice and their boxes move along; a quarter turn changes no pixel's value.
    """
    height, width = pixels.shape[:2]
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    spin = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    outline = _through(spin, np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64))
    low, high = outline.min(axis=0), outline.max(axis=0)
    matrix = np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1]]) @ spin
    across, down = (math.ceil(value - 1e-6) for value in high - low)
    if degrees % 90 == 0:
        turned = np.ascontiguousarray(np.rot90(pixels, -round(degrees / 90)))
    else:
        onto = _SHIFT @ matrix @ np.linalg.inv(_SHIFT)
        turned = np.asarray(
            cv2.warpPerspective(pixels, onto, (across, down), borderMode=cv2.BORDER_REPLICATE), np.uint8
        )
    return turned, _moved_labels(labels, matrix, (across, down))


_SHIFT = np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1]])


def _through(matrix: Matrix, points: Matrix) -> Matrix:
    homogeneous = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    return np.asarray(homogeneous[:, :2] / homogeneous[:, 2:])


def _moved_labels(labels: Mapping[str, Any], matrix: Matrix, size: tuple[int, int]) -> dict[str, Any]:
    def moved(points: Any) -> list[list[float]]:
        found: list[list[float]] = _through(matrix, np.array(points, np.float64)).tolist()
        return found

    cards = [{**card, "corners": moved(card["corners"])} for card in labels["cards"]]
    dice = []
    for die in labels.get("dice", []):
        x0, y0, x1, y1 = die["bbox"]
        box = np.array(moved([[x0, y0], [x1, y0], [x1, y1], [x0, y1]]))
        (centre,) = moved([die["center"]])
        dice.append({**die, "center": centre, "bbox": [*box.min(axis=0).tolist(), *box.max(axis=0).tolist()]})
    return {**labels, "width": size[0], "height": size[1], "cards": cards, "dice": dice}
