"""Paints a view: the middle of the table, its columns, and what each seat has in front of it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from gettext import NullTranslations
from html import escape
from typing import Protocol

from companion.games.view import TURN, Kind, Layout, Piece, Region, Spot, View
from companion.locale import Message
from companion.pieces import Suit
from companion.web.pages.html import format_message, icon, picture, render_token
from companion.web.painters.pieces import paint_number, paint_piece, paint_pieces


class WrapSpot(Protocol):
    """Wraps what a spot shows in what a tap on it does."""

    def __call__(self, spot: Spot, inside: str, *, named: bool = True) -> str:
        """Return the wrapped HTML.

        Args:
            spot: The spot.
            inside: What it shows, as HTML.
            named: Whether that says what the spot is.
        """


def _plain(spot: Spot, inside: str, *, named: bool = True) -> str:
    return inside


@dataclass(frozen=True, slots=True)
class Marks:
    """What is added to a view."""

    near: int = 0
    """The seat from whose side the table is seen."""
    tap: WrapSpot = _plain
    targets: Mapping[str, str] = field(default_factory=dict)
    """By spot, a button that stands on it."""
    moved: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """By spot, how much the last move took from its number and added to it."""


MANY = 6
"""Columns next to each other from which on cards are drawn smaller."""
DEEPEST = 25
"""Greatest height that the style sheet knows."""
SIDES = 2
"""Seats that face each other, each on a side of its own: a column needs no name."""
CARD = 3
"""The height of a card in halves of its width, rounded up."""


def _slot(inside: str, *, kind: str = "", marked: bool) -> str:
    return f'<span class="slot{kind}{" paid" if marked else ""}">{inside}</span>'


@dataclass(frozen=True, slots=True)
class PaintedTable:
    """A table as HTML: the middle, and each seat's pieces; ``far`` are the seats drawn above the middle."""

    middle: str
    seats: tuple[str, ...]
    far: tuple[int, ...] = ()
    turn: str = ""
    """What stands next to the current player's name, to correct whose turn it is."""


def paint_table(view: View, translations: NullTranslations, marks: Marks = Marks()) -> PaintedTable:
    """Return a view as HTML.

    Args:
        view: The view.
        translations: The language.
        marks: What the page adds to it.

    Returns:
        The table. Where columns face the seats, all seats but the near one are drawn above it.
    """
    painter = _TablePainter(view, translations, marks)
    faces = any(region.layout is Layout.COLUMNS for region in view.regions)
    return PaintedTable(
        "".join(painter.paint(region) for region in view.regions if region.seat is None),
        tuple(painter.paint_seat(seat) for seat in range(len(view.names))),
        tuple(seat for seat in range(len(view.names)) if seat != marks.near) if faces else (),
        marks.tap(Spot(TURN, Message("Whose turn it is")), icon("turn"), named=False).removeprefix(icon("turn")),
    )


