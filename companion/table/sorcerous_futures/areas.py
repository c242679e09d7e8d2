"""The areas of a table, the middle, each seat's and that of nobody's Excuse; and places of cards that hold.

The middle is where the dealt cards lay. Aces and the Excuse show where a seat's area is. Every other card belongs to
the area of the card next to it, from the nearest pair to the farthest, so that rows of cards stay together.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from statistics import fmean

from companion.games.sorcerous_futures.state import EXCUSE, State
from companion.pieces import Card, Rank
from companion.table.card_pose import CardPose, dot, vector_to
from companion.table.sightings import Point

MIDDLE, NOBODY = -1, -2
"""The areas of the cards that are up for auction, and of an Excuse that is nobody's."""


@dataclass(frozen=True, slots=True)
class Limits:
    """When cards lie together. Chosen for cards laid by hand with a finger's breadth between them."""

    together: float = 1.7
    """Maximum distance of two cards' centres in a row, in card heights."""
    middle: float = 0.8
    """Maximum distance of a card in the middle from the lines between the places there, in card heights."""
    taken: float = 1.1
    """Maximum distance of a taken card from another of its owner's, in card heights, if the middle is not known."""
    expected: float = 0.7
    """Factor of the distance to cards of the area in which the journal has a card: there it need not be as near."""
    nudged: float = 0.5
    """How far a card that nobody took may have moved, in card heights: hands nudge and straighten cards."""
    line: int = 3
    """Minimum number of cards whose line shows the middle."""


LIMITS = Limits()

Placed = tuple[Point, int]
"""A centre whose area is known, and the area."""


def owners(state: State) -> dict[Card, int]:
    """Return the area of each Ace and of the Excuse."""
    found = {card: seat for seat, own in enumerate(state.aces) for card in own}
    found[EXCUSE] = next((seat for seat, own in enumerate(state.aces) if not own), NOBODY)
    return found


def centre_of_table(anchors: Sequence[Placed]) -> Point:
    """Return the centre between the seats, each seat as heavy as another."""
    seats = {area for _, area in anchors if area >= 0}
    return _mean([_mean([point for point, area in anchors if area == seat]) for seat in seats])


def assign_areas(
    known: Mapping[Card, CardPose],
    anchors: Sequence[Placed],
    middle: Sequence[Point],
    unmoved: Mapping[Card, int],
    expected: Mapping[Card, int],
) -> dict[Card, int]:
    """Return the area of every card that is neither an Ace nor the Excuse.

    Args:
        known: The cards that lie face up.
        anchors: Where Aces and Excuse lie, and whose they are.
        middle: Places of the middle.
        unmoved: Cards whose areas are known, since nobody moved them.
        expected: The areas in which the journal has cards.

    Returns:
        The areas of the other cards.
    """
    placed = [*anchors, *((known[card].centre, area) for card, area in unmoved.items())]
    places = {card for card in known if card.rank is Rank.ACE or card == EXCUSE}
    moved = {card: pose for card, pose in known.items() if card not in places and card not in unmoved}
    areas = {card: MIDDLE for card, pose in moved.items() if _is_among(pose, middle)}
    left = {card: pose for card, pose in moved.items() if card not in areas}
    nearest = {card: _nearest(pose.centre, placed, expected.get(card)) for card, pose in left.items()}
    while left:
        card = min(left, key=lambda one: nearest[one][0])
        areas[card] = nearest[card][1]
        centre = left.pop(card).centre
        for other, pose in left.items():
            distance = _weigh(math.dist(pose.centre, centre), areas[card], expected.get(other))
            if distance < nearest[other][0]:
                nearest[other] = distance, areas[card]
    return areas


def largest_row(poses: Sequence[CardPose]) -> list[CardPose]:
    """Return the largest group of cards that lie together."""
    groups: list[list[CardPose]] = []
    for pose in poses:
        near = [group for group in groups if any(lie_together(pose, other) for other in group)]
        groups = [*(group for group in groups if group not in near), [pose, *chain.from_iterable(near)]]
    return max(groups, key=len, default=[])


def lie_together(one: CardPose, other: CardPose) -> bool:
    """Return whether two cards lie next to each other."""
    return math.dist(one.centre, other.centre) < LIMITS.together * max(one.height, other.height)


def _is_among(pose: CardPose, places: Sequence[Point]) -> bool:
    """Return whether a card lies at one of these places or between two of them."""
    gaps = (_distance_to_line(pose.centre, one, other) for one in places for other in places)
    return min(gaps, default=math.inf) < LIMITS.middle * pose.height


def _distance_to_line(point: Point, one: Point, other: Point) -> float:
    """Return the distance of a point from the line between two others."""
    along = vector_to(one, other)
    length = dot(along, along)
    share = min(1.0, max(0.0, dot(vector_to(one, point), along) / length)) if length else 0.0
    return math.dist(point, (one[0] + share * along[0], one[1] + share * along[1]))


def _nearest(point: Point, placed: Sequence[Placed], expected: int | None) -> tuple[float, int]:
    weighed = ((_weigh(math.dist(point, other), area, expected), area) for other, area in placed)
    return min(weighed, default=(math.inf, MIDDLE))


def _weigh(distance: float, area: int, expected: int | None) -> float:
    return LIMITS.expected * distance if area == expected else distance


def _mean(points: Sequence[Point]) -> Point:
    return fmean(x for x, _ in points), fmean(y for _, y in points)


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
