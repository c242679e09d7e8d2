"""A row of cards, and where everything lies as seen from it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from statistics import median

from companion.table.lying import Lying, away, dot
from companion.table.sightings import Point


class Edge(Enum):
    """An edge of the picture."""

    BOTTOM = "bottom"
    RIGHT = "right"
    TOP = "top"
    LEFT = "left"

    @property
    def direction(self) -> Point:
        """The unit vector towards it."""
        return {"bottom": (0.0, 1.0), "right": (1.0, 0.0), "top": (0.0, -1.0), "left": (-1.0, 0.0)}[self.value]


OFF_LINE = 0.4
"""How far, in card heights, a card may lie beside its row."""
ALONG_THE_VIEW = math.cos(math.radians(65))
"""A row that runs this much towards the edge where player 0 sits has no side for that player."""


@dataclass(frozen=True, slots=True)
class Row:
    """A straight row of cards. ``right`` runs along it from player 0's left, ``down`` towards player 0.

    Columns lean against ``down`` by ``lean`` at the origin and by ``fan`` more for every pixel along the row: so they
    look from above a corner or from near the table's edge.
    """

    origin: Point
    right: Point
    down: Point
    height: float
    lean: float = 0.0
    fan: float = 0.0

    def position(self, point: Point) -> tuple[float, float]:
        """Where the column through a point meets the row, and how far the point lies from it towards player 0."""
        x, y = dot(away(self.origin, point), self.right), dot(away(self.origin, point), self.down)
        return (x - self.lean * y) / (1 + self.fan * y), y

    def crosswise(self, card: Lying) -> float:
        """How a card lies against the columns: 0 along them, 1 a quarter turn."""
        at, _ = self.position(card.centre)
        slope = self.lean + self.fan * at
        x, y = dot(card.along, self.right), dot(card.along, self.down)
        return abs(x - slope * y) / math.hypot(x - slope * y, y + slope * x)


def row_of(cards: Sequence[Lying]) -> tuple[Point, Point] | None:
    """A point and the unit vector of the line that most of the cards lie on; None where no three lie so."""
    best: list[Lying] = []
    for i, first in enumerate(cards):
        for second in cards[i + 1 :]:
            if (line := _through(first.centre, second.centre)) is not None:
                on_it = [card for card in cards if _beside(card, *line) < OFF_LINE]
                best = max(best, on_it, key=len)
    if len(best) < min(3, len(cards)) or len(best) < 2:
        return None
    far = max(((a, b) for a in best for b in best), key=lambda pair: math.hypot(*away(pair[0].centre, pair[1].centre)))
    middle = (sum(card.centre[0] for card in best) / len(best), sum(card.centre[1] for card in best) / len(best))
    line = _through(far[0].centre, far[1].centre)
    return (middle, _principal(best, middle, line[1])) if line is not None else None


def off_row(card: Lying, line: tuple[Point, Point]) -> float:
    """How far beside the line a card lies, in its heights."""
    return _beside(card, *line)


def _through(first: Point, second: Point) -> tuple[Point, Point] | None:
    x, y = away(first, second)
    length = math.hypot(x, y)
    return (first, (x / length, y / length)) if length > 1 else None


def _beside(card: Lying, origin: Point, direction: Point) -> float:
    x, y = away(origin, card.centre)
    return abs(x * direction[1] - y * direction[0]) / card.height


def _principal(cards: Sequence[Lying], middle: Point, rough: Point) -> Point:
    """The direction along which the cards' centres spread most, pointing like ``rough``."""
    offsets = [away(middle, card.centre) for card in cards]
    xx, yy, xy = (sum(p[i] * p[j] for p in offsets) for i, j in ((0, 0), (1, 1), (0, 1)))
    angle = 0.5 * math.atan2(2 * xy, xx - yy)
    direction = (math.cos(angle), math.sin(angle))
    return direction if dot(direction, rough) > 0 else (-direction[0], -direction[1])


def seen_from(line: tuple[Point, Point], near: Edge, cards: Sequence[Lying]) -> Row | None:
    """The row as player 0 sees it from that edge of the picture; None where it runs towards that edge."""
    origin, along = line
    across = (-along[1], along[0])
    towards = dot(across, near.direction)
    if abs(towards) < ALONG_THE_VIEW:
        return None
    down = across if towards > 0 else (-across[0], -across[1])
    right = (down[1], -down[0])
    straight = Row(origin, right, down, median(card.height for card in cards))
    return leaning(straight, cards)


def leaning(row: Row, cards: Sequence[Lying]) -> Row:
    """The row with its columns' lean taken from how its cards and those around it are turned."""
    found: list[tuple[float, float]] = []
    for card in cards:
        x, y = dot(card.along, row.right), dot(card.along, row.down)
        if abs(x) > abs(y):
            x, y = -y, x
        at, _ = row.position(card.centre)
        found.append((at, x / y))
    lean, fan = _robust_line(found)
    return Row(row.origin, row.right, row.down, row.height, lean, fan)


def _robust_line(points: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Value at 0 and slope of a line through points, those far off it left out."""
    kept = [p for p in points if abs(p[1] - median(value for _, value in points)) < 0.2]
    value, slope = 0.0, 0.0
    for _ in range(3):
        # Four invisible upright cards at the far ends hold the slope where few cards are seen.
        reach = max((abs(at) for at, _ in kept), default=1.0) or 1.0
        count, square = len(kept), sum(at * at for at, _ in kept) + 4 * reach * reach
        mean_at, mean_value = sum(at for at, _ in kept) / count, sum(v for _, v in kept) / count
        mixed = sum((at - mean_at) * (v - mean_value) for at, v in kept)
        slope = mixed / square
        value = mean_value - slope * mean_at
        kept = [p for p in kept if abs(p[1] - value - slope * p[0]) < 0.12] or kept
    return value, slope