@dataclass(frozen=True, slots=True)
class _TablePainter:
    view: View
    translations: NullTranslations
    marks: Marks

    def paint(self, region: Region) -> str:
        """Return a region of the middle."""
        if region.layout is Layout.COLUMNS:
            return self._columns(region)
        one: Mapping[Layout, Callable[[Spot], str]] = {
            Layout.GRID: self._grid_spot,
            Layout.LADDER: self._rung,
            Layout.PILE: self._counted,
            Layout.PURSE: self._counted,
        }
        spots = "".join(map(one.get(region.layout, self._laid), region.spots))
        return f'<div class="{region.layout.value}">{spots}</div>' if spots else ""

    def paint_seat(self, seat: int) -> str:
        """Return what lies in front of a seat: tokens as one group, other numbers by name, then cards and tiles."""
        own = [region for region in self.view.regions if region.seat == seat]
        purse = [spot for region in own if region.layout is Layout.PURSE for spot in region.spots]
        held = "".join(map(self._held, (spot for spot in purse if spot.pieces)))
        label = Message("{name}: {text}", {"name": self.view.names[seat], "text": Message("tokens")})
        tokens = f'<div class="tokens" role="group" aria-label="{self._say(label)}">{held}</div>' if held else ""
        counts = "".join(map(self._counted, (spot for spot in purse if not spot.pieces)))
        spreads = [region for region in own if region.layout is not Layout.PURSE]
        return counts + tokens + "".join(self._spread(one, named=len(spreads) > 1) for one in spreads)

    def _columns(self, region: Region) -> str:
        """Return the row from the side of the near seat."""
        spots = region.spots if self.marks.near == 0 else region.spots[::-1]
        wide = sum(max(1, len(self._far(spot))) for spot in spots)
        many = " many" if wide > MANY else ""
        row = "".join(map(self._between, spots))
        return f'<div class="columns columns{wide} deep{self._depth(region)}{many}">{row}</div>'

    def _far(self, spot: Spot) -> list[Spot]:
        return [one for one in spot.spots if one.seat != self.marks.near]

    def _depth(self, region: Region) -> int:
        """Return the height in halves of a card's width, each further card of a side half one: sides are equal."""
        cards = max(len(side.pieces) + len(side.spots) for spot in region.spots for side in spot.spots)
        return min(DEEPEST, CARD + (2 * (CARD + cards - 1) if cards else 0))

    def _between(self, spot: Spot) -> str:
        far = self._far(spot)
        near = [one for one in spot.spots if one not in far]
        wide = " wide" if len(far) > 1 else ""
        lies = self.marks.tap(spot, self._pieces(spot))
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
        held = self._say(Message("held by {name}", {"name": self.view.names[seat]}))
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

    def _say(self, text: Message) -> str:
        return format_message(text, self.translations)

    def _piece(self, piece: Piece) -> str:
        return paint_piece(piece, self.view, self.translations)

    def _pieces(self, spot: Spot) -> str:
        return paint_pieces(spot, self.view, self.translations)

    def _grid_spot(self, spot: Spot) -> str:
        """Return a place with its pieces, what each seat has there, and its own numbers."""
        if not spot.pieces:
            return '<div class="field none"></div>'
        inner = "".join(map(self._part, spot.spots))
        marked = " marked" if any(piece.marked for piece in spot.pieces) else ""
        inside = self.marks.tap(spot, f'{self._pieces(spot)}<span class="parts">{inner}</span>')
        return f'<div class="field{marked}">{inside}</div>'

    def _part(self, spot: Spot) -> str:
        """Return a number that belongs to a place; nothing for 0."""
        if not spot.number:
            return ""
        if spot.seat is None:
            return f'<span class="gold">{self._say(spot.label)} {spot.number}</span>'
        leads, name = " leads" if spot.leads else "", escape(self.view.names[spot.seat])
        return f'<span class="laid seat{spot.seat}{leads}"><b>{spot.number}</b> {name}</span>'

    def _rung(self, spot: Spot) -> str:
        """Return a rung of a ladder: its name, its number, and its spaces."""
        spaces = "".join(self._pieces(one) or '<span class="free"></span>' for one in spot.spots)
        inside = f"<b>{self._say(spot.label)}</b><span>{spot.number or ''}</span><span>{spaces}</span>"
        return f'<div class="rung">{self.marks.tap(spot, inside)}</div>'

    def _laid(self, spot: Spot) -> str:
        """Return what lies open, with its note."""
        if not spot.pieces:
            return ""
        marked = " class=marked" if any(piece.marked for piece in spot.pieces) else ""
        note = f"<figcaption>{self._say(spot.note)}</figcaption>" if spot.note is not None else ""
        return f"<figure{marked}>{self.marks.tap(spot, self._pieces(spot))}{note}</figure>"

    def _counted(self, spot: Spot) -> str:
        """Return a number with its name, and pieces that lie on a pile; nothing for an empty one or the clock's own."""
        clock = self.view.clock
        if clock is not None and (spot.label, spot.number) == (clock.text, clock.number):
            return ""
        if not spot.number and not spot.pieces and spot.note is None and spot.seat is None:
            return ""
        number = f"{paint_number(spot, self.translations)}{self._pieces(spot)}{self._moved(spot)}"
        shown = self.marks.tap(spot, f"<b>{number}</b>")
        return f'<div class="count"><span class="what">{self._say(spot.label)}</span> {shown}</div>'

    def _moved(self, spot: Spot) -> str:
        """Return what the last move changed in a number."""
        lost, gained = self.marks.moved.get(spot.id, (0, 0))
        moved = f'<i class="lost">−{lost}</i>' if lost else ""
        return moved + (f'<i class="gained">+{gained}</i>' if gained else "")

    def _held(self, spot: Spot) -> str:
        """Return a number of tokens, with what the last move changed."""
        moved = self._moved(spot)
        shows = spot.pieces[0].shows
        token = render_token(shows, self.translations) if isinstance(shows, Suit) else ""
        empty = "" if spot.number else " none"
        return self.marks.tap(spot, f'<span class="held{empty}">{token}<b>{spot.number}</b>{moved}</span>')

    def _spread(self, region: Region, *, named: bool) -> str:
        """Return cards and tiles in front of a seat, with what was paid for them or lies on them."""
        if not any(spot.pieces for spot in region.spots):
            return ""
        laid = "".join(map(self._own, region.spots))
        label = self._say(region.label)
        name = f'<span class="what">{label}</span>' if named else ""
        return f'<div class="spread" role="group" aria-label="{label}">{name}{laid}</div>'

    def _own(self, spot: Spot) -> str:
        number = "" if spot.number is None else f"<b>{spot.number}</b>"
        pieces = "".join(icon("star") if one.kind is Kind.PAWN else self._piece(one) for one in spot.pieces)
        return self.marks.tap(spot, f'<span class="own-piece">{pieces}{number}</span>')
