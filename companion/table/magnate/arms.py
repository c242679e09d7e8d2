"""The Y of three players (F7): the Excuse in the middle, and three arms of Pawns between neighbours.

Each player sits at the sector between two arms. All columns of a player run from the districts towards the player's
edge. A sector's frame is a :class:`Row` through the Excuse, across that direction.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from companion.table.card_pose import CardPose, dot, vector_to
from companion.table.edge import Edge
from companion.table.row import Row, fit_lean
from companion.table.sightings import Point

THIRD = 2 * math.pi / 3


@dataclass(frozen=True, slots=True)
class Limits:
    """What makes three arms. Chosen on rendered tables of three; the largest value in 25 of them is in parentheses."""

    off_arm: float = 24.0
    """Maximum angle of a district from its arm, degrees as seen from the middle (at most 3.5)."""
    reach: float = 4.5
    """Maximum distance of a district from the middle, in card heights (at most 2.3)."""
    cards: int = 3
    """Minimum number of Pawns on the three arms."""
    agreement: float = 0.5
    """Minimum length of the mean of the Pawns' tripled directions: 1 if each is on an arm (at least 0.99)."""
    as_near: float = 20.0
    """Difference in degrees up to which two seats are equally near to an edge."""


LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class Y:
    """A middle, and the direction (radians, clockwise from the picture's right) of the arm on seat 0's left.

    Seats follow one another clockwise from above. Seat s is opposite the arm between the two others.
    """

    middle: Point
    first_arm: float
    height: float

    def arm(self, number: int) -> Point:
        """Return the unit vector along an arm: 0 between seats 0 and 1, 1 between 1 and 2, 2 between 2 and 0."""
        return _pointing(self.first_arm + number * THIRD)

    def towards(self, seat: int) -> Point:
        """Return the unit vector from the middle to a player."""
        return _pointing(self.first_arm + seat * THIRD - THIRD / 2)

    def arm_of(self, card: CardPose) -> int | None:
        """Return the arm that a card is on; None for one off the arms or out of reach."""
        x, y = vector_to(self.middle, card.centre)
        if math.hypot(x, y) > LIMITS.reach * self.height:
            return None
        turned = math.atan2(y, x) - self.first_arm
        number = round(turned / THIRD)
        return number % 3 if abs(turned - number * THIRD) < math.radians(LIMITS.off_arm) else None

    def seat_of(self, card: CardPose) -> int:
        """Return the player in whose sector a card is."""
        direction = vector_to(self.middle, card.centre)
        return max(range(3), key=lambda seat: dot(direction, self.towards(seat)))

    def sector(self, seat: int, cards: Sequence[CardPose]) -> Row:
        """Return the frame of a player's sector; the lean of its columns is estimated from ``cards``."""
        down = self.towards(seat)
        straight = Row(self.middle, (down[1], -down[0]), down, self.height)
        return fit_lean(straight, cards) if cards else straight


def fit_y(cards: Sequence[CardPose], middle: CardPose | None, near: Edge) -> tuple[Y, bool] | None:
    """Return the Y of these district cards around the Excuse, and whether another seat is about as near to the edge.

    Args:
        cards: The district cards.
        middle: The Excuse, if it was found.
        near: The edge of the picture that is nearest to seat 0.

    Returns:
        The Y and whether seat 0 is ambiguous; None if no three arms can be found.
    """
    if middle is None:
        return None
    height = median(card.height for card in [*cards, middle])
    angles = []
    for card in cards:
        x, y = vector_to(middle.centre, card.centre)
        if math.hypot(x, y) < LIMITS.reach * height:
            angles.append(math.atan2(y, x))
    if len(angles) < LIMITS.cards:
        return None
    # Arms a third of a turn apart point the same way once their angles are tripled.
    together = (sum(math.cos(3 * a) for a in angles), sum(math.sin(3 * a) for a in angles))
    if math.hypot(*together) < LIMITS.agreement * len(angles):
        return None
    some_arm = math.atan2(together[1], together[0]) / 3
    edge = math.atan2(near.direction[1], near.direction[0])
    angle_off = {number: abs(_signed(some_arm + number * THIRD - THIRD / 2 - edge)) for number in range(3)}
    best, second = sorted(angle_off, key=angle_off.__getitem__)[:2]
    unclear = angle_off[second] - angle_off[best] < math.radians(LIMITS.as_near)
    return Y(middle.centre, some_arm + best * THIRD, height), unclear


def _pointing(angle: float) -> Point:
    return math.cos(angle), math.sin(angle)


def _signed(angle: float) -> float:
    return (angle + math.pi) % (2 * math.pi) - math.pi
