"""Paints a view on a terminal: the middle of the table, each seat's part, and what happened between two views."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from companion.cli.painters.painter import (
    BETWEEN,
    FREE,
    LEADS,
    NOTHING,
    Painter,
    paint_column,
    paint_own,
    paint_piece,
    paint_pieces,
)
from companion.cli.terminal import Console, Table
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


Painted = Iterator[str | Table]


class MiddlePainter(Painter):
    """Paints the regions that are nobody's."""

    __slots__ = ()

    def paint(self, region: Region) -> Painted:
        """Yield the lines and tables of a region."""
        layouts: dict[Layout, Callable[[Region], Painted]] = {
            Layout.COLUMNS: self._small_columns if self.small else self._columns,
            Layout.GRID: self._small_grid if self.small else self._grid,
            Layout.LADDER: self._small_ladder if self.small else self._ladder,
            Layout.ROW: self._row,
            Layout.SPREAD: self._spread,
            Layout.PURSE: self._pile,
            Layout.PILE: self._pile,
        }
        return layouts[region.layout](region)

    def _columns(self, region: Region) -> Painted:
        """Yield a row for each place: what lies there, then each seat's column, its total, and who leads."""
        table = Table(box=None, pad_edge=False)
        table.add_column()
        table.add_column()
        for name in self.view.names:
            table.add_column(name, overflow="fold")
            table.add_column(justify="right")
        for spot in region.spots:
            sides = {side.seat: (paint_column(side), f"{_leads(side)}{side.number}") for side in spot.spots}
            cells = (cell for seat in range(len(self.view.names)) for cell in sides.get(seat, ("", "")))
            table.add_row(self.say(spot.label), paint_pieces(spot.pieces), *cells)
        yield table

    def _small_columns(self, region: Region) -> Painted:
        for spot in region.spots:
            yield self.named(self.say(spot.label), paint_pieces(spot.pieces))
            for side in spot.spots:
                if side.pieces or side.spots:
                    yield from self.wrap([self.named(f"  {self._counted(side)}", paint_column(side))])

    def _grid(self, region: Region) -> Painted:
        """Yield places in rows of two, as they lie; what the seats have there stands below each."""
        table = Table(box=None, pad_edge=False, show_header=False)
        for at in range(0, len(region.spots), 2):
            pair = region.spots[at : at + 2]
            table.add_row(*map(self._place, pair))
            table.add_row(*map(self._there, pair))
        yield table

    def _small_grid(self, region: Region) -> Painted:
        for spot in region.spots:
            yield self._place(spot)
            yield from filter(None, [self._there(spot)])

    def _place(self, spot: Spot) -> str:
        name = f"{paint_pieces(spot.pieces) or NOTHING} {self.say(spot.label)}"
        return name if spot.number is None else self.named(name, str(spot.number))

    def _there(self, spot: Spot) -> str:
        parts = BETWEEN.join(map(self._counted, (one for one in spot.spots if one.number)))
        return f"  {parts}" if parts else ""

    def _counted(self, spot: Spot) -> str:
        """Return a number with its owner or, if it is nobody's, with its name."""
        name = self.say(spot.label) if spot.seat is None else self.view.names[spot.seat]
        return f"{name} {spot.number}{_leads(spot)}"

    def _ladder(self, region: Region) -> Painted:
        """Yield rungs: name, number, and each space with the pawn that stands on it."""
        table = Table(box=None, pad_edge=False, show_header=False)
        table.add_column()
        table.add_column(justify="right")
        for spot in region.spots:
            table.add_row(self.say(spot.label), str(spot.number or ""), "  ".join(map(self._space, spot.spots)))
        yield table

    def _small_ladder(self, region: Region) -> Painted:
        for spot in region.spots:
            first, *rest = map(self._space, spot.spots)
            rung = f"{self.say(spot.label)} {spot.number or ''}".rstrip()
            yield from self.wrap([self.named(rung, first), *rest], " ")

    def _space(self, spot: Spot) -> str:
        pawns = (" ".join([paint_piece(one), *self._owner(one.seat)]) for one in spot.pieces)
        return " ".join(pawns) or FREE

    def _owner(self, seat: int | None) -> list[str]:
        return [] if seat is None else [self.view.names[seat]]

    def _row(self, region: Region) -> Painted:
        """Yield what lies beside each other; the small form has no names."""
        laid = [(paint_pieces(spot.pieces), self.say(spot.label)) for spot in region.spots if spot.pieces]
        named = " ".join(pieces for pieces, _ in laid) if self.small else BETWEEN.join(map(" ".join, laid))
        yield from self.wrap([self.named(self.say(region.label), named)])

    def _spread(self, region: Region) -> Painted:
        """Yield what lies open, with its note."""
        for spot in region.spots:
            if spot.pieces:
                yield from self.wrap([self.named(self.say(spot.label), paint_pieces(spot.pieces)), self.say(spot.note)])

    def _pile(self, region: Region) -> Painted:
        """Yield numbers with their names, and pieces that lie on a pile; the small form leaves empty ones out."""
        spots = [spot for spot in region.spots if spot.number or spot.pieces or not self.small]
        yield from self.wrap(
            f"{self.say(spot.label)} {paint_pieces(spot.pieces) if spot.number is None else self.count(spot)}".rstrip()
            for spot in spots
        )


