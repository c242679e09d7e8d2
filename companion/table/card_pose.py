"""The poses of cards in the picture, a row of cards, and positions relative to it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from statistics import fmean, linear_regression, median

from companion.questions import Box
from companion.table.sightings import CardSighting, Edge, Point


@dataclass(frozen=True, slots=True)
class CardPose:
    """The pose of one sighting, pixels. ``along`` is the unit vector from the card's top to its bottom."""

    sighting: CardSighting
    centre: Point
    along: Point
    height: float
    width: float

    @classmethod
    def of(cls, sighting: CardSighting) -> CardPose:
        """Compute the pose of a sighting."""
        a, b, c, d = sighting.corners
        centre = ((a[0] + b[0] + c[0] + d[0]) / 4, (a[1] + b[1] + c[1] + d[1]) / 4)
        down = ((c[0] + d[0] - a[0] - b[0]) / 2, (c[1] + d[1] - a[1] - b[1]) / 2)
        across = ((b[0] + c[0] - a[0] - d[0]) / 2, (b[1] + c[1] - a[1] - d[1]) / 2)
        height = math.hypot(*down) or 1.0
        return cls(sighting, centre, (down[0] / height, down[1] / height), height, math.hypot(*across) or 1.0)

    @property
    def region(self) -> Box:
        """The upright box around its outline."""
        return bounding_box([self])


def bounding_box(cards: list[CardPose]) -> Box:
    """Return the upright box around the outlines of these cards."""
    xs = [x for card in cards for x, _ in card.sighting.corners]
    ys = [y for card in cards for _, y in card.sighting.corners]
    return (round(min(xs), 1), round(min(ys), 1), round(max(xs), 1), round(max(ys), 1))


def dot(first: Point, second: Point) -> float:
    """Return the scalar product."""
    return first[0] * second[0] + first[1] * second[1]


def vector_to(origin: Point, point: Point) -> Point:
    """Return the vector from one point to another."""
    return (point[0] - origin[0], point[1] - origin[1])


@dataclass(frozen=True, slots=True)
class Limits:
    """What makes a row, and how it may be oriented.

    Chosen on rendered tables. On 85 of them and on 22 labelled pictures of tables, no card of a row was more than 0.09
    heights off its line, and none was turned by more than 13 degrees.
    """

    cards: int = 3
    """Number of cards on a line that make a row; all of them if fewer were detected."""
    off_line: float = 0.4
    """Maximum distance of a card from its row's line, in card heights."""
    endways: float = 25.0
    """Angle in degrees to the edge of player 0 within which a row has no side for that player."""
    crooked: float = 0.3
    """Maximum difference of a card's slope from the median one (0.3 is 17 degrees) to be used for the lean of columns.

    With 0.2 more cards of strongly tilted tables were assigned to other columns, with 0.4 more of tables with crooked
    cards (the 85 rendered tables, tilted and disturbed).
    """


LIMITS = Limits()

ACROSS = math.sqrt(1 / 2)
"""Sine of 45 degrees, from which a card is across a column rather than along it."""


@dataclass(frozen=True, slots=True)
class Row:
    """A straight row of cards. ``right`` runs along it from player 0's left, ``down`` towards player 0.

    Columns lean against ``down`` by ``lean`` at the origin, and by ``fan`` more for every pixel along the row, as
    perspective makes them.
    """

    origin: Point
    right: Point
    down: Point
    height: float
    lean: float = 0.0
    fan: float = 0.0

    def position(self, point: Point) -> tuple[float, float]:
        """Return where the column through a point meets the row, and the point's distance towards player 0, pixels."""
        x, y = dot(vector_to(self.origin, point), self.right), dot(vector_to(self.origin, point), self.down)
        return (x - self.lean * y) / (1 + self.fan * y), y

    def crosswise(self, card: CardPose) -> float:
        """Return the sine of a card's angle to the columns: 0 along them, 1 across."""
        at, _ = self.position(card.centre)
        slope = self.lean + self.fan * at
        x, y = dot(card.along, self.right), dot(card.along, self.down)
        return abs(x - slope * y) / math.hypot(x - slope * y, y + slope * x)

    def is_across(self, card: CardPose) -> bool:
        """Return whether a card is across the columns rather than along them."""
        return self.crosswise(card) > ACROSS


def fit_row(cards: Sequence[CardPose]) -> tuple[Point, Point] | None:
    """Return the consensus line of the cards: a point and a unit vector.

    Of all lines through two cards it is the one with most cards. None if it has too few.
    """
    pairs = [(one.centre, other.centre) for one, other in combinations(cards, 2) if one.centre != other.centre]
    on_lines = ([card for card in cards if is_on_line(card, _through(*pair))] for pair in pairs)
    best = max(on_lines, key=len, default=[])
    if len(best) < max(2, min(LIMITS.cards, len(cards))):
        return None
    middle = (fmean(card.centre[0] for card in best), fmean(card.centre[1] for card in best))
    return middle, _principal(best, middle)


def is_on_line(card: CardPose, line: tuple[Point, Point]) -> bool:
    """Return whether a card is on the line of a row."""
    origin, (across, down) = line
    x, y = vector_to(origin, card.centre)
    return abs(x * down - y * across) / card.height < LIMITS.off_line


def _through(first: Point, second: Point) -> tuple[Point, Point]:
    x, y = vector_to(first, second)
    length = math.hypot(x, y)
    return first, (x / length, y / length)


def _principal(cards: Sequence[CardPose], middle: Point) -> Point:
    """Return the direction along which the cards' centres spread most."""
    offsets = [vector_to(middle, card.centre) for card in cards]
    xx, yy, xy = (sum(p[i] * p[j] for p in offsets) for i, j in ((0, 0), (1, 1), (0, 1)))
    angle = math.atan2(2 * xy, xx - yy) / 2
    return math.cos(angle), math.sin(angle)


def orient_row(line: tuple[Point, Point], near: Edge, cards: Sequence[CardPose]) -> Row | None:
    """Return the row from player 0's side, at that edge of the picture; None if it runs towards the edge.

    Args:
        line: The line of the row.
        near: The edge of the picture at which player 0 sits.
        cards: The cards that show the lean of columns.
    """
    origin, along = line
    across = (-along[1], along[0])
    towards = dot(across, near.direction)
    if abs(towards) < math.sin(math.radians(LIMITS.endways)):
        return None
    down = across if towards > 0 else (-across[0], -across[1])
    right = (down[1], -down[0])
    return fit_lean(Row(origin, right, down, median(card.height for card in cards)), cards)


def fit_lean(row: Row, cards: Sequence[CardPose]) -> Row:
    """Return the row with the lean of columns estimated from the directions of its cards and those around it."""
    found: list[tuple[float, float]] = []
    for card in cards:
        x, y = dot(card.along, row.right), dot(card.along, row.down)
        slope = -y / x if abs(x) > abs(y) else x / y
        found.append((row.position(card.centre)[0], slope))
    lean, fan = _regression(found)
    return replace(row, lean=lean, fan=fan)


def _regression(points: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Fit a line (value at 0, slope) through points, without those far off the median.

    Two more points, with the median value and as far out as the farthest, hold the slope if there are few.
    """
    middle = median(value for _, value in points)
    kept = [(at, value) for at, value in points if abs(value - middle) < LIMITS.crooked] or [(0.0, middle)]
    reach = max(abs(at) for at, _ in kept)
    if not reach:
        return middle, 0.0
    held = [*kept, (-reach, middle), (reach, middle)]
    line = linear_regression([at for at, _ in held], [value for _, value in held])
    return line.intercept, line.slope
