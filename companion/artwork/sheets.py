"""Pages to print and cut: drawings laid on paper at their true size, with crop marks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.artwork.faces import CARD_HEIGHT, CARD_WIDTH, back, face
from companion.artwork.paper import Paper
from companion.artwork.shapes import Drawing, Shape, line
from companion.pieces import DECK


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """One page: drawings with the place of their top left corner, in millimetres, and the marks to cut along."""

    paper: Paper
    drawings: tuple[tuple[Drawing, float, float], ...]
    marks: tuple[Shape, ...]


_ACROSS, _DOWN = 3, 3
_MARK, _APART = 4.5, 1.5


def deck_sheets(paper: Paper, backs: bool = False) -> list[Sheet]:
    """The 45 cards, nine to a page; with ``backs`` a page of backs follows each, to print on both sides."""
    faces = [face(card) for card in DECK]
    sheets = []
    for start in range(0, len(faces), _ACROSS * _DOWN):
        sheets.append(_cut_sheet(paper, faces[start : start + _ACROSS * _DOWN]))
        if backs:
            sheets.append(_cut_sheet(paper, [back()] * (_ACROSS * _DOWN)))
    return sheets


def _cut_sheet(paper: Paper, cards: Sequence[Drawing]) -> Sheet:
    """Cards edge to edge in the middle of the page, so that one cut parts two of them."""
    width, height = paper.size
    left, top = (width - _ACROSS * CARD_WIDTH) / 2, (height - _DOWN * CARD_HEIGHT) / 2
    places = [
        (card, left + CARD_WIDTH * (k % _ACROSS), top + CARD_HEIGHT * (k // _ACROSS)) for k, card in enumerate(cards)
    ]
    return Sheet(paper, tuple(places), tuple(_crop_marks(width, height, left, top)))


def _crop_marks(width: float, height: float, left: float, top: float) -> list[Shape]:
    marks = []
    for column in range(_ACROSS + 1):
        x = left + column * CARD_WIDTH
        for edge, away in ((top, -1), (height - top, 1)):
            marks.append(line([(x, edge + away * _APART), (x, edge + away * (_APART + _MARK))], "#000000", 0.15))
    for row in range(_DOWN + 1):
        y = top + row * CARD_HEIGHT
        for edge, away in ((left, -1), (width - left, 1)):
            marks.append(line([(edge + away * _APART, y), (edge + away * (_APART + _MARK), y)], "#000000", 0.15))
    return marks
