"""Pages to print and cut: drawings laid on paper at their true size, with crop marks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.artwork.faces import back, face
from companion.artwork.paper import Paper
from companion.artwork.shapes import Drawing, Shape, line
from companion.pieces import DECK


@dataclass(frozen=True, slots=True)
class Words:
    """A line of text whose baseline begins there, in millimetres; ``turned`` it runs upwards."""

    text: str
    x: float
    y: float
    height: float
    """Of the lettering's size, in millimetres."""
    bold: bool = False
    turned: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class PrintSheet:
    """One page: drawings with the place of their top left corner, in millimetres, marks to cut along, and words."""

    paper: Paper
    drawings: tuple[tuple[Drawing, float, float], ...]
    marks: tuple[Shape, ...]
    words: tuple[Words, ...] = ()


_ACROSS, _DOWN = 3, 3
_MARK, _APART = 4.5, 1.5


def deck_sheets(paper: Paper, backs: bool = False) -> list[PrintSheet]:
    """The 45 cards, nine to a page; with ``backs`` a page of backs follows each, to print on both sides."""
    faces = [face(card) for card in DECK]
    sheets = []
    for start in range(0, len(faces), _ACROSS * _DOWN):
        sheets.append(cut_sheet(paper, faces[start : start + _ACROSS * _DOWN], _ACROSS, _DOWN))
        if backs:
            sheets.append(cut_sheet(paper, [back()] * (_ACROSS * _DOWN), _ACROSS, _DOWN))
    return sheets


def cut_sheet(paper: Paper, drawings: Sequence[Drawing], across: int, down: int) -> PrintSheet:
    """Drawings of one size edge to edge in the middle of the page, so that one cut parts two of them."""
    wide, tall = drawings[0].width, drawings[0].height
    left, top = (paper.size[0] - across * wide) / 2, (paper.size[1] - down * tall) / 2
    places = [(each, left + wide * (k % across), top + tall * (k // across)) for k, each in enumerate(drawings)]
    columns = [left + column * wide for column in range(across + 1)]
    rows = [top + row * tall for row in range(down + 1)]
    return PrintSheet(paper, tuple(places), tuple(_crop_marks(columns, rows)))


def _crop_marks(columns: Sequence[float], rows: Sequence[float]) -> list[Shape]:
    """Short lines outside the outermost edges, where each cut begins and ends."""
    marks = []
    for x in columns:
        for edge, away in ((rows[0], -1), (rows[-1], 1)):
            marks.append(line([(x, edge + away * _APART), (x, edge + away * (_APART + _MARK))], "#000000", 0.15))
    for y in rows:
        for edge, away in ((columns[0], -1), (columns[-1], 1)):
            marks.append(line([(edge + away * _APART, y), (edge + away * (_APART + _MARK), y)], "#000000", 0.15))
    return marks
