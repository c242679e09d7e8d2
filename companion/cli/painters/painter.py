"""What every painter of the terminal knows: the view, how wide the terminal is, and how pieces are written."""

import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from companion.cli.output import translate
from companion.games.view import Kind, Piece, Spot, View
from companion.locale import Message

SMALL = 60
"""Columns of a terminal below which the small form of each layout is painted."""
BETWEEN = " · "


@dataclass(frozen=True, slots=True)
class Painter:
    """Paints a view for one terminal."""

    view: View
    width: int

    @property
    def small(self) -> bool:
        """Whether the small form is painted."""
        return self.width < SMALL

    def say(self, text: Message | None) -> str:
        """Return a text in the language; "" for none."""
        return "" if text is None else translate(text)

    def named(self, name: str, text: str) -> str:
        """Return a text after its name and a colon, as the language writes it."""
        return self.say(Message("{name}: {text}", {"name": name, "text": text}))

    def wrap(self, parts: Iterable[str], between: str = BETWEEN, indent: str = "    ") -> Iterator[str]:
        """Yield the lines of some parts; a line ends between two of them."""
        line = between.join(part.replace(" ", "\xa0") for part in parts if part)
        for one in textwrap.wrap(line, self.width - 1, subsequent_indent=indent, break_on_hyphens=False):
            yield one.replace("\xa0", " ")

    def count(self, spot: Spot) -> str:
        """Return a spot's number with its note."""
        return f"{spot.number or 0} {self.say(spot.note)}".rstrip()


UPRIGHT, TURNED, FREE = "●", "○", "□"
"""A pawn that stands, one that lies, and a free space for one."""
NOTHING = "–"
LEADS = "★"
MARKED = "*"
"""Stands before a piece that the game is about now."""


def paint_piece(piece: Piece) -> str:
    """Return a piece; a card that lies face down is in parentheses, also if this viewer knows it."""
    if piece.kind is Kind.PAWN:
        return TURNED if piece.turned else UPRIGHT
    if piece.kind is Kind.TOKEN:
        return f"{piece.shows or ''}{piece.count}"
    shown = str(piece.shows or "?")
    return f"{MARKED if piece.marked else ''}{f'({shown})' if piece.face_down else shown}"


def paint_pieces(pieces: Iterable[Piece]) -> str:
    """Return pieces that lie together."""
    return " ".join(map(paint_piece, pieces))


def paint_column(spot: Spot) -> str:
    """Return one seat's column: its cards, then those that are not finished, with progress and tokens."""
    unfinished = (
        f"({paint_piece(one.pieces[0])} {one.number}/{one.of}: {''.join(map(paint_piece, one.pieces[1:])) or 0})"
        for one in spot.spots
    )
    return " ".join([*map(paint_piece, spot.pieces), *unfinished]) or NOTHING


def paint_own(spot: Spot) -> str:
    """Return what lies in front of a seat on one spot, and what was paid for it; "" for nothing."""
    known = [one for one in spot.pieces if one.shows is not None or one.seat is not None]
    number = f" ({spot.number})" if known and spot.number is not None else ""
    return ":".join(map(paint_piece, known)) + number
