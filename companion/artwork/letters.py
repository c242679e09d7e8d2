"""Letterforms of the deck: capitals and digits as pen strokes of one width.

A letter is in a box 1 high, its baseline at y = 1; its width is its own.
"""

import math
from functools import cache

import numpy as np

from companion.artwork.shapes import Contour, Points, Shape, arc, bezier, contour, curve

Strokes = tuple[Contour, ...]


def digit_strokes(digit: str, colour: str) -> tuple[Shape, ...]:
    """Return a bold digit 0–9 within ±0.5 of the origin; 6 and 9 have a bar below."""
    strokes = _DIGITS[digit]()
    marked = digit in "69"
    height = 0.66 if marked else 0.84
    top = -0.42
    fitted = tuple(stroke * (0.78, height) - (0.39, -top) for stroke in strokes)
    shapes = [Shape(fitted, None, colour, 0.16, closed=False)]
    if marked:
        shapes.append(Shape((contour([(-0.28, 0.44), (0.28, 0.44)]),), None, colour, 0.1, closed=False))
    return tuple(shapes)


def letter_strokes(letter: str, colour: str) -> tuple[Shape, ...]:
    """Return a bold capital within ±0.5 of the origin."""
    width, strokes = _letter(letter)
    fitted = tuple((stroke - (width / 2, 0.5)) * 0.84 for stroke in strokes)
    return (Shape(fitted, None, colour, 0.16, closed=False),)


def text(words: str, x: float, y: float, height: float, colour: str, weight: float = 0.13) -> tuple[Shape, ...]:
    """Return ``words`` in capitals.

    Args:
        words: the text.
        x: start of the baseline.
        y: height of the baseline.
        height: height of the letters.
        colour: colour of the strokes.
        weight: stroke width as a share of the height.

    Returns:
        One shape, or none for an empty text.
    """
    strokes: list[Contour] = []
    for letter in words.upper():
        if letter in " \u00a0":
            x += 0.55 * height
            continue
        width, drawn = _letter(letter)
        strokes += [stroke * height + (x, y - height) for stroke in drawn]
        x += (width + 0.34) * height
    return (Shape(tuple(strokes), None, colour, weight * height, closed=False),) if strokes else ()


def text_width(words: str, height: float) -> float:
    """Return the width of :func:`text`."""
    widths = (0.55 if letter == " " else _letter(letter)[0] + 0.34 for letter in words.upper())
    return max(0.0, sum(widths) - 0.34) * height


def _bowl(x: float, y: float, across: float, down: float, start: float, end: float) -> Contour:
    angles = np.radians(np.linspace(start, end, max(8, int(abs(end - start) / 9))))
    return np.stack([x + across * np.cos(angles), y + down * np.sin(angles)], axis=1)


def _zero() -> Strokes:
    return (_bowl(0.5, 0.5, 0.38, 0.5, 0, 360),)


def _one() -> Strokes:
    return (contour([(0.24, 0.2), (0.54, 0.0), (0.54, 1.0)]),)


def _two() -> Strokes:
    top = _bowl(0.5, 0.29, 0.38, 0.29, 190, 380)
    return (np.concatenate([top, contour([(0.1, 1.0), (0.92, 1.0)])]),)


def _three() -> Strokes:
    upper = _bowl(0.46, 0.26, 0.34, 0.26, 200, 450)
    lower = _bowl(0.46, 0.74, 0.42, 0.26, 270, 520)
    middle = contour([(0.42, 0.5), (0.5, 0.49)])
    return upper, middle, lower


def _four() -> Strokes:
    return (contour([(0.7, 1.0), (0.7, 0.0), (0.08, 0.7), (0.96, 0.7)]),)


def _five() -> Strokes:
    bowl = _bowl(0.46, 0.68, 0.43, 0.32, 232, 500)
    return (contour([(0.86, 0.0), (0.22, 0.0), (0.16, 0.46)]), np.concatenate([contour([(0.16, 0.46)]), bowl]))


def _six() -> Strokes:
    return _bowl(0.5, 0.69, 0.4, 0.31, 0, 360), bezier((0.78, 0.0), (0.4, 0.1), (0.12, 0.4), (0.1, 0.69))


def _seven() -> Strokes:
    return (contour([(0.06, 0.0), (0.92, 0.0), (0.38, 1.0)]), contour([(0.36, 0.52), (0.86, 0.52)]))


def _eight() -> Strokes:
    return _bowl(0.5, 0.25, 0.33, 0.25, 0, 360), _bowl(0.5, 0.75, 0.42, 0.25, 0, 360)


