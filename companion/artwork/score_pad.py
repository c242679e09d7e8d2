"""A score pad as a card to cut: a row for each score, a column for each player, repeated as often as fits."""

from collections.abc import Iterator, Sequence

from reportlab.pdfbase.pdfmetrics import stringWidth

from companion.artwork.glyphs import suit_glyph
from companion.artwork.palette import INK, MIST
from companion.artwork.paper import Paper
from companion.artwork.pdf import font
from companion.artwork.shapes import Drawing, Shape, line, placed, rectangle
from companion.artwork.sheets import PrintSheet, Words, cut_sheet
from companion.pieces import Suit

Row = tuple[str, bool, Suit | None]
"""A row's label, whether it decides, and the suit that it counts."""
WIDE, TALL = 148.0, 210.0
"""Size of the card in millimetres: half an A4 page."""
ROW = 6.5
"""Height of a row in millimetres: enough for a pencil."""
_MARGIN, _TITLE, _TABLE_GAP = 8.0, 15.0, 5.0
_LABEL_WIDTH = 50.0
"""Minimum width of the label column in millimetres; longer labels widen it."""
_LETTERING = 9 * 25.4 / 72
"""Height of the labels in millimetres: 9 points."""
_GLYPH = 5.0
"""Width of a suit's glyph and the space behind it, in millimetres."""


def score_pad(paper: Paper, title: str, head: str, rows: Sequence[Row], players: int) -> PrintSheet:
    """Return one page with the card in its middle.

    Args:
        paper: the paper.
        title: the card's title.
        head: label of the row of names, the first of every table.
        rows: labels of the other rows.
        players: number of players.

    Raises:
        ValueError: if the rows do not fit on a card.
    """
    tall = ROW * (len(rows) + 1)
    tables = int((TALL - _TITLE - _MARGIN + _TABLE_GAP) // (tall + _TABLE_GAP))
    if tables < 1:
        raise ValueError(f"{title}: more rows than a card has room for")
    label_width = max(_LABEL_WIDTH, *map(_label_width, rows))
    tops = [_TITLE + number * (tall + _TABLE_GAP) for number in range(tables)]
    shapes = [Shape((rectangle(0.5, 0.5, WIDE - 1, TALL - 1, 4.0),), None, INK, 0.3)]
    for top in tops:
        shapes += _table(top, rows, players, label_width)
    sheet = cut_sheet(paper, [Drawing(WIDE, TALL, tuple(shapes))], 1, 1)
    _, x, y = sheet.drawings[0]
    labels = [Words(title, _MARGIN, 11.0, 4.5, bold=True), *(one for top in tops for one in _words(top, head, rows))]
    words = tuple(Words(one.text, x + one.x, y + one.y, one.height, one.bold) for one in labels)
    return PrintSheet(sheet.paper, sheet.drawings, sheet.marks, words)


def _table(top: float, rows: Sequence[Row], players: int, label_width: float) -> Iterator[Shape]:
    left, right, bottom = _MARGIN, WIDE - _MARGIN, top + ROW * (len(rows) + 1)
    for number, (_, strong, suit) in enumerate(rows, 1):
        if strong:
            yield Shape((rectangle(left, top + number * ROW, right - left, ROW),), MIST)
        if suit is not None:
            yield placed(suit_glyph(suit), left + 3.2, top + (number + 0.5) * ROW, 4.2)
    for number in range(len(rows) + 2):
        yield line([(left, top + number * ROW), (right, top + number * ROW)], INK, 0.5 if number == 1 else 0.2)
    column_width = (right - left - label_width) / players
    for x in (left, *(left + label_width + column_width * seat for seat in range(players + 1))):
        yield line([(x, top), (x, bottom)], INK, 0.2)


def _label_width(row: Row) -> float:
    """Return the width of a label with its glyph and margins, in millimetres."""
    text, strong, suit = row
    return stringWidth(text, font(bold=strong), _LETTERING) + 4 + _GLYPH * (suit is not None)


def _words(top: float, head: str, rows: Sequence[Row]) -> Iterator[Words]:
    for number, (text, strong, suit) in enumerate([(head, False, None), *rows]):
        x = _MARGIN + 1.5 + _GLYPH * (suit is not None)
        yield Words(text, x, top + (number + 0.68) * ROW, _LETTERING, strong)
