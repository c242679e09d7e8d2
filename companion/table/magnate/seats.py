"""The edge of the picture at which player 0 sits, as the game shows it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.games.magnate.state import State
from companion.pieces import Card
from companion.table.edge import Edge
from companion.table.magnate.district_matching import match_districts
from companion.table.magnate.game_prior import PhotoAnswers
from companion.table.magnate.layout import NoMagnateTable, TableReading, read_layout
from companion.table.sightings import Sightings


def find_edges(sightings: Sightings, state: State) -> tuple[Edge, ...]:
    """Return the edges at which player 0 may sit: one if Crowns or columns show it, else several.

    Empty if no Magnate table can be read.
    """
    likeness: dict[Edge, int] = {}
    for edge in Edge:
        try:
            reading = read_layout(sightings, state.options, edge, PhotoAnswers())
        except NoMagnateTable:
            continue
        if all(question.kind != "near" for question in reading.questions):
            likeness[edge] = _likeness(reading, state)
    best = max(likeness.values(), default=0)
    return tuple(edge for edge, like in likeness.items() if like == best)


def _likeness(reading: TableReading, state: State) -> int:
    """Count the Crowns on their owner's side, and the cards in the columns that the journal has."""
    held = zip(reading.layout.crowns, state.crowns, strict=False)
    alike = sum(_common(read, kept) for read, kept in held)
    places = match_districts(state, reading.layout.districts)
    for index, district in enumerate(reading.layout.districts if places is not None else ()):
        for seat, read in enumerate(district.columns):
            known = state.column(seat, places[index]) if places is not None else None
            if read is not None and known is not None:
                alike += _common(read.cards, known.cards)
    return alike


def _common(read: Sequence[Card], known: Sequence[Card]) -> int:
    return sum((Counter(card.kind for card in read) & Counter(card.kind for card in known)).values())
