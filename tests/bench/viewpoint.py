"""Labelled pictures from another viewpoint: rotated by any angle, the camera tilted to any side."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from companion.pictures.arrays import Matrix, Picture

DISTANCE = 1.6
"""Distance of the camera, in longer sides of the picture."""


@dataclass(frozen=True, slots=True)
class Viewpoint:
    """A viewpoint in degrees.

    ``turned`` is a clockwise rotation, then ``tilted`` the angle from straight down towards the side ``towards``
    (clockwise from the picture's lower edge).
    """

    turned: float = 0.0
    tilted: float = 0.0
    towards: float = 0.0

    def transform(self, pixels: Picture, labels: Mapping[str, Any]) -> tuple[Picture, dict[str, Any]]:
        """Return a picture and its labels from this viewpoint, in a frame that holds all of it; its edge is extended.

        Corners of cards, centres of dice and their boxes move along; a quarter turn changes no pixel's value.

        Args:
            pixels: the picture.
            labels: its labels.

        Returns:
            Picture and labels.
        """
        if self.tilted == 0 and self.turned % 90 == 0:
            matrix, size = _placed(self._matrix(pixels), pixels)
            quarters = round(self.turned / 90) % 4
            warped = np.ascontiguousarray(np.rot90(pixels, -quarters))
        else:
            matrix, size = _placed(self._matrix(pixels), pixels)
            at_centres = _SHIFT @ matrix @ np.linalg.inv(_SHIFT)
            warped = np.asarray(
                cv2.warpPerspective(pixels, at_centres, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
            )
        return np.asarray(warped, np.uint8), _moved_labels(labels, matrix, size)

    def _matrix(self, pixels: Picture) -> Matrix:
        """Return the homography from the picture's pixels to this view's, up to the frame's position."""
        height, width = pixels.shape[:2]
        centre = np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1]])
        side = math.radians(self.towards)
        far = DISTANCE * max(height, width)
        c, s = math.cos(math.radians(self.tilted)), math.sin(math.radians(self.tilted))
        lean = np.array([[1, 0, 0], [0, c, 0], [0, -s / far, 1]])
        return np.asarray(_spin(side) @ lean @ _spin(-side) @ _spin(math.radians(self.turned)) @ centre)


_SHIFT = np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1]])


def _spin(angle: float) -> Matrix:
    """Return a clockwise rotation in a picture, whose y points down."""
    c, s = math.cos(angle), math.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]], np.float64)


def _placed(matrix: Matrix, pixels: Picture) -> tuple[Matrix, tuple[int, int]]:
    """Return the matrix moved so that the picture is in a frame from (0, 0) on, and the frame's width and height."""
    height, width = pixels.shape[:2]
    outline = _through(matrix, np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64))
    low, high = outline.min(axis=0), outline.max(axis=0)
    shift = np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1]])
    across, down = (math.ceil(value - 1e-6) for value in high - low)
    return np.asarray(shift @ matrix), (across, down)


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
