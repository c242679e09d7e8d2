"""A score pad as a card to cut: a row for each score, a column for each player, repeated as often as fits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reportlab.pdfbase.pdfmetrics import stringWidth

from companion.artwork.cheat_card import TALL, WIDE
from companion.artwork.palette import INK, MIST
from companion.artwork.paper import Paper
from companion.artwork.pdf import font
from companion.artwork.shapes import Drawing, Shape, line, rectangle
from companion.artwork.sheets import PrintSheet, Words, cut_sheet

Row = tuple[str, bool]
"""A row's label, and whether it decides."""
ROW = 6.5
"""Height of a row in millimetres: enough for a pencil."""
_MARGIN, _TITLE, _TABLE_GAP = 8.0, 15.0, 5.0
_LABEL_WIDTH = 50.0
"""Width of the label column in millimetres."""
_LETTERING = 3.0


def score_pad(paper: Paper, title: str, head: str, rows: Sequence[Row], players: int) -> PrintSheet:
    """Return one page with the card in its middle.

    Args:
        paper: the paper.
        title: the card's title.
        head: label of the row of names, the first of every table.
        rows: labels of the other rows.
        players: number of players.

    Returns:
        The page.

    Raises:
        ValueError: if the rows do not fit on a card.
    """
    tall = ROW * (len(rows) + 1)
    tables = int((TALL - _TITLE - _MARGIN + _TABLE_GAP) // (tall + _TABLE_GAP))
    if tables < 1:
        raise ValueError(f"{title}: more rows than a card has room for")
    tops = [_TITLE + number * (tall + _TABLE_GAP) for number in range(tables)]
    shapes = [Shape((rectangle(0.5, 0.5, WIDE - 1, TALL - 1, 4.0),), None, INK, 0.3)]
    for top in tops:
        shapes += _table(top, rows, players)
    sheet = cut_sheet(paper, [Drawing(WIDE, TALL, tuple(shapes))], 1, 1)
    _, x, y = sheet.drawings[0]
    labels = [Words(title, _MARGIN, 11.0, 4.5, bold=True), *(one for top in tops for one in _words(top, head, rows))]
    words = tuple(Words(one.text, x + one.x, y + one.y, one.height, one.bold) for one in labels)
    return PrintSheet(sheet.paper, sheet.drawings, sheet.marks, words)


def _table(top: float, rows: Sequence[Row], players: int) -> Iterator[Shape]:
    left, right, bottom = _MARGIN, WIDE - _MARGIN, top + ROW * (len(rows) + 1)
    for number, (_, strong) in enumerate(rows, 1):
        if strong:
            yield Shape((rectangle(left, top + number * ROW, right - left, ROW),), MIST)
    for number in range(len(rows) + 2):
        yield line([(left, top + number * ROW), (right, top + number * ROW)], INK, 0.5 if number == 1 else 0.2)
    column_width = (right - left - _LABEL_WIDTH) / players
    for x in (left, *(left + _LABEL_WIDTH + column_width * seat for seat in range(players + 1))):
        yield line([(x, top), (x, bottom)], INK, 0.2)


def _words(top: float, head: str, rows: Sequence[Row]) -> Iterator[Words]:
    for number, (text, strong) in enumerate([(head, False), *rows]):
        wide = stringWidth(text, font(bold=strong), _LETTERING)
        height = _LETTERING * min(1.0, (_LABEL_WIDTH - 3) / wide)
        yield Words(text, _MARGIN + 1.5, top + (number + 0.68) * ROW, height, strong)
