"""Places of cards in the picture that hold while the camera is not moved, and which cards hide others."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from companion.pieces import Card
from companion.table.card_pose import CardPose
from companion.table.sightings import Point
from companion.table.sorcerous_futures.areas import LIMITS


@dataclass(frozen=True, slots=True)
class Lain:
    """Where a card lay when it was last in view; readings are numbered."""

    pose: CardPose
    since: int
    """The reading from which it lay there."""
    last: int
    """The reading in which it was last in view."""


@dataclass
class RememberedPlaces:
    """Places in the picture that hold while the camera is not moved."""

    anchors: dict[Card, Point] = field(default_factory=dict)
    """Where Aces and Excuse were last in view."""
    middle: dict[Card, Point] = field(default_factory=dict)
    """Where each card of the last deal lay in the middle."""
    bought: dict[Card, Point] = field(default_factory=dict)
    """Where each bought card last lay with its owner."""
    lain: dict[Card, Lain] = field(default_factory=dict)
    """Where each card face up was last in view."""
    readings: int = 0
    """The number of readings so far."""

    def update(self, known: Mapping[Card, CardPose]) -> None:
        """Take the cards face up of another reading."""
        self.readings = now = self.readings + 1
        for card, pose in known.items():
            before = self.lain.get(card)
            stays = before is not None and distance(before.pose.centre, pose) < LIMITS.nudged
            self.lain[card] = Lain(pose, before.since if before is not None and stays else now, now)

    def hidden(self) -> dict[Card, frozenset[Card]]:
        """Return the cards out of view on whose indices others came to lie, and these others."""
        found = {card: self._covers(lain) for card, lain in self.lain.items() if lain.last < self.readings}
        return {card: covers for card, covers in found.items() if covers}

    def _covers(self, hidden: Lain) -> frozenset[Card]:
        """Return the cards in view that came to lie on an index of a card since it was last in view."""
        return frozenset(
            card
            for card, lain in self.lain.items()
            if lain.since > hidden.last
            and lain.last == self.readings
            and any(_contains(lain.pose, spot) for spot in _index_quarters(hidden.pose))
        )


def distance(place: Point, card: CardPose) -> float:
    """Return the distance of a card's centre from a place, in its heights."""
    return math.dist(place, card.centre) / card.height


def _index_quarters(card: CardPose) -> Iterator[Point]:
    """Yield the centres of the quarters with an index: at its own top left and bottom right."""
    for x, y in card.sighting.corners[::2]:
        yield (x + card.centre[0]) / 2, (y + card.centre[1]) / 2


def _contains(card: CardPose, point: Point) -> bool:
    """Return whether a point lies within a card's outline."""
    corners = card.sighting.corners
    sides = zip(corners, (*corners[1:], corners[0]), strict=True)
    turns = [(bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax) for (ax, ay), (bx, by) in sides]
    return all(turn >= 0 for turn in turns) or all(turn <= 0 for turn in turns)
