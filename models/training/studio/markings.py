"""What is printed on the faces of a die, as one picture with a square for each face: white where the mark is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from models.training.dice.glyphs import usable

Mask = NDArray[np.uint8]

CELL = 160
"""A face's square, in pixels."""


class Marking(Enum):
    """What stands on a die's faces."""

    PIPS = "pips"
    DIGITS = "digits"
    TENS = "tens"


@dataclass(frozen=True, slots=True)
class Style:
    """How a die is marked: ``typeface`` counts among the machine's, ``size`` is a mark's height in inner radii.

    ``told`` is how a 6 is told from a 9: bar, dot or nothing. ``turns`` are quarter turns against the mould's own way
    up. For pips ``layout`` names how they lie, ``size`` is a pip's radius and ``single`` that of the one alone.
    """

    marking: Marking
    typeface: int = 0
    size: float = 0.8
    stretch: float = 1.0
    weight: float = 0.0
    drop: float = 0.0
    told: str = "bar"
    turns: int = 0
    layout: str = "square"
    spread: float = 0.5
    single: float = 0.2
    hollow: bool = False


LAYOUTS = ("square", "edges", "crowded", "tight", "wide", "rows")
"""Pips at a square's corners, 2 and 3 along an edge, a 6 crowded in the middle, all near the middle, all far out, a 6
in two close rows."""


def drawn_style(marking: Marking, sides: int, rng: np.random.Generator) -> Style:
    """Any make's."""
    if marking is Marking.PIPS:
        size = float(rng.uniform(0.15, 0.27))
        single = size * float(rng.choice([1.0, 1.0, 1.0, 1.35, 1.8, 2.6]))
        layout = str(rng.choice(LAYOUTS, p=[0.45, 0.14, 0.14, 0.09, 0.1, 0.08]))
        spread = {"tight": 0.36, "wide": 0.62}.get(layout, 0.5) + float(rng.uniform(-0.05, 0.05))
        hollow = bool(rng.random() < 0.05)
        return Style(marking, size=size, layout=layout, spread=spread, single=single, hollow=hollow)
    size = {4: 0.7, 6: 1.25, 8: 0.85, 10: 0.8, 12: 0.68, 20: 0.55}[sides] * float(rng.uniform(0.75, 1.4))
    told = str(rng.choice(["bar", "dot", "none"], p=[0.6, 0.32, 0.08]))
    turns = int(rng.choice([0, 2, 1, 3], p=[0.72, 0.2, 0.04, 0.04])) if told != "none" else 0
    return Style(
        marking,
        int(rng.integers(1 << 30)),
        min(size, 1.08) if sides == 10 else size,
        float(rng.uniform(0.75, 1.15)),
        float(rng.choice([0, 0, 0, 1, 2])),
        float(rng.uniform(-0.1, 0.12)),
        told,
        turns,
    )


def atlas(style: Style, sides: int, values: Sequence[int], span: float) -> Mask:
    """The picture of all faces, square by square in rows from the top.

    ``values`` are the faces' in order, ``span`` how far a square reaches from its mark's middle, in inner radii.
    """
    rows, columns = grid_of(len(values))
    scale = CELL / (2 * span)
    picture = np.zeros((rows * CELL, columns * CELL), np.uint8)
    for face, value in enumerate(values):
        row, column = divmod(face, columns)
        square = np.rot90(_square(style, sides, value, scale), style.turns)
        picture[row * CELL : (row + 1) * CELL, column * CELL : (column + 1) * CELL] = square
    return picture


def mark(style: Style, sides: int, value: int, span: float) -> Mask:
    """One face's square, upright."""
    return _square(style, sides, value, CELL / (2 * span))


def grid_of(faces: int) -> tuple[int, int]:
    """The rows and columns of the picture of so many faces."""
    columns = int(np.ceil(np.sqrt(faces)))
    return int(np.ceil(faces / columns)), columns


def text_of(marking: Marking, sides: int, value: int) -> str:
    """What a face with this value says.

    >>> text_of(Marking.DIGITS, 10, 10), text_of(Marking.TENS, 10, 10), text_of(Marking.DIGITS, 20, 10)
    ('0', '00', '10')
    """
    if marking is Marking.TENS:
        return f"{value % 10}0"
    return str(value % 10 if sides == 10 else value)


def _square(style: Style, sides: int, value: int, scale: float) -> Mask:
    if style.marking is Marking.PIPS:
        return _pips(style, value, scale)
    text = text_of(style.marking, sides, value)
    if sides == 4:
        return _thrice(style, scale, value)
    size = style.size * (0.85 if len(text) > 1 and sides == 10 else 1.0)
    return _placed(style, text, size * scale, (0.0, -style.drop * scale))


