"""Pictures of cards in the style of woodcuts: shapes painted over one another.

A picture covers the whole card, in millimetres from its top left corner; the face's frame covers the rim
and two corners afterwards, so what matters belongs between x = 13 and 50.
"""

import math
from collections.abc import Sequence

import numpy as np

from companion.artwork.shapes import (
    Contour,
    Points,
    Shape,
    arc,
    circle,
    contour,
    curve,
    ellipse,
    placed,
    rectangle,
    ribbon,
)

WIDTH, HEIGHT = 63.0, 88.0


class Block:
    """A picture in progress; every method paints over what was there. ``seed`` fixes what is scattered."""

    def __init__(self, ground: str, seed: int = 0) -> None:
        self.shapes: list[Shape] = []
        self.rng = np.random.default_rng(seed)
        self.fill(rectangle(0, 0, WIDTH, HEIGHT), ground)

    def fill(self, outline: Points, colour: str, *more: Contour) -> None:
        """Paint an area; contours in ``more`` that overlap it are holes."""
        self.shapes.append(Shape((contour(outline), *more), fill=colour))

    def soft(self, points: Points, colour: str) -> None:
        """Paint an area with a smooth outline through the points."""
        self.fill(curve(points, closed=True), colour)

    def line(self, points: Points, colour: str, width: float = 0.5) -> None:
        """Draw a line through the points."""
        self.shapes.append(Shape((contour(points),), None, colour, width, closed=False))

    def brush(self, points: Points, widths: float | Sequence[float], colour: str) -> None:
        """Draw a smooth stroke through the points, with ``widths`` from start to end."""
        self.fill(ribbon(curve(points), widths), colour)

    def disc(self, x: float, y: float, radius: float, colour: str) -> None:
        """Paint a disc."""
        self.fill(circle(x, y, radius), colour)

    def oval(self, x: float, y: float, across: float, down: float, colour: str, turn: float = 0.0) -> None:
        """Paint an ellipse with two radii, rotated clockwise by ``turn`` degrees."""
        self.fill(ellipse(x, y, across, down, turn), colour)

    def box(self, x: float, y: float, width: float, height: float, colour: str, rounding: float = 0.0) -> None:
        """Paint a rectangle by its top left corner, with rounded corners."""
        self.fill(rectangle(x, y, width, height, rounding), colour)

    def stamp(self, shape: Shape, x: float, y: float, size: float, turn: float = 0.0) -> None:
        """Paint a unit shape, scaled by ``size`` and rotated clockwise by ``turn`` degrees."""
        self.shapes.append(placed(shape, x, y, size, turn))

    def hill(self, points: Points, colour: str, bottom: float = HEIGHT) -> None:
        """Paint land below a smooth skyline, down to ``bottom``."""
        skyline = curve(points)
        self.fill(np.concatenate([skyline, [(skyline[-1, 0], bottom), (skyline[0, 0], bottom)]]), colour)

    def many(self, outlines: Sequence[Contour], colour: str) -> None:
        """Paint several areas in one colour."""
        self.shapes.append(Shape(tuple(outlines), fill=colour))

    def rays(self, x: float, y: float, near: float, far: float, count: int, colour: str, width: float = 0.9) -> None:
        """Paint rays around a point from radius ``near`` to ``far``, every second one shorter."""
        outlines = []
        for step in range(count):
            angle = 2 * math.pi * (step + 0.37) / count
            reach = far if step % 2 == 0 else near + 0.62 * (far - near)
            direction = np.array([math.cos(angle), math.sin(angle)])
            side = np.array([-direction[1], direction[0]]) * width / 2
            start = np.array([x, y]) + direction * near
            outlines.append(contour(np.stack([start + side, np.array([x, y]) + direction * reach, start - side])))
        self.many(outlines, colour)

    def rings(self, x: float, y: float, radii: Sequence[float], colour: str, width: float = 0.6) -> None:
        """Paint circles around a point, with gaps as a knife would leave."""
        outlines = []
        for radius in radii:
            start = float(self.rng.uniform(0, 360))
            for piece in range(4):
                span = float(self.rng.uniform(55, 84))
                begin = start + 90 * piece
                outlines.append(ribbon(arc(x, y, radius, begin, begin + span), (0.05, width, width, 0.05)))
        self.many(outlines, colour)

    def stars(self, count: int, region: tuple[float, float, float, float], colour: str, size: float = 0.9) -> None:
        """Paint four-pointed stars scattered over (left, top, right, bottom)."""
        left, top, right, bottom = region
        outlines = []
        for _ in range(count):
            x, y = self.rng.uniform(left, right), self.rng.uniform(top, bottom)
            radius = size * self.rng.uniform(0.5, 1.3)
            points = [
                (x + r * math.cos(a), y + r * math.sin(a))
                for a, r in ((k * math.pi / 4, radius if k % 2 == 0 else radius * 0.28) for k in range(8))
            ]
            outlines.append(contour(points))
        self.many(outlines, colour)

    def grain(
        self,
        region: tuple[float, float, float, float],
        count: int,
        colour: str,
        turn: float = 0.0,
        length: float = 5.0,
        width: float = 0.5,
        within: Contour | None = None,
    ) -> None:
        """Paint short strokes over (left, top, right, bottom), at ``turn`` degrees, only ``within`` an outline."""
        left, top, right, bottom = region
        outlines: list[Contour] = []
        taken: list[tuple[float, float]] = []
        along = np.array([math.cos(math.radians(turn)), math.sin(math.radians(turn))])
        for _ in range(count * 4):
            if len(outlines) == count:
                break
            middle = np.array([self.rng.uniform(left, right), self.rng.uniform(top, bottom)])
            reach = along * length * self.rng.uniform(0.35, 0.65)
            ends = (middle - reach, middle + reach)
            if within is not None and not all(_inside(within, end) for end in ends):
                continue
            across = (middle @ (-along[1], along[0]), middle @ along)
            if any(abs(across[0] - a) < width * 1.5 and abs(across[1] - b) < length for a, b in taken):
                continue
            taken.append((float(across[0]), float(across[1])))
            outlines.append(ribbon(np.stack([ends[0], middle, ends[1]]), (0.04, width, 0.04)))
        self.many(outlines, colour)

    def ripples(
        self, top: float, bottom: float, rows: int, colour: str, width: float = 0.7, swell: float = 0.8
    ) -> None:
        """Paint broken wavy lines of water, closer together towards ``top``."""
        outlines = []
        for row in range(rows):
            y = top + (bottom - top) * ((row + 0.5) / rows) ** 1.3
            x = float(self.rng.uniform(-8, 2))
            while x < WIDTH + 4:
                length = float(self.rng.uniform(6, 17))
                xs = np.linspace(x, x + length, 14)
                ys = y + swell * np.sin(xs * 0.75 + row * 1.7) * (0.35 + 0.65 * row / rows)
                outlines.append(ribbon(np.stack([xs, ys], axis=1), (0.05, width, width, 0.05)))
                x += length + float(self.rng.uniform(1.5, 5))
        self.many(outlines, colour)


def _inside(outline: Contour, point: Contour) -> bool:
    """Return True if a point is in an outline (even–odd rule)."""
    x, y = point
    one, other = outline, np.roll(outline, -1, axis=0)
    spans = (one[:, 1] > y) != (other[:, 1] > y)
    with np.errstate(divide="ignore", invalid="ignore"):
        crossing = one[:, 0] + (y - one[:, 1]) * (other[:, 0] - one[:, 0]) / (other[:, 1] - one[:, 1])
    return bool(np.count_nonzero(spans & (x < crossing)) % 2)
