"""The Y of three players (F7): the Excuse in the middle, three arms of Pawns, each between two neighbours.

Every player looks into the sector between two arms, and all of that player's columns run the same way, from the
districts towards the player's edge. A sector's frame is a :class:`Row` through the Excuse, across that way.
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
    """What makes three arms. Chosen by trying on rendered tables of three; what 25 came to is said with each."""

    off_arm: float = 24.0
    """How far beside its arm a district may lie, degrees as seen from the middle (at most 3.5)."""
    reach: float = 4.5
    """How far from the middle the outermost district may lie, in card heights (at most 2.3)."""
    cards: int = 3
    """So many Pawns make a Y, if they lie on three arms."""
    agreement: float = 0.5
    """How far the directions of all Pawns agree on three arms: 1 where each lies on one, near 0 where they lie
    anyhow (the length of the mean of their tripled directions; at least 0.99)."""
    as_near: float = 20.0
    """Two seats may both be meant where one is nearer to the edge named by no more than so many degrees."""


LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class Y:
    """A middle, and the direction (radians, clockwise from the picture's right) of the arm on seat 0's left.

    Seats follow one another clockwise as seen from above; seat s sits opposite the arm between the two others.
    """

    middle: Point
    first_arm: float
    height: float

    def arm(self, number: int) -> Point:
        """The unit vector along an arm: 0 between seats 0 and 1, 1 between 1 and 2, 2 between 2 and 0."""
        return _pointing(self.first_arm + number * THIRD)

    def towards(self, seat: int) -> Point:
        """The unit vector from the middle to a player."""
        return _pointing(self.first_arm + seat * THIRD - THIRD / 2)

    def arm_of(self, card: CardPose) -> int | None:
        """The arm that a card lies on; None for one beside them or out of reach."""
        x, y = vector_to(self.middle, card.centre)
        if math.hypot(x, y) > LIMITS.reach * self.height:
            return None
        turned = math.atan2(y, x) - self.first_arm
        number = round(turned / THIRD)
        return number % 3 if abs(turned - number * THIRD) < math.radians(LIMITS.off_arm) else None

    def seat_of(self, card: CardPose) -> int:
        """The player in whose sector a card lies."""
        way = vector_to(self.middle, card.centre)
        return max(range(3), key=lambda seat: dot(way, self.towards(seat)))

    def sector(self, seat: int, cards: Sequence[CardPose]) -> Row:
        """The frame of a player's sector, its columns' lean taken from how ``cards`` are turned."""
        down = self.towards(seat)
        straight = Row(self.middle, (down[1], -down[0]), down, self.height)
        return fit_lean(straight, cards) if cards else straight


def fit_y(cards: Sequence[CardPose], middle: CardPose | None, near: Edge) -> tuple[Y, bool] | None:
    """The Y that these district cards make around the Excuse, seat 0 nearest to that edge of the picture.

    The second value tells whether another seat is about as near. None where no three arms can be made out.
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
    # Arms a third of a turn angle_off point the same way once their angles are tripled.
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
