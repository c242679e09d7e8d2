"""The occlusion map: which card explains which part of a picture, so that nothing else is read out of it."""

from __future__ import annotations

import cv2
import numpy as np

from companion.vision.arrays import Ints, Mask, Matrix
from companion.vision.cards.card_frame import CELL, COLUMNS, ROWS, to_picture

_SHRINK = 4
FREE, OUTSIDE = -1, -2


class OcclusionMap:
    """Tells for every part of the picture which card lies on top there. Cards are entered the clearest first."""

    def __init__(self, width: int, height: int) -> None:
        self._owner = np.full((height // _SHRINK + 1, width // _SHRINK + 1), FREE, np.int16)

    def enter(self, number: int, place: Matrix, cells: Mask) -> None:
        """The card ``number`` at ``place`` shows these of its cells, (ROWS * COLUMNS,)."""
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
        """Which card each picture point, (n, 2), belongs to; FREE for none, OUTSIDE beyond the picture."""
        x = np.floor(points[:, 0] / _SHRINK).astype(int)
        y = np.floor(points[:, 1] / _SHRINK).astype(int)
        inside = (x >= 0) & (y >= 0) & (x < self._owner.shape[1]) & (y < self._owner.shape[0])
        owners = np.full(len(points), OUTSIDE, np.intp)
        owners[inside] = self._owner[y[inside], x[inside]]
        return owners

    def free_cells(self, place: Matrix, number: int = FREE) -> Mask:
        """The cells of a card at ``place`` that lie in the picture and that no other card has explained."""
        owners = self.owners(to_picture(place, CELL_CENTRES))
        return np.asarray((owners == FREE) | (owners == number))


CELL_CENTRES: Matrix = np.array(
    [[(column + 0.5) * CELL, (row + 0.5) * CELL] for row in range(ROWS) for column in range(COLUMNS)], np.float64
)
