"""Paints what each seat has: one table, or a few lines for each seat."""

from __future__ import annotations

from collections.abc import Iterator

from companion.cli.painters.painter import Painter
from companion.cli.painters.pieces import NOTHING, paint_own, paint_pieces
from companion.cli.terminal import Table
from companion.games.view import Layout, Region, Spot


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
