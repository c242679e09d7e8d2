"""Paints pieces, and the spots where they lie, as words."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.view import Kind, Piece, Spot

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
