"""Vector shapes: contours with a fill and a stroke, in any unit (faces use millimetres).

Curves are flattened finely enough for print when they are made, so that the screen, the SVG and the PDF draw the
same polygons. ``x`` grows to the right and ``y`` downwards.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

Contour = NDArray[np.float64]
"""Points of one outline or line, shape (n, 2)."""
Points = Sequence[tuple[float, float] | Contour] | Contour


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """Contours painted together by the even–odd rule, so that an inner contour is a hole.

    ``width`` is the stroke's, with round ends and corners. An open shape is a line and has no fill.
    """

    contours: tuple[Contour, ...]
    fill: str | None = None
    stroke: str | None = None
    width: float = 0.0
    closed: bool = True

    def painted(self, fill: str | None = None, stroke: str | None = None, width: float = 0.0) -> Shape:
        """Return the same contours in other colours."""
        return replace(self, fill=fill, stroke=stroke, width=width)

    def mapped(self, change: Callable[[Contour], Contour], scale: float = 1.0) -> Shape:
        """Return the shape with every contour changed and the stroke's width scaled."""
        return replace(self, contours=tuple(change(contour) for contour in self.contours), width=self.width * scale)


@dataclass(frozen=True, slots=True, eq=False)
class Drawing:
    """Shapes in painting order on a page of ``width`` × ``height`` units; what is outside the page is cut off.

    The first ``behind`` shapes show only through ``window``; a later one covers what is outside it.
    """

    width: float
    height: float
    shapes: tuple[Shape, ...]
    behind: int = 0
    window: Contour | None = None


def placed(shape: Shape, x: float, y: float, size: float = 1.0, turn: float = 0.0) -> Shape:
    """Return the shape scaled by ``size``, rotated clockwise by ``turn`` degrees, its origin moved to (x, y)."""
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    matrix = np.array([[cos, sin], [-sin, cos]]) * size
    return shape.mapped(lambda contour: contour @ matrix + (x, y), size)


def contour(points: Points) -> Contour:
    """Return the points as an array, shape (n, 2)."""
    return np.asarray(points, dtype=np.float64).reshape(-1, 2)


def line(points: Points, stroke: str, width: float) -> Shape:
    """Return an open line drawn with a round pen."""
    return Shape((contour(points),), None, stroke, width, closed=False)


def ellipse(x: float, y: float, across: float, down: float, turn: float = 0.0) -> Contour:
    """Return an ellipse by its centre and its two radii, rotated clockwise by ``turn`` degrees."""
    count = max(16, min(96, int(10 * math.sqrt(max(across, down)) + 12)))
    angles = np.linspace(0, 2 * math.pi, count, endpoint=False)
    points = np.stack([across * np.cos(angles), down * np.sin(angles)], axis=1)
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    moved: Contour = points @ np.array([[cos, sin], [-sin, cos]]) + (x, y)
    return moved


def circle(x: float, y: float, radius: float) -> Contour:
    """Return a circle by its centre and radius."""
    return ellipse(x, y, radius, radius)


def arc(x: float, y: float, radius: float, start: float, end: float, flat: float = 1.0) -> Contour:
    """Return an open arc from ``start`` to ``end`` degrees, clockwise from the right; ``flat`` scales its height."""
    count = max(6, int(abs(end - start) / 6))
    angles = np.radians(np.linspace(start, end, count))
    return np.stack([x + radius * np.cos(angles), y + flat * radius * np.sin(angles)], axis=1)


def rectangle(x: float, y: float, width: float, height: float, rounding: float = 0.0) -> Contour:
    """Return a rectangle by its top left corner, its corners rounded by a radius."""
    if rounding <= 0:
        return contour([(x, y), (x + width, y), (x + width, y + height), (x, y + height)])
    r = rounding
    centres = [(x + width - r, y + r, -90), (x + width - r, y + height - r, 0), (x + r, y + height - r, 90)]
    corners = [arc(cx, cy, r, start, start + 90) for cx, cy, start in [*centres, (x + r, y + r, 180)]]
    return np.concatenate(corners)


def curve(points: Points, closed: bool = False, steps: int = 8) -> Contour:
    """Return a smooth line (a Catmull–Rom spline) through the points, ``steps`` points for each piece."""
    knots = contour(points)
    ends = (knots[-1:], knots[:2]) if closed else (2 * knots[:1] - knots[1:2], 2 * knots[-1:] - knots[-2:-1])
    padded = np.concatenate([ends[0], knots, ends[1]])
    share = np.linspace(0, 1, steps, endpoint=False)[:, None]
    pieces = []
    for a, b, c, d in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        cubic = 3 * b - a - 3 * c + d
        square = 2 * a - 5 * b + 4 * c - d
        pieces.append(0.5 * (2 * b + (c - a) * share + square * share**2 + cubic * share**3))
    return np.concatenate(pieces if closed else [*pieces, knots[-1:]])


def bezier(*points: tuple[float, float], steps: int = 14) -> Contour:
    """Return a chain of cubic Béziers: start, then two handles and an end for each piece."""
    start = np.array(points[0], dtype=np.float64)
    share = np.linspace(0, 1, steps)[:, None]
    pieces = [start[None]]
    for i in range(1, len(points), 3):
        one, two, end = (np.array(point, dtype=np.float64) for point in points[i : i + 3])
        rest = 1 - share
        piece = rest**3 * start + 3 * rest**2 * share * one + 3 * rest * share**2 * two + share**3 * end
        pieces.append(piece[1:])
        start = end
    return np.concatenate(pieces)


def ribbon(path: Points, widths: float | Sequence[float]) -> Contour:
    """Return the outline of a brush stroke along ``path``, its width interpolated between ``widths``."""
    spine = contour(path)
    along = np.linspace(0, 1, len(spine))
    width_points = np.atleast_1d(np.asarray(widths, dtype=np.float64))
    half = np.interp(along, np.linspace(0, 1, len(width_points)), width_points)[:, None] / 2
    direction = np.gradient(spine, axis=0)
    direction /= np.maximum(np.linalg.norm(direction, axis=1, keepdims=True), 1e-9)
    side = np.stack([-direction[:, 1], direction[:, 0]], axis=1) * half
    outline: Contour = np.concatenate([spine + side, (spine - side)[::-1]])
    return outline


D10 = Shape(
    (contour([(0.0, -0.5), (0.46, -0.14), (0.46, 0.18), (0.0, 0.5), (-0.46, 0.18), (-0.46, -0.14)]),), "#ffffff"
)
D10_FACE = Shape((contour([(0.0, -0.45), (0.37, 0.1), (0.0, 0.3), (-0.37, 0.1)]),), "#ffffff")
"""The kite of the face that carries the number."""
