"""Faces of the project's own deck: a picture, a paper frame, and the index in two opposite corners."""

import math
from functools import cache

import numpy as np

from companion.artwork.block import HEIGHT, WIDTH, Block
from companion.artwork.glyphs import rank_glyph, suit_glyph
from companion.artwork.letters import text, text_width
from companion.artwork.palette import INK, PAPER
from companion.artwork.pictures import PICTURES
from companion.artwork.shapes import Contour, Drawing, Shape, arc, circle, contour, placed, rectangle, ribbon
from companion.pieces import Card, Suit

CARD_WIDTH, CARD_HEIGHT = WIDTH, HEIGHT
"""Size of a poker card in millimetres."""

_MARGIN = 3.0
_NAME_BAND = 6.4
_TAB = 11.4
_COLUMN = 6.4
_RANK_SIZE = 8.6
_SUIT_SIZE = 7.8
_STEP = 8.7
_BACK_GROUND, _BACK_FIGURE, _BACK_SHINE = "#1f3f66", "#4d7099", "#e9c46a"


@cache
def face(card: Card) -> Drawing:
    """Return the face of a card, in millimetres."""
    block = Block(PAPER)
    PICTURES[card.code](block)
    marks = [*_index(card), *_name(card)]
    turned = [placed(mark, WIDTH, HEIGHT, turn=180) for mark in marks]
    window = _window(card)
    frame = Shape((rectangle(-1, -1, WIDTH + 2, HEIGHT + 2), window), PAPER)
    return Drawing(WIDTH, HEIGHT, (*block.shapes, frame, *marks, *turned), len(block.shapes), window)


def _window(card: Card) -> Contour:
    """Return the outline of the visible picture: all but the rim and the two corners of the index."""
    left, top, right = _MARGIN, _NAME_BAND, WIDTH - _MARGIN
    tab, notch, r = _TAB, 14.0 + _STEP * len(card.suits), 2.0
    half = np.concatenate(
        [
            contour([(left, notch)]),
            arc(tab - r, notch - r, r, 90, 0),
            contour([(tab, top), (right, top)]),
        ]
    )
    return np.concatenate([half, (WIDTH, HEIGHT) - half])


def _index(card: Card) -> list[Shape]:
    marks = [placed(mark, _COLUMN, 7.8, _RANK_SIZE) for mark in rank_glyph(card.rank)]
    for place, suit in enumerate(card.suits):
        marks.append(placed(suit_glyph(suit), _COLUMN, 17.6 + _STEP * place, _SUIT_SIZE))
    return marks


def _name(card: Card) -> tuple[Shape, ...]:
    height = 2.0
    return text(card.name, WIDTH - _MARGIN - text_width(card.name, height), _NAME_BAND - 1.5, height, INK, 0.14)


@cache
def back() -> Drawing:
    """Return the back of every card, unchanged by a half turn."""
    block = Block(PAPER)
    block.box(_MARGIN, _MARGIN, WIDTH - 2 * _MARGIN, HEIGHT - 2 * _MARGIN, _BACK_GROUND, 2.5)
    middle_x, middle_y = WIDTH / 2, HEIGHT / 2
    suits = list(Suit)
    for row in range(5):
        for column in range(6 - row % 2):
            x, y = 9 + 9 * column + 4.5 * (row % 2), 10 + 8.5 * row
            if math.hypot(x - middle_x, y - middle_y) < 15 or (row == 4 and x > middle_x):
                continue
            glyph = suit_glyph(suits[(5 * column + 2 * row) % 6], _BACK_FIGURE)
            block.stamp(glyph, x, y, 5.4)
            block.stamp(glyph, WIDTH - x, HEIGHT - y, 5.4, turn=180)
    block.fill(circle(middle_x, middle_y, 13), PAPER, circle(middle_x, middle_y, 12))
    for k in range(12):
        angle = math.radians(30 * k)
        reach = 10.4 if k % 2 else 7.8
        tip = (middle_x + reach * math.cos(angle), middle_y + reach * math.sin(angle))
        block.fill(ribbon([(middle_x, middle_y), tip], (3.4, 0.05)), _BACK_SHINE if k % 2 else _BACK_FIGURE)
    block.disc(middle_x, middle_y, 4.6, _BACK_SHINE)
    block.fill(circle(middle_x, middle_y, 3.4), _BACK_GROUND, circle(middle_x, middle_y, 2.6))
    return Drawing(WIDTH, HEIGHT, tuple(block.shapes))
