"""Paints what happened between two views as lines: the numbers of each seat, then the pieces that moved."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.cli.painters.painter import BETWEEN, Painter, paint_piece
from companion.games.view import Kind, Layout, Region, Spot, View, changes


@dataclass(frozen=True, slots=True)
class _Place:
    """A spot, with the one that it belongs to and its region."""

    region: Region
    parent: Spot
    spot: Spot

    def label(self, painter: Painter) -> str:
        """Return the name of its number."""
        return " ".join(dict.fromkeys((painter.say(self.parent.label), painter.say(self.spot.label))))

    def where(self, painter: Painter) -> str:
        """Return its name as a place where pieces lie: of a row or a seat's pieces, no spot of its own."""
        names = painter.view.names
        if self.region.seat is not None:
            return names[self.region.seat]
        if self.region.layout is Layout.ROW:
            return painter.say(self.region.label)
        owner = None if self.spot is self.parent else self.spot.seat
        return self.label(painter) if owner is None else f"{self.label(painter)} ({names[owner]})"


def _places(view: View) -> dict[str, _Place]:
    return {
        spot.id: _Place(region, parent, spot)
        for region in view.regions
        for parent in region.spots
        for spot in parent.every()
    }


def paint_events(before: View, after: View) -> Iterator[str]:
    """Yield the lines; tokens of a purse are among its numbers."""
    painter, places = Painter(after, 0), _places(before) | _places(after)
    happened = changes(before, after)
    numbers: dict[str, list[str]] = {}
    for event in happened:
        if event.piece is None and event.target is not None:
            place = places[event.target]
            owner = "" if place.spot.seat is None else after.names[place.spot.seat]
            numbers.setdefault(owner, []).append(f"{place.label(painter)} {event.count:+}")
    for owner, changed in numbers.items():
        yield painter.named(owner, BETWEEN.join(changed)) if owner else BETWEEN.join(changed)
    for event in happened:
        if event.piece is not None and event.piece.kind is not Kind.TOKEN:
            ends = (places[one].where(painter) if one else "" for one in (event.source, event.target))
            yield painter.named(paint_piece(event.piece), " → ".join(ends).strip())