def _thrice(style: Style, scale: float, value: int) -> Mask:
    """A d4's face carries the numbers of its three corners."""
    square = np.zeros((CELL, CELL), np.uint8)
    for turn, other in enumerate(one for one in (1, 2, 3, 4) if one != value):
        mark = _placed(style, str(other), style.size * scale, (0.0, 0.85 * scale))
        onto = cv2.getRotationMatrix2D((CELL / 2, CELL / 2), 120 * turn, 1)
        square = np.maximum(square, cv2.warpAffine(mark, onto, (CELL, CELL)))
    return square


def _placed(style: Style, text: str, height: float, off: tuple[float, float]) -> Mask:
    """A text so many pixels high, its middle so far right and up from the square's."""
    glyph = _glyph(_typeface(style.typeface), text, style.told)
    zoom = height / glyph.shape[0] if text not in ("6", "9") or style.told != "bar" else 1.2 * height / glyph.shape[0]
    onto = np.array(
        [
            [zoom * style.stretch, 0, CELL / 2 + off[0] - zoom * style.stretch * glyph.shape[1] / 2],
            [0, zoom, CELL / 2 - off[1] - zoom * glyph.shape[0] / 2],
        ]
    )
    finer = cv2.GaussianBlur(glyph, (0, 0), max(0.01, 0.4 / zoom)) if zoom < 0.8 else glyph
    square = cv2.warpAffine(finer, onto, (CELL, CELL))
    if style.weight:
        side = 2 * int(style.weight) + 1
        square = cv2.dilate(square, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)))
    return np.asarray(square, np.uint8)


def _typeface(number: int) -> Path:
    files = usable()
    return files[number % len(files)]


@cache
def _glyph(typeface: Path, text: str, told: str) -> Mask:
    """A text cut out tightly, 120 pixels high without what tells a 6 from a 9."""
    font = ImageFont.truetype(str(typeface), 160)
    left, top, right, bottom = (int(side) for side in font.getbbox(text))
    picture = Image.new("L", (right - left + 4, bottom - top + 4))
    ImageDraw.Draw(picture).text((2 - left, 2 - top), text, fill=255, font=font)
    ink = np.asarray(picture, np.uint8)
    glyph = np.asarray(cv2.resize(ink, (max(8, round(120 * ink.shape[1] / ink.shape[0])), 120)), np.uint8)
    if text not in ("6", "9") or told == "none":
        return glyph
    wide = glyph.shape[1]
    if told == "bar":
        barred = np.zeros((146, wide), np.uint8)
        barred[:120] = glyph
        barred[132:144, wide // 10 : wide - wide // 10] = 255
        return barred
    dotted = np.zeros((120, wide + 44), np.uint8)
    dotted[:, 22 : 22 + wide] = glyph
    cv2.circle(dotted, (wide + 33, 108), 9, 255, -1)
    return dotted


_PLACES: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0, 0),),
    2: ((-1, 1), (1, -1)),
    3: ((-1, 1), (0, 0), (1, -1)),
    4: ((-1, 1), (1, 1), (-1, -1), (1, -1)),
    5: ((-1, 1), (1, 1), (0, 0), (-1, -1), (1, -1)),
    6: ((-1, 1), (-1, 0), (-1, -1), (1, 1), (1, 0), (1, -1)),
}


def _pips(style: Style, value: int, scale: float) -> Mask:
    places = np.array(_PLACES[value], np.float64) * style.spread
    if style.layout == "edges" and value in (2, 3):
        places[:, 0] = 0.0 if value == 3 else places[:, 0] * 0
    if style.layout in ("crowded", "rows") and value == 6:
        places *= (0.55, 0.85) if style.layout == "rows" else (0.7, 0.75)
    size = style.single if value == 1 else style.size
    if value > 1:
        apart = min(float(np.linalg.norm(a - b)) for i, a in enumerate(places) for b in places[:i])
        size = min(size, 0.44 * apart)
    square = np.zeros((4 * CELL, 4 * CELL), np.uint8)
    for x, y in places * scale * 4:
        middle = (round(2 * CELL + x), round(2 * CELL - y))
        cv2.circle(square, middle, round(4 * scale * size), 255, -1, cv2.LINE_AA)
        if style.hollow:
            cv2.circle(square, middle, round(2.2 * scale * size), 0, -1, cv2.LINE_AA)
    return np.asarray(cv2.resize(square, (CELL, CELL), interpolation=cv2.INTER_AREA), np.uint8)
