"""Cheat sheets as two-sided cards: rules in two columns of letters that are legible on a table."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from reportlab.pdfbase.pdfmetrics import stringWidth

from companion.artwork.glyphs import suit_glyph
from companion.artwork.palette import INK
from companion.artwork.paper import Paper
from companion.artwork.pdf import font
from companion.artwork.shapes import Drawing, Shape, line, placed, rectangle
from companion.artwork.sheets import PrintSheet, Words, cut_sheet
from companion.pieces import Suit

Section = tuple[str, Sequence[str]]
"""A heading and its lines."""
WIDE, TALL = 188.0, 130.0
"""Size of the card in millimetres: two of them fill a page."""
POINT = 25.4 / 72
"""Millimetres in a typographic point."""
LARGEST, SMALLEST = 11 * POINT, 9 * POINT
"""Height of the letters in millimetres: 9 points are read across a table."""
_MARGIN, _GUTTER, _INDENT = 7.0, 6.0, 3.2
_COLUMNS, _COPIES, _SIDES = 2, 2, 2
_TITLE = 1.35
"""Height of the title as a share of the letters' height."""
_TOP = 14.0
"""Distance from the card's upper edge to the columns."""
_LINE, _GAP = 1.16, 0.4
"""Line pitch, and space above a heading, as shares of the letters' height."""
_COLUMN_WIDTH = (WIDE - 2 * _MARGIN - (_COLUMNS - 1) * _GUTTER) / _COLUMNS
_COLUMN_HEIGHT = TALL - _TOP - _MARGIN - 2.5


@dataclass(frozen=True, slots=True)
class _Block:
    """Lines that stay together in one column."""

    lines: tuple[str, ...]
    bold: bool = False


def cheat_sheets(paper: Paper, title: str, sections: Sequence[Section], suits: Sequence[str] = ()) -> list[PrintSheet]:
    """Return a page for each side of the card, with two copies each, to print on both sides of the paper.

    Args:
        paper: the paper.
        title: the card's title.
        sections: headings with their lines.
        suits: names of the six suits, shown with their glyphs on the first side; empty to leave them out.

    Returns:
        The pages: the front, the back, and further sides if the text needs them.
    """
    height, sides = _fitted(sections)
    pages = []
    for number, columns in enumerate(sides, 1):
        heading = title if len(sides) == 1 else f"{title} ({number}/{len(sides)})"
        shapes = [Shape((rectangle(0.5, 0.5, WIDE - 1, TALL - 1, 4.0),), None, INK, 0.3)]
        shapes.append(line([(_MARGIN, _TOP - 2.8), (WIDE - _MARGIN, _TOP - 2.8)], INK, 0.2))
        words = [Words(heading, _MARGIN, _MARGIN + 2.6, _TITLE * height, bold=True)]
        if number == 1 and suits:
            glyphs, names = _suit_row(suits)
            shapes += glyphs
            words += names
        for place, column in enumerate(columns):
            words += _column(column, _MARGIN + place * (_COLUMN_WIDTH + _GUTTER), height)
        pages.append(_page(paper, Drawing(WIDE, TALL, tuple(shapes)), words))
    return pages


def wrapped(text: str, wide: float, height: float, bold: bool = False) -> list[str]:
    """Return the text in lines of at most this width, in millimetres."""
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}".lstrip()
        if stringWidth(longer, font(bold=bold), height) <= wide or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _page(paper: Paper, card: Drawing, words: Sequence[Words]) -> PrintSheet:
    """Return a page with copies of the card, one above the other."""
    sheet = cut_sheet(paper, [card] * _COPIES, 1, _COPIES)
    copies = [replace(one, x=x + one.x, y=y + one.y) for _, x, y in sheet.drawings for one in words]
    return replace(sheet, words=tuple(copies))


def _suit_row(suits: Sequence[str]) -> tuple[list[Shape], list[Words]]:
    """Return the six glyphs with their names, spread over the card's foot."""
    pitch = (WIDE - 2 * _MARGIN) / len(suits)
    glyphs, names = [], []
    for place, (suit, name) in enumerate(zip(Suit, suits, strict=True)):
        x = _MARGIN + place * pitch
        glyphs.append(placed(suit_glyph(suit), x + 2.1, TALL - 5.4, 4.2))
        names.append(Words(name, x + 5.4, TALL - 4.2, SMALLEST))
    return glyphs, names


def _fitted(sections: Sequence[Section]) -> tuple[float, list[list[list[_Block]]]]:
    """Return the largest letters with which both sides suffice, or the smallest, and the columns of each side."""
    for tenths in range(round(LARGEST * 20), int(SMALLEST * 20) - 1, -1):
        height = max(SMALLEST, tenths / 20)
        columns = _columns(sections, height)
        if len(columns) <= _SIDES * _COLUMNS:
            break
    return height, [columns[start : start + _COLUMNS] for start in range(0, len(columns), _COLUMNS)]


def _columns(sections: Sequence[Section], height: float) -> list[list[_Block]]:
    """Return the blocks column by column; a heading stays with the line below it."""
    columns: list[list[_Block]] = [[]]
    for heading, texts in sections:
        blocks = [_Block(tuple(wrapped(text, _COLUMN_WIDTH - _INDENT, height))) for text in texts]
        head = _Block(tuple(wrapped(heading, _COLUMN_WIDTH, height, bold=True)), bold=True)
        groups = [[head, *blocks[:1]], *([block] for block in blocks[1:])]
        for group in groups:
            if columns[-1] and _height([*columns[-1], *group], height) > _COLUMN_HEIGHT:
                columns.append([])
            columns[-1] += group
    return columns


def _height(blocks: Sequence[_Block], height: float) -> float:
    return sum(len(block.lines) * _LINE * height + block.bold * _GAP * height for block in blocks)


def _column(blocks: Sequence[_Block], x: float, height: float) -> Iterator[Words]:
    """Yield the lines of a column; the first line of each rule has a dash."""
    y = _TOP
    for number, block in enumerate(blocks):
        y += _GAP * height * (block.bold and number > 0)
        for place, text in enumerate(block.lines):
            y += _LINE * height
            if not block.bold and place == 0:
                yield Words("–", x, y, height)
            yield Words(text, x if block.bold else x + _INDENT, y, height, block.bold)