def _nine() -> Strokes:
    return _bowl(0.5, 0.31, 0.4, 0.31, 0, 360), bezier((0.9, 0.31), (0.88, 0.6), (0.6, 0.9), (0.22, 1.0))


_DIGITS = {
    "0": _zero,
    "1": _one,
    "2": _two,
    "3": _three,
    "4": _four,
    "5": _five,
    "6": _six,
    "7": _seven,
    "8": _eight,
    "9": _nine,
}


@cache
def _letter(letter: str) -> tuple[float, Strokes]:
    width, parts = _CAPITALS[letter]
    return width, tuple(contour(part) for part in parts)


_ROUND = arc(0.45, 0.5, 0.5, 0, 360)
_CEE = arc(0.48, 0.5, 0.5, 48, 312)
_ESS = curve([(0.6, 0.14), (0.3, 0.0), (0.04, 0.22), (0.3, 0.48), (0.62, 0.74), (0.32, 1.0), (0.0, 0.86)])


def _half(y: float, radius: float, left: float, reach: float) -> list[tuple[float, float]]:
    """Return a stem's bowl: out to the right and back, ``radius`` high to each side of ``y``."""
    points = [(left, y - radius)]
    for angle in range(-90, 91, 15):
        across = reach - left - radius
        points.append(
            (left + across + radius * math.cos(math.radians(angle)), y + radius * math.sin(math.radians(angle)))
        )
    return [*points, (left, y + radius)]


_CAPITALS: dict[str, tuple[float, tuple[Points, ...]]] = {
    "A": (0.84, ([(0, 1), (0.42, 0), (0.84, 1)], [(0.15, 0.66), (0.69, 0.66)])),
    "B": (0.6, ([(0, 0), (0, 1)], _half(0.25, 0.25, 0, 0.52), _half(0.75, 0.25, 0, 0.6))),
    "C": (0.8, (_CEE,)),
    "D": (0.74, ([(0, 0), (0, 1)], _half(0.5, 0.5, 0, 0.74))),
    "E": (0.55, ([(0.55, 0), (0, 0), (0, 1), (0.55, 1)], [(0, 0.5), (0.48, 0.5)])),
    "F": (0.52, ([(0.52, 0), (0, 0), (0, 1)], [(0, 0.5), (0.45, 0.5)])),
    "G": (0.84, (_CEE, [(0.5, 0.54), (0.84, 0.54), (0.82, 0.87)])),
    "H": (0.7, ([(0, 0), (0, 1)], [(0.7, 0), (0.7, 1)], [(0, 0.5), (0.7, 0.5)])),
    "I": (0.0, ([(0, 0), (0, 1)],)),
    "J": (0.44, ([(0.44, 0), (0.44, 0.76), (0.38, 0.92), (0.22, 1), (0.06, 0.93), (0, 0.8)],)),
    "K": (0.64, ([(0, 0), (0, 1)], [(0.6, 0), (0, 0.58)], [(0.18, 0.42), (0.64, 1)])),
    "L": (0.52, ([(0, 0), (0, 1), (0.52, 1)],)),
    "M": (0.86, ([(0, 1), (0.06, 0), (0.43, 0.72), (0.8, 0), (0.86, 1)],)),
    "N": (0.7, ([(0, 1), (0, 0), (0.7, 1), (0.7, 0)],)),
    "O": (0.9, (_ROUND,)),
    "P": (0.56, ([(0, 1), (0, 0)], _half(0.28, 0.28, 0, 0.56))),
    "Q": (0.9, (_ROUND, [(0.56, 0.72), (0.9, 1.04)])),
    "R": (0.6, ([(0, 1), (0, 0)], _half(0.27, 0.27, 0, 0.56), [(0.26, 0.54), (0.6, 1)])),
    "S": (0.62, (_ESS,)),
    "T": (0.7, ([(0, 0), (0.7, 0)], [(0.35, 0), (0.35, 1)])),
    "U": (
        0.7,
        ([(0, 0), (0, 0.64), (0.06, 0.84), (0.2, 0.97), (0.35, 1), (0.5, 0.97), (0.64, 0.84), (0.7, 0.64), (0.7, 0)],),
    ),
    "V": (0.8, ([(0, 0), (0.4, 1), (0.8, 0)],)),
    "W": (1.1, ([(0, 0), (0.27, 1), (0.55, 0.2), (0.83, 1), (1.1, 0)],)),
    "X": (0.7, ([(0, 0), (0.7, 1)], [(0.7, 0), (0, 1)])),
    "Y": (0.74, ([(0, 0), (0.37, 0.48), (0.74, 0)], [(0.37, 0.48), (0.37, 1)])),
    "Z": (0.66, ([(0, 0), (0.66, 0), (0, 1), (0.66, 1)],)),
}
