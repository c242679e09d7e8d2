"""Paints the middle of a table: each layout in a full and a small form."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.cli.painters.painter import BETWEEN, Painter
from companion.cli.painters.pieces import FREE, LEADS, NOTHING, paint_column, paint_piece, paint_pieces
from companion.cli.terminal import Table
from companion.games.view import Layout, Region, Spot

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
        return (
            f"{self.say(spot.label) if spot.seat is None else self.view.names[spot.seat]} {spot.number}{_leads(spot)}"
        )

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
            yield from self.wrap(
                [self.named(f"{self.say(spot.label)} {spot.number or ''}".rstrip(), first), *rest], " "
            )

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
