"""Tokens of the six suits, to print and cut."""

from functools import cache

from companion.artwork.glyphs import suit_glyph
from companion.artwork.palette import PAPER, SUIT_INKS
from companion.artwork.paper import Paper
from companion.artwork.shapes import Drawing, Shape, circle, placed, rectangle
from companion.artwork.sheets import PrintSheet, cut_sheet
from companion.pieces import Suit

ACROSS = 18.0
"""Diameter of a token in millimetres."""
_PITCH = 20.5
_COLUMNS, _ROWS_A_SUIT = 9, 2
EACH = _COLUMNS * _ROWS_A_SUIT
"""Number of tokens of a suit on a page."""


def token_sheets(paper: Paper, *, square: bool = False) -> list[PrintSheet]:
    """Return one page with ``EACH`` tokens of every suit: discs, or squares edge to edge."""
    if square:
        every = [square_token(suit) for suit in Suit for _ in range(EACH)]
        return [cut_sheet(paper, every, _COLUMNS, _ROWS_A_SUIT * len(Suit))]
    width, height = paper.size
    rows = _ROWS_A_SUIT * len(Suit)
    left, top = (width - _COLUMNS * _PITCH) / 2, (height - rows * _PITCH) / 2
    inset = (_PITCH - ACROSS) / 2
    places = [
        (token(suit), left + column * _PITCH + inset, top + (number * _ROWS_A_SUIT + row) * _PITCH + inset)
        for number, suit in enumerate(Suit)
        for row in range(_ROWS_A_SUIT)
        for column in range(_COLUMNS)
    ]
    return [PrintSheet(paper, tuple(places), ())]


@cache
def token(suit: Suit) -> Drawing:
    """Return a round token: the suit's glyph on a disc of its ink, with a ring of paper colour."""
    middle = ACROSS / 2
    ink = SUIT_INKS[suit].on_paper
    return Drawing(
        ACROSS,
        ACROSS,
        (
            Shape((circle(middle, middle, middle),), fill=ink),
            Shape((circle(middle, middle, middle - 1.3),), None, PAPER, 0.5),
            placed(suit_glyph(suit, PAPER), middle, middle, 10.5),
        ),
    )


@cache
def square_token(suit: Suit) -> Drawing:
    """Return a square token; between two of a suit an inaccurate cut does not show."""
    middle = ACROSS / 2
    rim = rectangle(1.6, 1.6, ACROSS - 3.2, ACROSS - 3.2, 2.0)
    return Drawing(
        ACROSS,
        ACROSS,
        (
            Shape((rectangle(0, 0, ACROSS, ACROSS),), fill=SUIT_INKS[suit].on_paper),
            Shape((rim,), None, PAPER, 0.5),
            placed(suit_glyph(suit, PAPER), middle, middle, 10.5),
        ),
    )
