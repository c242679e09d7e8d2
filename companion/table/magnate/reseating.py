"""A table that was read from one player's side, as another one sees it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from companion.games.magnate.scoring import Layout
from companion.games.magnate.state import District

T = TypeVar("T")


def reseated(layout: Layout, first: int) -> Layout:
    """Return a layout with this seat as seat 0, and the others after it."""
    players = len(layout.crowns)
    order = [(first + seat) % players for seat in range(players)]
    districts = [
        replace(district, columns=tuple(district.columns[seat] for seat in order)) for district in layout.districts
    ]
    crowns = tuple(layout.crowns[seat] for seat in order)
    if first and players == 2:
        districts, crowns = districts[::-1], tuple(held[::-1] for held in crowns)
    elif first:
        districts = _arms(districts, first)
    return replace(layout, districts=tuple(districts), crowns=crowns)


def arms_in_order(left: Sequence[T], opposite: Sequence[T], right: Sequence[T], middle: T) -> list[T]:
    """Return the districts of a Y in the order of a layout, of three arms with the innermost district first."""
    half = (len(opposite) + 1) // 2
    return [*reversed(left), *opposite[:half], middle, *opposite[half:], *right]


def _arms(districts: Sequence[District], first: int) -> list[District]:
    """Return the districts of a Y, whose columns are by their new seats, in their new order."""
    middle = next(place for place, district in enumerate(districts) if None not in district.columns)
    # No column of seat 0, say, is at the arm opposite to it. The list names the arm on the left from its end inwards.
    opposite_to = [[one for one in districts if one.columns[seat] is None] for seat in range(3)]
    opposite_to[(2 - first) % 3].reverse()
    opposite, right, left = opposite_to
    return arms_in_order(left, opposite, right, districts[middle])
