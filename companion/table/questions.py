"""Questions about what a table's picture leaves open."""

from __future__ import annotations

from dataclasses import dataclass

from companion.questions import Question
from companion.table.sightings import CardSighting, Sightings

NONE = "none"
"""The answer that no card of the layout is there."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a layout: the card of the row, the player's side of it, and the number of cards from it.

    >>> Place(2).key("card"), Place(2, 0, 1).key("card")
    ('card-2', 'card-2-0-1')
    """

    number: int
    seat: int | None = None
    depth: int | None = None

    def key(self, kind: str) -> str:
        """Return the key of a question of this kind about this place."""
        return "-".join(str(part) for part in (kind, self.number, self.seat, self.depth) if part is not None)


@dataclass(frozen=True, slots=True)
class TableQuestion(Question):
    """A question about a table; the same picture read again gives it the same key.

    ``blocks``: the score may depend on the answer. A question without choices only says why the table cannot be read.
    """

    card: CardSighting | None = None
    """The sighting of the card; None if no card was detected where one must be."""
    place: Place | None = None


def doubted(sightings: Sightings) -> tuple[TableQuestion, ...]:
    """Return a question about the whole picture if something is wrong with it: no answer makes its reading certain."""
    return () if sightings.doubt is None else (TableQuestion("photo", "photo", sightings.doubt, ()),)
