"""Gaps in a column: where its regular steps are broken, a card lies that nobody saw.

Cards of a column overlap at much the same distance all over a table. A step twice as long hides a card that was
not found; it becomes a card that could not be read, and is asked about.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from companion.table.card_pose import CardPose
from companion.table.row import Row
from companion.table.sightings import CardSighting, Face, Point


class InferredCard(CardPose):
    """A card that nobody saw, put where one must lie."""

    __slots__ = ()


PlacedCard = tuple[float, CardPose]
"""A card and its distance from the row, pixels."""


@dataclass(frozen=True, slots=True)
class Limits:
    """When a step from card to card is so long that a card must lie between them.

    Chosen by trying on rendered tables. On 85 of them and on 22 labelled pictures of tables the usual step was 0.28 to
    0.58 card heights, and 95 of 100 steps were at most 0.06 longer than the usual one.
    """

    longer: float = 0.22
    """How much longer than usual such a step is at least, in card heights …"""
    longer_share: float = 0.55
    """… and as a share of the usual one."""
    no_overlap: float = 0.95
    """A step of so many card heights hides nothing: the cards do not overlap."""
    typical: float = 0.38
    """The step that is taken for usual where too few tell it, in card heights."""
    min_steps: int = 3
    """From so many steps on the median is believed."""


LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class TypicalSteps:
    """How cards usually follow one another here, pixels: from the district to the first, from each to the next.

    ``across`` is the step to a card that lies across, a deed, which often covers less. None: too few to tell.
    """

    first: float | None
    next: float | None
    across: float | None

    @classmethod
    def of(cls, row: Row, district_half: float, columns: Sequence[Sequence[PlacedCard]]) -> TypicalSteps:
        """The usual steps in these columns, each from the district outwards."""
        firsts: list[float] = []
        steps: tuple[list[float], list[float]] = ([], [])
        for column in columns:
            edges = [near_edge(row, placed) for placed in column]
            firsts += [edges[0] - district_half] if edges else []
            for (near, far), (_, card) in zip(pairwise(edges), column[1:], strict=True):
                if far - near < LIMITS.no_overlap * row.height:
                    steps[row.lies_across(card)].append(far - near)
        return cls(*(median(known) if len(known) >= LIMITS.min_steps else None for known in (firsts, *steps)))


def fill_gaps(row: Row, district_half: float, column: Sequence[PlacedCard], steps: TypicalSteps) -> list[PlacedCard]:
    """The column with a card that could not be read wherever a step is too long for two neighbours."""
    result: list[PlacedCard] = []
    edge = district_half
    back = steps.next or LIMITS.typical * row.height
    longer = max(LIMITS.longer * row.height, LIMITS.longer_share * back)
    for place, placed in enumerate(column):
        usual = steps.first if place == 0 else steps.across if row.lies_across(placed[1]) else steps.next
        step = near_edge(row, placed) - edge
        limit = LIMITS.no_overlap * row.height + (steps.first or 0.0 if place == 0 else 0.0)
        hidden = usual is not None and usual + longer < step < limit
        if place and (shown := column[place - 1][1].sighting.shown) is not None:
            # Nothing hides between two cards where the inner one was seen up to the outer one.
            covered = step / row.height - shown > LIMITS.longer
            hidden = covered and back + longer < step < limit
        if hidden:
            result.append(_infer_card(row, placed, back))
        result.append(placed)
        edge = near_edge(row, placed)
    return result


def near_edge(row: Row, placed: PlacedCard) -> float:
    """How far from the row a card's nearer edge lies, pixels."""
    out, card = placed
    return out - (card.width if row.lies_across(card) else card.height) / 2


def _infer_card(row: Row, outer: PlacedCard, back: float) -> PlacedCard:
    """An unread card one step nearer to the row than ``outer``."""
    out, card = outer
    towards = -back if row.position(card.centre)[1] > 0 else back
    shift: Point = (towards * row.down[0], towards * row.down[1])
    a, b, c, d = ((x + shift[0], y + shift[1]) for x, y in card.sighting.corners)
    return out - back, InferredCard.of(CardSighting((a, b, c, d), Face.UP))
