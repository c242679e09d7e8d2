"""Corner pieces of the mat: a tag for the camera, and a small picture of the corner's place."""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from companion.artwork.palette import GOLD, INK, MIST
from companion.artwork.paper import Paper
from companion.artwork.shapes import Contour, Drawing, Shape, circle, line, rectangle
from companion.artwork.sheets import PrintSheet, Words, cut_sheet
from companion.pieces.mat import MatCorner

SIDE = 92.0
"""Side of a corner piece in millimetres."""
TAG = 48.0
"""Side of a tag's black square in millimetres."""
_MODULES = 8
"""Modules on a side of a 36h11 tag, its black rim included."""
_WHITE = 8.0
"""White margin that a tag needs, in millimetres."""
_LETTERING = 2.3


def mat_sheets(paper: Paper, lines: Sequence[str] = ()) -> list[PrintSheet]:
    """Return one page with the four corner pieces as they are placed on the table.

    Args:
        paper: the paper.
        lines: text printed on each piece.
    """
    pieces = {corner.place: corner_piece(corner) for corner in MatCorner}
    places = [(across, down) for down in (0, 1) for across in (0, 1)]
    sheet = cut_sheet(paper, [pieces[place] for place in places], 2, 2)
    words = tuple(
        Words(text, *_line_at(place, number, x, y), _LETTERING, bold=number == 0)
        for place, (_, x, y) in zip(places, sheet.drawings, strict=True)
        for number, text in enumerate(lines)
    )
    return [replace(sheet, words=words)]


def _line_at(place: tuple[int, int], number: int, x: float, y: float) -> tuple[float, float]:
    """Return where a line of text starts: along the piece's outer edge, clear of tag and picture."""
    across, down = place
    return x + (8 if across else 31), y + (SIDE - 20 if down else 9) + 4 * number


def corner_piece(corner: MatCorner) -> Drawing:
    """Return one corner, upright for player 0: the tag, a bracket along the mat's edges, and a small picture.

    The tag's own inner corner marks the corner of the mat.
    """
    across, down = corner.place
    # The tag lies towards the middle of the mat.
    x = _WHITE if across else SIDE - _WHITE - TAG
    y = _WHITE if down else SIDE - _WHITE - TAG
    shapes = [
        Shape((rectangle(0, 0, SIDE, SIDE),), fill="#ffffff"),
        Shape(tag(corner, x, y), fill="#000000"),
        *_whereabouts(corner, SIDE - 17 if across else 17, SIDE - 13 if down else 13),
    ]
    arm = SIDE - 12
    inner = (SIDE - arm if across else arm, SIDE - 3 if down else 3)
    outer = (SIDE - 3 if across else 3, SIDE - 3 if down else 3)
    side = (SIDE - 3 if across else 3, SIDE - arm if down else arm)
    shapes.append(line([inner, outer, side], INK, 1.2))
    return Drawing(SIDE, SIDE, tuple(shapes))


def tag(corner: MatCorner, x: float, y: float) -> tuple[Contour, ...]:
    """Return the black of a corner's tag, its top left corner at (x, y): a rectangle for every run of black modules."""
    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    modules = np.asarray(cv2.aruco.generateImageMarker(family, int(corner), _MODULES)) == 0
    size = TAG / _MODULES
    runs = []
    for row, black in enumerate(modules):
        edges = np.flatnonzero(np.diff(np.concatenate([[0], black, [0]])))
        for start, end in zip(edges[::2], edges[1::2], strict=True):
            # Rows reach into each other by a hair, so that no printer shows a seam.
            reach = 0.02 if row + 1 < _MODULES else 0.0
            runs.append(rectangle(x + start * size, y + row * size, (end - start) * size, size + reach))
    return tuple(runs)


def _whereabouts(corner: MatCorner, x: float, y: float) -> list[Shape]:
    """Return a small mat around (x, y) with player 0 below it and this corner marked."""
    wide, tall = 15.0, 9.0
    left, top = x - wide / 2, y - tall / 2
    across, down = corner.place
    return [
        Shape((rectangle(left, top, wide, tall, 1.2),), MIST, INK, 0.4),
        Shape((circle(left + across * wide, top + down * tall, 1.8),), GOLD, INK, 0.4),
        Shape((circle(x, top + tall + 2.6, 1.2),), INK),
    ]
