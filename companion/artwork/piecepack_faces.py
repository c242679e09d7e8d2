"""Tiles, coins, dice and pawns of a piecepack, in millimetres."""

from functools import cache

import numpy as np

from companion.artwork.glyphs import rank_glyph, suit_path
from companion.artwork.letters import digit_strokes, letter_strokes
from companion.artwork.palette import INK, MIST, PAPER, STONE
from companion.artwork.shapes import Contour, Drawing, Shape, bezier, circle, contour, line, placed, rectangle
from companion.pieces import Rank
from companion.pieces import Suit as Decktet
from companion.pieces.piecepack import Coin, Face, PackDie, Pawn, Suit, Tile

TILE, COIN, DIE = 50.0, 20.0, 16.0
"""How wide a tile, a coin and a die's side are."""
PAWN = (16.0, 84.0)
"""A pawn's strip, to be folded: a foot, two sides that meet at the head, a foot."""
INKS = {Suit.SUNS: "#c5382c", Suit.MOONS: INK, Suit.CROWNS: "#b98d12", Suit.ARMS: "#2a5ba8"}
"""Red, black, yellow and blue."""
_FOOT = 12.0


def suit_mark(suit: Suit, colour: str | None = None) -> tuple[Shape, ...]:
    """Return a suit's mark within ±0.5 of the origin, in its ink or in ``colour``."""
    ink = colour or INKS[suit]
    if suit is Suit.SUNS:
        return (Shape(suit_path(Decktet.SUNS), fill=ink),)
    if suit is Suit.MOONS:
        return (Shape(suit_path(Decktet.MOONS), fill=ink),)
    if suit is Suit.CROWNS:
        return rank_glyph(Rank.CROWN, ink)
    return _lily(ink)


def face_mark(face: Face, colour: str) -> tuple[Shape, ...]:
    """Return a face's mark within ±0.5 of the origin: an empty ring for the null, A for the ace, a digit."""
    if face is Face.NULL:
        return (Shape((circle(0, 0, 0.36),), None, colour, 0.12),)
    if face is Face.ACE:
        return letter_strokes("A", colour)
    return digit_strokes(face.value, colour)


@cache
def tile(piece: Tile) -> Drawing:
    """Return a tile face up: its suit large in the middle, its face at the upper left."""
    return Drawing(
        TILE,
        TILE,
        (
            *_ground(INKS[piece.suit]),
            *_placed(suit_mark(piece.suit), TILE / 2 + 3, TILE / 2 + 3, 27),
            *_placed(face_mark(piece.face, INK), 9.5, 9.5, 11),
        ),
    )


@cache
def tile_back() -> Drawing:
    """Return every tile's back: a cross of quarters without a suit."""
    middle = TILE / 2
    return Drawing(
        TILE,
        TILE,
        (
            *_ground(STONE),
            line([(middle, 2), (middle, TILE - 2)], INK, 0.8),
            line([(2, middle), (TILE - 2, middle)], INK, 0.8),
        ),
    )


@cache
def coin(piece: Coin) -> Drawing:
    """Return both sides of a coin, to be folded at their common edge: the marks on the edges meet."""
    ink, middle = INKS[piece.suit], COIN / 2
    return Drawing(
        COIN,
        2 * COIN,
        (
            *_disc(middle, ink),
            *_placed(face_mark(piece.face, INK), middle, middle, 10, 180),
            *_disc(COIN + middle, ink),
            *_placed(suit_mark(piece.suit), middle, COIN + middle, 11),
            line([(middle, COIN - 3.4), (middle, COIN + 3.4)], ink, 1.6),
        ),
    )


@cache
def die(piece: PackDie) -> Drawing:
    """Return a die's net: three rows of sides crossed by a fourth, with a flap at every glued edge."""
    places = {Face.NULL: (1, 0), Face.ACE: (0, 1), Face.TWO: (1, 1), Face.THREE: (2, 1), Face.FOUR: (3, 1)}
    places[Face.FIVE] = (1, 2)
    shapes = [Shape((flap,), MIST, STONE, 0.2) for flap in _flaps()]
    for face, (across, down) in places.items():
        x, y = across * DIE, _FLAP + down * DIE
        shapes.append(Shape((rectangle(x, y, DIE, DIE),), PAPER, STONE, 0.2))
        shapes += _placed(suit_mark(piece.suit), x + DIE - 2.8, y + 2.8, 3.4) if face is not Face.NULL else ()
        shapes += _placed(face_mark(face, INKS[piece.suit]), x + DIE / 2 - 0.8, y + DIE / 2 + 1, 8.5)
    return Drawing(4 * DIE + _FLAP, 3 * DIE + 2 * _FLAP, tuple(shapes))


