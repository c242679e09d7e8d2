"""Gaps in a column: a card that was not detected is inferred if the regular steps are broken.

Cards of a column overlap at about the same distance all over a table. A step twice as long hides a card. It becomes an
unread card, which is asked about.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from companion.table.card_pose import CardPose, Row
from companion.table.sightings import CardSighting, Face, Point


class InferredCard(CardPose):
    """A card that was not detected, at the place where one must be."""

    __slots__ = ()


PlacedCard = tuple[float, CardPose]
"""A card and its distance from the row, pixels."""


@dataclass(frozen=True, slots=True)
class Limits:
    """When a step between cards is so long that a card must be between them.

    Chosen on rendered tables. On 85 of them and on 22 labelled pictures of tables the typical step was 0.28 to 0.58
    card
    heights, and 95 of 100 steps were at most 0.06 longer than the typical one.
    """

    longer: float = 0.22
    """Minimum excess of such a step over the typical one, in card heights …"""
    longer_share: float = 0.55
    """… and as a share of the typical one."""
    no_overlap: float = 0.95
    """Step in card heights from which cards do not overlap, so that nothing is hidden."""
    typical: float = 0.38
    """The typical step if too few are known, in card heights."""
    min_steps: int = 3
    """Minimum number of steps for their median to be used."""


LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class TypicalSteps:
    """Typical steps of a table, pixels: from the district to the first card, and from each card to the next.

    ``across`` is the step to a card that is across, a deed, which often covers less. None: too few are known.
    """

    first: float | None
    next: float | None
    across: float | None

    @classmethod
    def of(cls, row: Row, columns: Sequence[tuple[float, Sequence[PlacedCard]]]) -> TypicalSteps:
        """Compute the typical steps.

        Args:
            row: The row of districts.
            columns: Half the height of each column's district, pixels, and its cards from there outwards.
        """
        firsts: list[float] = []
        steps: tuple[list[float], list[float]] = ([], [])
        for half, column in columns:
            edges = [near_edge(row, placed) for placed in column]
            if edges:
                firsts.append((edges[0] - half) / _scale(row, 2 * half, column[0][1].height))
            for (near, far), ((_, inner), (_, card)) in zip(pairwise(edges), pairwise(column), strict=True):
                step = (far - near) / _scale(row, inner.height, card.height)
                if step < LIMITS.no_overlap * row.height:
                    steps[row.is_across(card)].append(step)
        return cls(*(median(known) if len(known) >= LIMITS.min_steps else None for known in (firsts, *steps)))


def fill_gaps(row: Row, district_half: float, column: Sequence[PlacedCard], steps: TypicalSteps) -> list[PlacedCard]:
    """Return the column with as many unread cards as fit wherever a step is too long for two neighbours.

    Args:
        row: The row of districts.
        district_half: Half the height of the column's district, pixels.
        column: The cards, from the district outwards.
        steps: The typical steps.

    Returns:
        The cards with the inferred ones.
    """
    result: list[PlacedCard] = []
    edge = district_half
    back = steps.next or LIMITS.typical * row.height
    longer = max(LIMITS.longer * row.height, LIMITS.longer_share * back)
    for place, placed in enumerate(column):
        usual = steps.first if place == 0 else steps.across if row.is_across(placed[1]) else steps.next
        inner = column[place - 1][1].height if place else 2 * district_half
        step = (near_edge(row, placed) - edge) / _scale(row, inner, placed[1].height)
        unseen = _unseen(row, column[place - 1], placed, step) if place else None
        if unseen is not None:
            # Of the lower one a whole step was seen, or as much as a card between them leaves: what is nearer counts.
            hidden = 2 * unseen > min(step, row.height) - back and back + longer < step
        else:
            limit = LIMITS.no_overlap * row.height if place else math.inf
            hidden = usual is not None and usual + longer < step < limit
        if hidden:
            count = max(1, round((step - (back if usual is None else usual)) / back))
            result += [_infer_card(row, placed, back * number) for number in range(count, 0, -1)]
        result.append(placed)
        edge = near_edge(row, placed)
    return result


def _unseen(row: Row, inner: PlacedCard, outer: PlacedCard, step: float) -> float | None:
    """Return how much of the lower of two neighbours is covered by something else, pixels.

    Whoever plays tucks cards under the column or lays them on it, so either may be the lower one: the inner one is the
    upper one if more of it was seen than the step leaves free.

    Args:
        row: The row of districts.
        inner: The card nearer to the row.
        outer: The next one.
        step: Distance of their nearer edges, pixels.

    Returns:
        The length; None if it is not known how much of them was seen.
    """
    visible, under = inner[1].sighting.shown, outer[1].sighting.shown
    if visible is None:
        return None
    beyond = _far_edge(row, outer) - _far_edge(row, inner)
    if under is None or beyond <= 0 or abs(visible * row.height - step) <= (1 - visible) * row.height:
        return min(step, row.height) - visible * row.height
    length = 2 * (outer[0] - near_edge(row, outer))
    return min(length, beyond / _scale(row, inner[1].height, outer[1].height)) - under * length


def _far_edge(row: Row, placed: PlacedCard) -> float:
    return 2 * placed[0] - near_edge(row, placed)


def near_edge(row: Row, placed: PlacedCard) -> float:
    """Return the distance of a card's nearer edge from the row, pixels."""
    out, card = placed
    return out - (card.width if row.is_across(card) else card.height) / 2


def _scale(row: Row, inner: float, outer: float) -> float:
    """Return how large things look between cards of these heights, compared with the row: what is far looks smaller."""
    return (inner + outer) / (2 * row.height)


def _infer_card(row: Row, outer: PlacedCard, back: float) -> PlacedCard:
    """Return an unread card ``back`` pixels nearer to the row than ``outer``."""
    out, card = outer
    towards = -back if row.position(card.centre)[1] > 0 else back
    shift: Point = (towards * row.down[0], towards * row.down[1])
    a, b, c, d = ((x + shift[0], y + shift[1]) for x, y in card.sighting.corners)
    return out - back, InferredCard.of(CardSighting((a, b, c, d), Face.UP))
