"""The pose of a card in the picture: centre, direction and size."""

from __future__ import annotations

import math
from dataclasses import dataclass

from companion.questions import Box
from companion.table.sightings import CardSighting, Point


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
