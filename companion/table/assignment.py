"""Assignments: rows to columns, the best one and the nearest ones first; confirmed values to the dice in view."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import permutations

from companion.pieces import Cast, DieKind
from companion.questions import Box
from companion.table.sightings import DieSighting


@dataclass(frozen=True, slots=True)
class Limits:
    """When the assignment is unambiguous. Chosen, not measured."""

    min_probability: float = 0.01
    """Lower bound of the probability of a value."""
    max_dice: int = 6
    """Maximum number of dice of a kind, since all orders are tried."""
    min_ratio: float = 3.0
    """How many times as likely as the next order the best one must be."""


LIMITS = Limits()


def assign_values(dice: Sequence[DieSighting], cast: Cast, region: Box) -> list[tuple[DieSighting, int]]:
    """Return the dice in a region with their values, for the kinds whose assignment is unambiguous.

    >>> from companion.pieces import Die
    >>> dice = [DieSighting(DieKind.D10, (x, 5), ((value, 0.6),), across=10) for x, value in ((5, 3), (25, 8))]
    >>> cast = (Die(DieKind.D10, 8), Die(DieKind.D10, 1))
    >>> [(die.center[0], value) for die, value in assign_values(dice, cast, (0, 0, 30, 10))]
    [(5, 1), (25, 8)]
    """
    left, top, right, bottom = region
    here = [die for die in dice if left <= die.center[0] <= right and top <= die.center[1] <= bottom]
    assigned: list[tuple[DieSighting, int]] = []
    for kind in DieKind:
        own, values = [die for die in here if die.kind is kind], [die.value for die in cast if die.kind is kind]
        if len(own) == len(values) <= LIMITS.max_dice:
            assigned += zip(own, _best_order(own, values) or (), strict=False)
    return assigned


def _best_order(dice: Sequence[DieSighting], values: Sequence[int]) -> tuple[int, ...] | None:
    """Return the values of these dice one by one; None if it is ambiguous."""

    def likelihood(order: Sequence[int]) -> float:
        shares = (dict(die.candidates).get(value, 0.0) for die, value in zip(dice, order, strict=True))
        return math.prod(max(LIMITS.min_probability, share) for share in shares)

    orders = sorted(((likelihood(order), order) for order in set(permutations(values))), reverse=True)
    clear = len(orders) == 1 or orders[0][0] >= LIMITS.min_ratio * orders[1][0]
    return orders[0][1] if clear else None


def best_assignment(worth: Sequence[Sequence[float]]) -> list[int]:
    """Return the column of every row, each column at most once, so that the sum of ``worth`` is greatest.

    ``worth`` has at least as many columns as rows. This is Kuhn's Hungarian method with potentials, O(rows² · columns).

    >>> best_assignment([[9.0, 8.0, 0.0], [9.0, 1.0, 0.0]])
    [1, 0]
    """
    rows, columns = len(worth), len(worth[0]) if worth else 0
    if rows > columns:
        raise ValueError(f"{rows} rows cannot have a column each of {columns}")
    row_price, column_price = [0.0] * (rows + 1), [0.0] * (columns + 1)
    held = [0] * (columns + 1)
    for row in range(1, rows + 1):
        held[0] = row
        came_from, slack = [0] * (columns + 1), [float("inf")] * (columns + 1)
        done = {0}
        column = 0
        while held[column]:
            at = held[column]
            open_columns = [other for other in range(1, columns + 1) if other not in done]
            for other in open_columns:
                reduced = -worth[at - 1][other - 1] - row_price[at] - column_price[other]
                if reduced < slack[other]:
                    slack[other], came_from[other] = reduced, column
            following = min(open_columns, key=slack.__getitem__)
            step = slack[following]
            for other in done:
                row_price[held[other]] += step
                column_price[other] -= step
            for other in open_columns:
                slack[other] -= step
            done.add(following)
            column = following
        while column:
            held[column] = held[came_from[column]]
            column = came_from[column]
    chosen = {row: column for column, row in enumerate(held) if row and column}
    return [chosen[row] - 1 for row in range(1, rows + 1)]


def nearest_first(distances: Iterable[tuple[float, int, int]]) -> dict[int, int]:
    """Return the column of each row by distances of rows and columns: the nearest pair first, each used once.

    >>> nearest_first([(0.2, 0, 1), (0.1, 0, 0), (0.15, 1, 0)])
    {0: 0}
    """
    columns: dict[int, int] = {}
    taken: set[int] = set()
    for _, row, column in sorted(distances):
        if row not in columns and column not in taken:
            columns[row] = column
            taken.add(column)
    return columns
