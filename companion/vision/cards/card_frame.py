"""The card's own frame, where things are on a card of any size, and the map of which card covers which part.

A card's pose is a homography (3 × 3) from this frame, ``WIDTH`` × ``HEIGHT`` units, to picture pixels. Cells divide the
frame. Cards are compared cell by cell, so that a partly covered card can be read.
"""

import cv2
import numpy as np

from companion.pictures.arrays import Ints, Mask, Matrix, Picture

WIDTH, HEIGHT = 100, 140
CENTRE = (WIDTH / 2, HEIGHT / 2)
CELL = 10
COLUMNS, ROWS = WIDTH // CELL, HEIGHT // CELL
CELLS = COLUMNS * ROWS
OUTLINE: Matrix = np.array([[0, 0], [WIDTH, 0], [WIDTH, HEIGHT], [0, HEIGHT]], np.float64)

HALF_TURN: Matrix = np.array([[-1, 0, WIDTH], [0, -1, HEIGHT], [0, 0, 1]], np.float64)
"""The map of the frame upside down onto itself."""


def index_cells() -> Mask:
    """Return the cells of the two index strips (ROWS × COLUMNS): a fifth of the width, a third of the height."""
    strip = np.zeros((ROWS, COLUMNS), np.bool_)
    strip[:5, :2] = True
    return strip | strip[::-1, ::-1]


def card_corners(place: Matrix) -> Matrix:
    """Return the outline of a card at a pose (4 × 2 pixels), clockwise from its own top left."""
    return to_picture(place, OUTLINE)


def to_picture(place: Matrix, points: Matrix) -> Matrix:
    """Return points of the card's frame (n × 2) as picture pixels."""
    homogeneous = np.column_stack([points, np.ones(len(points))]) @ place.T
    return np.asarray(homogeneous[:, :2] / homogeneous[:, 2:])


def card_centre(place: Matrix) -> tuple[float, float]:
    """Return the picture point of a card's centre."""
    x, y, w = place @ (*CENTRE, 1.0)
    return float(x / w), float(y / w)


def card_height(place: Matrix) -> float:
    """Return the height of a card in the picture, pixels."""
    outline = card_corners(place)
    return float(np.linalg.norm(outline[3] - outline[0]) + np.linalg.norm(outline[2] - outline[1])) / 2


def pose_from_similarity(x: float, y: float, scale: float, angle: float) -> Matrix:
    """Return the pose of a card.

    Args:
        x: Of its centre, pixels.
        y: Of its centre, pixels.
        scale: Pixels per frame unit.
        angle: Clockwise rotation, radians.

    Returns:
        The homography, 3 × 3.
    """
    c, s = scale * np.cos(angle), scale * np.sin(angle)
    mx, my = CENTRE
    return np.array([[c, -s, x - c * mx + s * my], [s, c, y - s * mx - c * my], [0, 0, 1]])


def rectify(pixels: Picture, place: Matrix, scale: float = 1.0, margin: int = 0) -> Picture:
    """Return what lies at a pose as seen in the card's frame, at ``scale`` pixels a unit, ``margin`` pixels wider."""
    zoom = np.array([[1 / scale, 0, -margin / scale], [0, 1 / scale, -margin / scale], [0, 0, 1]])
    size = (round(WIDTH * scale) + 2 * margin, round(HEIGHT * scale) + 2 * margin)
    # Pixel centres lie half a pixel in from the outer corner, at both ends of the mapping.
    into = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1]])
    out = np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1]])
    return np.asarray(
        cv2.warpPerspective(pixels, out @ place @ zoom @ into, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP),
        np.uint8,
    )


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