@cache
def pawn(piece: Pawn) -> Drawing:
    """Return a pawn's strip: both sides back to back, the feet folded outwards and glued to a piece of card."""
    wide, tall = PAWN
    ink, head = INKS[piece.suit], tall / 2
    shapes = [Shape((rectangle(0, 0, wide, tall),), PAPER, STONE, 0.2)]
    shapes += [Shape((rectangle(0, y, wide, _FOOT),), MIST, STONE, 0.2) for y in (0, tall - _FOOT)]
    for away, turn in ((1, 0.0), (-1, 180.0)):
        body = contour([(3, head), (13, head), (11.5, head + away * 30), (4.5, head + away * 30)])
        shapes.append(Shape((body,), ink))
        shapes += _placed(suit_mark(piece.suit, PAPER), wide / 2, head + away * 9, 7.5, turn)
    shapes.append(line([(0, head), (wide, head)], STONE, 0.2))
    return Drawing(wide, tall, tuple(shapes))


_FLAP = 4.0


def _flaps() -> list[Contour]:
    """Return the flaps: left and right of the upper and lower side of the cross, and at the end of its row."""
    top, side, slant = _FLAP + DIE, DIE, 1.5
    flaps = []
    for column in (0, 2, 3):
        x = column * side
        flaps.append(contour([(x, top), (x + slant, top - _FLAP), (x + side - slant, top - _FLAP), (x + side, top)]))
        low = top + side
        flaps.append(contour([(x, low), (x + slant, low + _FLAP), (x + side - slant, low + _FLAP), (x + side, low)]))
    end = 4 * side
    flaps.append(contour([(end, top), (end + _FLAP, top + slant), (end + _FLAP, low - slant), (end, low)]))
    return flaps


def _ground(ink: str) -> tuple[Shape, ...]:
    return (
        Shape((rectangle(0, 0, TILE, TILE),), PAPER),
        Shape((rectangle(2, 2, TILE - 4, TILE - 4, 2.5),), None, ink, 0.7),
    )


def _disc(y: float, ink: str) -> tuple[Shape, ...]:
    middle = COIN / 2
    return (
        Shape((circle(middle, y, middle),), PAPER, STONE, 0.2),
        Shape((circle(middle, y, middle - 1.2),), None, ink, 0.6),
    )


def _placed(shapes: tuple[Shape, ...], x: float, y: float, size: float, turn: float = 0.0) -> tuple[Shape, ...]:
    return tuple(placed(shape, x, y, size, turn) for shape in shapes)


def _lily(ink: str) -> tuple[Shape, ...]:
    """Return the Arms: a lily of three petals over a band, with a stalk."""
    petal = bezier((0, -0.5), (0.16, -0.3), (0.16, -0.04), (0.06, 0.12), (0.0, 0.12), (-0.06, 0.12), (-0.06, 0.12))
    middle = np.concatenate([petal, bezier((-0.06, 0.12), (-0.16, -0.04), (-0.16, -0.3), (0, -0.5))])
    right = bezier(
        (0.1, 0.12),
        *((0.12, -0.14), (0.26, -0.32), (0.4, -0.24)),
        *((0.52, -0.16), (0.5, 0.04), (0.36, 0.06)),
        *((0.42, -0.06), (0.34, -0.12), (0.28, -0.06)),
        *((0.22, 0.0), (0.2, 0.06), (0.19, 0.12)),
    )
    left = right * (-1, 1)
    stalk = bezier((-0.05, 0.26), (-0.06, 0.36), (-0.12, 0.42), (0, 0.5), (0.12, 0.42), (0.06, 0.36), (0.05, 0.26))
    curls = bezier((0.08, 0.26), (0.1, 0.36), (0.2, 0.42), (0.28, 0.36), (0.3, 0.3), (0.22, 0.3), (0.2, 0.26))
    band = rectangle(-0.26, 0.14, 0.52, 0.1, 0.03)
    return tuple(Shape((outline,), fill=ink) for outline in (middle, right, left, band, stalk, curls, curls * (-1, 1)))
