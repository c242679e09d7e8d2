"""Where a column's regular steps are broken: a card lies there that nobody saw.

Cards of a column overlap at much the same distance all over a table. A step twice as long hides a card that was
not found; it becomes a card that could not be read, and is asked about.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from companion.table.lying import Lying
from companion.table.row import Row
from companion.table.sightings import CardSighting, Face, Point


class Hidden(Lying):
    """A card that nobody saw, put where one must lie."""

    __slots__ = ()


Standing = tuple[float, Lying]
"""A card and its distance from the row, pixels."""

LONGER = 0.22
"""How much longer, in card heights, a step is than usual where a card is missing in it."""
APART = 0.95
"""A step of so many card heights hides nothing: the cards do not overlap."""


@dataclass(frozen=True, slots=True)
class Steps:
    """How cards usually follow one another here, pixels: from the district to the first, from each to the next.

    ``across`` is the step to a card that lies across, a deed, which often covers less. None: too few to tell.
    """

    first: float | None
    next: float | None
    across: float | None

    @classmethod
    def of(cls, row: Row, district_half: float, columns: Sequence[Sequence[Standing]]) -> Steps:
        """The usual steps in these columns, each from the district outwards."""
        firsts: list[float] = []
        steps: tuple[list[float], list[float]] = ([], [])
        for column in columns:
            edges = [_inner_edge(row, standing) for standing in column]
            firsts += [edges[0] - district_half] if edges else []
            for (near, far), (_, card) in zip(pairwise(edges), column[1:], strict=True):
                if 0.15 * row.height < far - near < APART * row.height:
                    steps[_across(row, card)].append(far - near)
        usual = (median(known) if len(known) >= 2 else None for known in steps)
        return cls(median(firsts) if len(firsts) >= 3 else None, *usual)


def filled(row: Row, district_half: float, column: Sequence[Standing], steps: Steps) -> list[Standing]:
    """The column with a card that could not be read wherever a step is too long for two neighbours."""
    result: list[Standing] = []
    edge = district_half
    back = steps.next or 0.38 * row.height
    for place, standing in enumerate(column):
        usual = steps.first if place == 0 else steps.across if _across(row, standing[1]) else steps.next
        step = _inner_edge(row, standing) - edge
        limit = APART * row.height + (steps.first or 0.0 if place == 0 else 0.0)
        hidden = usual is not None and usual + max(LONGER * row.height, 0.55 * back) < step < limit
        if place and (shown := column[place - 1][1].sighting.shown) is not None:
            # Nothing hides between two cards where the inner one was seen up to the outer one.
            covered = step / row.height - shown > LONGER
            hidden = covered and 1.5 * back < step < limit
        if hidden:
            result.append(_unread(row, standing, back))
        result.append(standing)
        edge = _inner_edge(row, standing)
    return result


def _across(row: Row, card: Lying) -> bool:
    return row.crosswise(card) > 0.7


def _inner_edge(row: Row, standing: Standing) -> float:
    out, card = standing
    return out - (card.width if _across(row, card) else card.height) / 2


def _unread(row: Row, outer: Standing, back: float) -> Standing:
    """An unread card one step nearer to the row than ``outer``."""
    out, card = outer
    towards = -back if row.position(card.centre)[1] > 0 else back
    shift: Point = (towards * row.down[0], towards * row.down[1])
    a, b, c, d = ((x + shift[0], y + shift[1]) for x, y in card.sighting.corners)
    return out - back, Hidden.of(CardSighting((a, b, c, d), Face.UP))
