"""What a table's picture leaves open, put as questions that a person can answer at a glance."""

from __future__ import annotations

from dataclasses import dataclass

from companion.questions import Question
from companion.table.sightings import CardSighting, Sightings

NONE = "none"
"""The choice that says: no card of the layout lies there."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a layout: which card of the row, whose side of it, and how many cards out from it.

    >>> Place(2).key("card"), Place(2, 0, 1).key("card")
    ('card-2', 'card-2-0-1')
    """

    number: int
    seat: int | None = None
    depth: int | None = None

    def key(self, kind: str) -> str:
        """What a question of this kind about this place is called."""
        return "-".join(str(part) for part in (kind, self.number, self.seat, self.depth) if part is not None)


@dataclass(frozen=True, slots=True)
class TableQuestion(Question):
    """Something in doubt about a table; the same picture read again gives it the same key.

    ``blocks``: what the table means may depend on it. One without choices only says what keeps it from being read.
    """

    card: CardSighting | None = None
    """What was seen there; None where nobody saw anything, though a card must lie there."""
    place: Place | None = None


def doubted(sightings: Sightings) -> tuple[TableQuestion, ...]:
    """What is wrong with the whole picture, if anything: no answer makes what was read in it certain."""
    return () if sightings.doubt is None else (TableQuestion("photo", "photo", sightings.doubt, ()),)
