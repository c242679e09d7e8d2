"""A cheat sheet as a card to cut out: rules with their numbers, in the largest letters that fit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reportlab.pdfbase.pdfmetrics import stringWidth

from companion.artwork.palette import INK
from companion.artwork.paper import Paper
from companion.artwork.pdf import font
from companion.artwork.shapes import Drawing, Shape, rectangle
from companion.artwork.sheets import PrintSheet, Words, cut_sheet

Section = tuple[str, Sequence[tuple[str, str]]]
"""A heading, and lines with the number of their rule."""
WIDE, TALL = 148.0, 210.0
"""Size of the card in millimetres: half an A4 page."""
LARGEST, SMALLEST = 3.4, 2.0
"""Height of the letters in millimetres; the smallest is a little under 6 points."""
_MARGIN, _NUMBER = 8.0, 10.0
_LINE, _GAP = 1.28, 0.6
"""Line pitch, and space above a heading, as shares of the letters' height."""


def cheat_sheet(paper: Paper, title: str, sections: Sequence[Section]) -> PrintSheet:
    """Return one page with the card in its middle.

    Args:
        paper: the paper.
        title: the card's title.
        sections: headings with their lines.

    Returns:
        The page; a :class:`ValueError` if the smallest letters are too large.
    """
    card = Drawing(WIDE, TALL, (Shape((rectangle(0.5, 0.5, WIDE - 1, TALL - 1, 4.0),), None, INK, 0.3),))
    sheet = cut_sheet(paper, [card], 1, 1)
    _, x, y = sheet.drawings[0]
    words = tuple(Words(one.text, x + one.x, y + one.y, one.height, one.bold) for one in _fitted(title, sections))
    return PrintSheet(sheet.paper, sheet.drawings, sheet.marks, words)


def _fitted(title: str, sections: Sequence[Section]) -> list[Words]:
    for tenths in range(round(LARGEST * 20), round(SMALLEST * 20) - 1, -1):
        words = list(_laid(title, sections, tenths / 20))
        if words[-1].y <= TALL - _MARGIN:
            return words
    raise ValueError(f"{title}: more than fits on a card")


def _laid(title: str, sections: Sequence[Section], height: float) -> Iterator[Words]:
    """Yield all lines from the top, in letters of this height."""
    y = _MARGIN + 1.5 * height
    yield Words(title, _MARGIN, y, 1.5 * height, bold=True)
    for heading, lines in sections:
        y += (_LINE + _GAP) * height
        yield Words(heading, _MARGIN, y, height, bold=True)
        for number, text in lines:
            y += _LINE * height
            yield Words(number, _MARGIN, y, 0.8 * height)
            for place, part in enumerate(wrapped(text, WIDE - 2 * _MARGIN - _NUMBER, height)):
                y += _LINE * height * bool(place)
                yield Words(part, _MARGIN + _NUMBER, y, height)


def wrapped(text: str, wide: float, height: float) -> list[str]:
    """Return the text in lines of at most this width, in millimetres."""
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}".lstrip()
        if stringWidth(longer, font(bold=False), height) <= wide or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
