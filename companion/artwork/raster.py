"""Drawings as pictures for OpenCV."""

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.artwork.palette import rgb
from companion.artwork.shapes import Drawing, Shape

_SUPERSAMPLING = 3
_SHIFT = 4


def rasterised(drawing: Drawing, width: int, background: str = "#ffffff") -> NDArray[np.uint8]:
    """Return the drawing as a supersampled BGR picture.

    Args:
        drawing: the drawing.
        width: width in pixels; the height follows.
        background: its colour, ``#rrggbb``.

    Returns:
        Pixels, height × width × 3.
    """
    height = round(width * drawing.height / drawing.width)
    canvas = np.empty((height * _SUPERSAMPLING, width * _SUPERSAMPLING, 3), np.uint8)
    canvas[:] = rgb(background)[::-1]
    scale = (width * _SUPERSAMPLING / drawing.width, height * _SUPERSAMPLING / drawing.height)
    for shape in drawing.shapes:
        _paint(canvas, shape, scale)
    return np.asarray(cv2.resize(canvas, (width, height), interpolation=cv2.INTER_AREA), dtype=np.uint8)


def silhouette(shapes: tuple[Shape, ...], size: int) -> NDArray[np.uint8]:
    """Return the coverage of each pixel by a unit glyph (±0.5), 0–255, shape (size, size)."""
    canvas = np.zeros((size * _SUPERSAMPLING, size * _SUPERSAMPLING, 3), np.uint8)
    for shape in shapes:
        moved = shape.mapped(lambda contour: contour + 0.5)
        white = moved.painted("#ffffff" if shape.fill else None, "#ffffff" if shape.stroke else None, shape.width)
        _paint(canvas, white, (size * _SUPERSAMPLING, size * _SUPERSAMPLING))
    return np.asarray(cv2.resize(canvas, (size, size), interpolation=cv2.INTER_AREA)[:, :, 0], dtype=np.uint8)


def _paint(canvas: NDArray[np.uint8], shape: Shape, scale: tuple[float, float]) -> None:
    fixed = np.array(scale) * (1 << _SHIFT)
    # OpenCV's fixed point puts 0 at the centre of the first pixel, a drawing at its corner.
    contours = [np.round(contour * fixed - (1 << (_SHIFT - 1))).astype(np.int32) for contour in shape.contours]
    if shape.fill is not None and shape.closed:
        cv2.fillPoly(canvas, contours, rgb(shape.fill)[::-1], cv2.LINE_8, _SHIFT)
    if shape.stroke is not None and shape.width > 0:
        thickness = max(1, round(shape.width * scale[0]))
        cv2.polylines(canvas, contours, shape.closed, rgb(shape.stroke)[::-1], thickness, cv2.LINE_8, _SHIFT)
