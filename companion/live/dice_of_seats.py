"""Assignment of dice to seats, for a roll in which each player's die lies in front of that player."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

from companion.pieces import Cast
from companion.table.edge import Edge
from companion.table.sightings import Point


@dataclass(frozen=True, slots=True)
class Limits:
    """What can be assigned."""

    dice: int = 6
    """Maximum number of dice, since all orders are tried."""


LIMITS = Limits()


def order_by_seat(cast: Cast, places: Sequence[Point], seats: Sequence[int], players: int, near: Edge) -> Cast:
    """Return the dice in the order of the seats; seats are clockwise, as their dice are around their middle.

    >>> from companion.pieces import DieKind, cast_of
    >>> dice, places = cast_of(DieKind.D6, (5, 1, 3)), ((700, 100), (500, 900), (100, 200))
    >>> [die.value for die in order_by_seat(dice, places, (0, 1, 2), 3, Edge.BOTTOM)]
    [1, 3, 5]

    Args:
        cast: The dice.
        places: The centre of each in the picture.
        seats: The seats whose dice they are.
        players: The number of players.
        near: The edge of the picture at which player 0 sits.

    Returns:
        The dice by seat; as they are if there is not one die for each seat.
    """
    if not len(cast) == len(places) == len(seats) <= LIMITS.dice:
        return cast
    middle = tuple(sum(axis) / len(places) for axis in zip(*places, strict=True))
    begin = _angle(near.direction)
    turns = [_angle((x - middle[0], y - middle[1])) - begin for x, y in places]

    def fit(order: tuple[int, ...]) -> float:
        return sum(math.cos(turns[die] - 2 * math.pi * seat / players) for die, seat in zip(order, seats, strict=True))

    return tuple(cast[die] for die in max(permutations(range(len(cast))), key=fit))


def _angle(vector: Point) -> float:
    """Return the angle of a vector in the picture, in radians, growing clockwise (y points down)."""
    return math.atan2(vector[1], vector[0])
