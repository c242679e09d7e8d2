"""Paints columns that face the seats: one side below the row, the others above it, as on the table."""

from __future__ import annotations

from dataclasses import dataclass
from gettext import NullTranslations
from html import escape

from companion.games.view import Piece, Region, Spot, View
from companion.locale import Message
from companion.web.pages.html import format_message, picture
from companion.web.painters.marks import Marks
from companion.web.painters.pieces import paint_piece, paint_pieces

MANY = 6
"""Columns next to each other from which on cards are drawn smaller."""
DEEPEST = 25
"""Greatest height that the style sheet knows."""
SIDES = 2
"""Seats that face each other, each on a side of its own: a column needs no name."""
CARD = 3
"""The height of a card in halves of its width, rounded up."""


@dataclass(frozen=True, slots=True)
class ColumnsPainter:
    """Paints the columns of one region."""

    view: View
    translations: NullTranslations
    marks: Marks

    def paint(self, region: Region) -> str:
        """Return the row from the side of the near seat."""
        spots = region.spots if self.marks.near == 0 else region.spots[::-1]
        wide = sum(max(1, len(self._far(spot))) for spot in spots)
        many = " many" if wide > MANY else ""
        row = "".join(map(self._place, spots))
        return f'<div class="columns columns{wide} deep{self._depth(region)}{many}">{row}</div>'

    def _far(self, spot: Spot) -> list[Spot]:
        return [one for one in spot.spots if one.seat != self.marks.near]

    def _depth(self, region: Region) -> int:
        """Return the height in halves of a card's width, each further card of a side half one: sides are equal."""
        cards = max(len(side.pieces) + len(side.spots) for spot in region.spots for side in spot.spots)
        return min(DEEPEST, CARD + (2 * (CARD + cards - 1) if cards else 0))

    def _place(self, spot: Spot) -> str:
        far = self._far(spot)
        near = [one for one in spot.spots if one not in far]
        wide = " wide" if len(far) > 1 else ""
        lies = self.marks.tap(spot, paint_pieces(spot, self.view, self.translations))
        return (
            f'<article class="between{wide}"><div class="sides far">{"".join(map(self._side, far))}</div>'
            f'<div class="place">{lies}</div><div class="sides near">{"".join(map(self._side, near))}</div></article>'
        )

    def _side(self, side: Spot) -> str:
        """Return one seat's column with its number, and what can be tapped there."""
        seat = side.seat or 0
        near, name = side.seat == self.marks.near, escape(self.view.names[seat])
        several = len(self.view.names) > SIDES
        cards = [_slot(self._piece(piece), marked=piece.marked) for piece in side.pieces]
        cards += [self._unfinished(spot) for spot in side.spots]
        # HTML runs downwards, but above the row a column grows upwards.
        lying = "".join(cards if near else cards[::-1])
        held = format_message(Message("held by {name}", {"name": self.view.names[seat]}), self.translations)
        mark = picture("signs", "star", "24 24", held, "icon") if side.leads else ""
        number, target = self.marks.tap(side, f"{mark}{side.number}", named=False), self.marks.targets.get(side.id, "")
        return (
            f'<div class="side seat{seat} {"near" if near else "far"}{" holds" if side.leads else ""}'
            f'{" fits" if target else ""}">{f"<h3>{name}</h3>" if several else ""}{target if near else ""}'
            f'<div class="column">{lying}</div>{"" if near else target}'
            f'<p class="total" title="{name}">{number}</p></div>'
        )

    def _unfinished(self, spot: Spot) -> str:
        """Return a card that is not finished, with its progress and the tokens on it."""
        card, *tokens = spot.pieces
        shown = "".join(map(self._piece, tokens))
        text = f'<span class="progress"><b>{spot.number}/{spot.of}</b>{shown}</span>'
        return _slot(self.marks.tap(spot, self._piece(card) + text), kind=" unpaid", marked=card.marked)

    def _piece(self, piece: Piece) -> str:
        return paint_piece(piece, self.view, self.translations)


def _slot(inside: str, *, kind: str = "", marked: bool) -> str:
    return f'<span class="slot{kind}{" paid" if marked else ""}">{inside}</span>'
