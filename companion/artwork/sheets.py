"""Pages to print and cut: drawings at their true size, with crop marks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.artwork.faces import back, face
from companion.artwork.paper import Paper
from companion.artwork.shapes import Drawing, Shape, line
from companion.pieces import DECK


@dataclass(frozen=True, slots=True)
class Words:
    """A line of text by the start of its baseline, in millimetres; ``turned``, it runs upwards."""

    text: str
    x: float
    y: float
    height: float
    """Height of the letters in millimetres."""
    bold: bool = False
    turned: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class PrintSheet:
    """One page: drawings with their top left corners, in millimetres, marks to cut along, and text."""

    paper: Paper
    drawings: tuple[tuple[Drawing, float, float], ...]
    marks: tuple[Shape, ...]
    words: tuple[Words, ...] = ()


_ACROSS, _DOWN = 3, 3
_MARK, _MARK_GAP = 4.5, 1.5


def deck_sheets(paper: Paper, backs: bool = False) -> list[PrintSheet]:
    """Return the 45 cards, nine to a page.

    Args:
        paper: the paper.
        backs: whether a page of backs follows each page, to print on both sides.

    Returns:
        The pages.
    """
    faces = [face(card) for card in DECK]
    sheets = []
    for start in range(0, len(faces), _ACROSS * _DOWN):
        sheets.append(cut_sheet(paper, faces[start : start + _ACROSS * _DOWN], _ACROSS, _DOWN))
        if backs:
            sheets.append(cut_sheet(paper, [back()] * (_ACROSS * _DOWN), _ACROSS, _DOWN))
    return sheets


def cut_sheet(paper: Paper, drawings: Sequence[Drawing], across: int, down: int) -> PrintSheet:
    """Return a page with drawings of one size edge to edge in its middle, so that one cut separates two of them."""
    wide, tall = drawings[0].width, drawings[0].height
    left, top = (paper.size[0] - across * wide) / 2, (paper.size[1] - down * tall) / 2
    places = [(each, left + wide * (k % across), top + tall * (k // across)) for k, each in enumerate(drawings)]
    columns = [left + column * wide for column in range(across + 1)]
    rows = [top + row * tall for row in range(down + 1)]
    return PrintSheet(paper, tuple(places), tuple(_crop_marks(columns, rows)))


def _crop_marks(columns: Sequence[float], rows: Sequence[float]) -> list[Shape]:
    """Return short lines outside the outermost edges, where each cut begins and ends."""
    marks = []
    for x in columns:
        for edge, away in ((rows[0], -1), (rows[-1], 1)):
            marks.append(line([(x, edge + away * _MARK_GAP), (x, edge + away * (_MARK_GAP + _MARK))], "#000000", 0.15))
    for y in rows:
        for edge, away in ((columns[0], -1), (columns[-1], 1)):
            marks.append(line([(edge + away * _MARK_GAP, y), (edge + away * (_MARK_GAP + _MARK), y)], "#000000", 0.15))
    return marks
