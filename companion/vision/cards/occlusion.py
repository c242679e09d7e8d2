"""The occlusion map: which card covers which part of a picture, so that nothing else is read there."""

from __future__ import annotations

import cv2
import numpy as np

from companion.pictures.arrays import Ints, Mask, Matrix
from companion.vision.cards.card_frame import CELL, COLUMNS, ROWS, to_picture

_SHRINK = 4
FREE, OUTSIDE = -1, -2


class OcclusionMap:
    """The number of the card on top in every part of the picture. Cards are entered the clearest first."""

    def __init__(self, width: int, height: int) -> None:
        self._owner = np.full((height // _SHRINK + 1, width // _SHRINK + 1), FREE, np.int16)

    def enter(self, number: int, place: Matrix, cells: Mask) -> None:
        """Enter the visible cells of a card (ROWS * COLUMNS) at a pose under a number."""
        zoom = np.diag([1 / _SHRINK, 1 / _SHRINK, 1.0])
        size = (self._owner.shape[1], self._owner.shape[0])
        shown = cv2.warpPerspective(
            cells.reshape(ROWS, COLUMNS).astype(np.uint8),
            zoom @ place @ np.array([[CELL, 0, CELL / 2], [0, CELL, CELL / 2], [0, 0, 1]], np.float64),
            size,
            flags=cv2.INTER_NEAREST,
        )
        self._owner[(shown > 0) & (self._owner == FREE)] = number

    def owners(self, points: Matrix) -> Ints:
        """Return the number of the card at each picture point (n × 2); FREE for none, OUTSIDE beyond the picture."""
        x = np.floor(points[:, 0] / _SHRINK).astype(int)
        y = np.floor(points[:, 1] / _SHRINK).astype(int)
        inside = (x >= 0) & (y >= 0) & (x < self._owner.shape[1]) & (y < self._owner.shape[0])
        owners = np.full(len(points), OUTSIDE, np.intp)
        owners[inside] = self._owner[y[inside], x[inside]]
        return owners

    def free_cells(self, place: Matrix, number: int = FREE) -> Mask:
        """Return the cells of a card at a pose that lie in the picture and under no other card."""
        owners = self.owners(to_picture(place, CELL_CENTRES))
        return np.asarray((owners == FREE) | (owners == number))


CELL_CENTRES: Matrix = np.array(
    [[(column + 0.5) * CELL, (row + 0.5) * CELL] for row in range(ROWS) for column in range(COLUMNS)], np.float64
)