def _leads(spot: Spot) -> str:
    return LEADS if spot.leads else ""


class SeatsPainter(Painter):
    """Paints the regions in front of the seats."""

    __slots__ = ()

    def paint(self) -> Iterator[str | Table]:
        """Yield the lines and tables of all seats."""
        return self._small() if self.small else iter((self._table(),))

    def _table(self) -> Table:
        """Return a row for each seat: the numbers of its purse, then what lies in front of it."""
        table = Table(box=None, pad_edge=False)
        table.add_column()
        cells: list[dict[str, str]] = [{} for _ in self.view.names]
        numbers = dict.fromkeys(self.say(spot.label) for _, spot in self._purses())
        for seat, spot in self._purses():
            cells[seat][self.say(spot.label)] = self.count(spot)
        spreads = dict.fromkeys(self.say(region.label) for _, region, laid in self._spreads() if laid)
        for seat, region, laid in self._spreads():
            cells[seat][self.say(region.label)] = " ".join(laid)
        for heading in (*numbers, *spreads):
            table.add_column(heading, justify="right" if heading in numbers else "left", overflow="fold")
        for seat, own in enumerate(cells):
            table.add_row(self._name(seat), *(own.get(heading) or NOTHING for heading in (*numbers, *spreads)))
        return table

    def _small(self) -> Iterator[str]:
        """Yield lines: tokens as they are typed, other numbers, then each group of pieces."""
        for seat in range(len(self.view.names)):
            purse = [spot for owner, spot in self._purses() if owner == seat]
            tokens = paint_pieces(piece for spot in purse for piece in spot.pieces if piece.count).replace(" ", "")
            counts = (f"{self.say(spot.label)} {self.count(spot)}" for spot in purse if not spot.pieces)
            first, *rest = filter(None, (tokens, *counts))
            yield from self.wrap([self.named(self._name(seat), first), *rest])
            for owner, region, laid in self._spreads():
                if owner == seat and laid:
                    named = self.named(f"    {self.say(region.label)}", laid[0])
                    yield from self.wrap([named, *laid[1:]], " ", "      ")

    def _purses(self) -> Iterator[tuple[int, Spot]]:
        for region in self.view.regions:
            if region.seat is not None and region.layout is Layout.PURSE:
                yield from ((region.seat, spot) for spot in region.spots)

    def _spreads(self) -> Iterator[tuple[int, Region, list[str]]]:
        for region in self.view.regions:
            if region.seat is not None and region.layout is not Layout.PURSE:
                yield region.seat, region, list(filter(None, map(paint_own, region.spots)))

    def _name(self, seat: int) -> str:
        return f"{'▸' if seat == self.view.current else ' '} {self.view.names[seat]}"


def paint_table(console: Console, view: View) -> None:
    """Print a view; a narrow terminal gets the small form of each layout."""
    middle = MiddlePainter(view, console.width)
    seats = SeatsPainter(view, console.width)
    regions = (region for region in view.regions if region.seat is None and region.spots)
    for one in (*(part for region in regions for part in middle.paint(region)), *seats.paint()):
        console.print(one, soft_wrap=isinstance(one, str))
    if view.clock is not None and view.clock.urgent:
        console.print(f"{view.clock.number} {middle.say(view.clock.text)}", style="bold")
