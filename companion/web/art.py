"""Pictures by code: cards, suits' tokens, and the tiles of a piecepack."""

from __future__ import annotations

from functools import cache

from companion.artwork import piecepack_faces
from companion.artwork.faces import face
from companion.artwork.glyphs import suit_glyph
from companion.artwork.palette import INK, SUIT_INKS
from companion.artwork.shapes import Drawing, Shape, circle, placed
from companion.artwork.svg import as_svg
from companion.pieces import Card, Suit
from companion.pieces.piecepack import Tile

_SUITS = {str(suit): suit for suit in Suit}


@cache
def draw_svg(code: str) -> bytes:
    """Return the picture of a code as SVG; raise ``CompanionError`` for an unknown code."""
    return as_svg(_drawing(code), code).encode()


def _drawing(code: str) -> Drawing:
    if code in _SUITS:
        return draw_token(_SUITS[code])
    if len(code) == 3 and code.startswith("T") and code[2].isdigit():
        return piecepack_faces.tile(Tile.parse(code))
    return face(Card.parse(code))


def draw_token(suit: Suit) -> Drawing:
    """Return a suit's token: its glyph, dark, on a disc of its colour, 20 across."""
    disc = Shape((circle(10, 10, 9.4),), fill=SUIT_INKS[suit].on_dark, stroke=INK, width=0.8)
    return Drawing(20, 20, (disc, placed(suit_glyph(suit, INK), 10, 10, 12.5)))
