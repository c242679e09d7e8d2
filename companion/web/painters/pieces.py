"""Paints pieces: cards, tiles, tokens and pawns."""

from gettext import NullTranslations
from html import escape

from companion.games.view import Piece, Spot, View
from companion.pieces import Card, Suit
from companion.pieces.piecepack import Tile
from companion.web.pages.html import format_message, picture, render_card, render_tile, render_token


def paint_piece(piece: Piece, view: View, translations: NullTranslations) -> str:
    """Return a piece; a card that this viewer knows although it lies face down is marked as such."""
    shows, name = piece.shows, "" if piece.seat is None else escape(view.names[piece.seat])
    if isinstance(shows, Tile):
        return render_tile(shows, translations)
    if isinstance(shows, Suit):
        return f"<span>{render_token(shows, translations)}{piece.count}</span>"
    if piece.seat is not None:
        return f'<span class="pawn seat{piece.seat}{" turned" if piece.turned else ""}">{name}</span>'
    if not isinstance(shows, Card):
        return picture("cards", "back", "63 88", "", "card")
    card = render_card(shows, translations)
    return f'<span class="known">{card}</span>' if piece.face_down else card


def paint_pieces(spot: Spot, view: View, translations: NullTranslations) -> str:
    """Return all pieces of a spot."""
    return "".join(paint_piece(piece, view, translations) for piece in spot.pieces)


def paint_number(spot: Spot, translations: NullTranslations) -> str:
    """Return a spot's number, with the change that a note names."""
    note = f" {format_message(spot.note, translations)}" if spot.note is not None else ""
    return f"{'' if spot.number is None else spot.number}{note}"
