"""Pages to print and cut: drawings at their true size, with crop marks, and a foot with a ruler."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.artwork.faces import back, face
from companion.artwork.palette import PAPER
from companion.artwork.paper import Paper
from companion.artwork.shapes import Drawing, Shape, line, rectangle
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


def deck_sheets(paper: Paper, backs: bool = False, bleed: float = 0.0) -> list[PrintSheet]:
    """Return the 45 cards: nine to a page edge to edge, or as many as fit with a bleed around each.

    Args:
        paper: the paper.
        backs: whether a page of backs follows each page, to print on both sides.
        bleed: how far each card's ground reaches beyond the cut, in millimetres.

    Returns:
        The pages.
    """
    faces = [face(card) for card in DECK]
    across, down = _fitting(paper, faces[0], bleed) if bleed else (_ACROSS, _DOWN)

    def page(cards: Sequence[Drawing]) -> PrintSheet:
        """Return a page with these cards."""
        if bleed:
            return _bleed_sheet(paper, cards, across, down, bleed)
        return cut_sheet(paper, cards, across, down)

    sheets = []
    for start in range(0, len(faces), across * down):
        sheets.append(page(faces[start : start + across * down]))
        if backs:
            sheets.append(page([back()] * (across * down)))
    return sheets


def _fitting(paper: Paper, card: Drawing, bleed: float) -> tuple[int, int]:
    """Return how many cards with their bleed fit across and down a page, with room for crop marks."""
    room = 2 * (_MARK + _MARK_GAP)
    sides = zip(paper.size, (card.width, card.height), strict=True)
    wide, tall = ((side - room) / (size + 2 * bleed) for side, size in sides)
    return int(wide), int(tall)


def _bleed_sheet(paper: Paper, cards: Sequence[Drawing], across: int, down: int, bleed: float) -> PrintSheet:
    """Return a page whose cards have a bleed around them, and crop marks for both edges of each."""
    wide, tall = cards[0].width + 2 * bleed, cards[0].height + 2 * bleed
    left, top = (paper.size[0] - across * wide) / 2, (paper.size[1] - down * tall) / 2
    ground = Drawing(wide, tall, (Shape((rectangle(0, 0, wide, tall),), PAPER),))
    places = [(left + wide * (k % across), top + tall * (k // across)) for k in range(len(cards))]
    drawings = [
        one
        for card, (x, y) in zip(cards, places, strict=True)
        for one in ((ground, x, y), (card, x + bleed, y + bleed))
    ]
    columns = [left + k * wide + cut for k in range(across) for cut in (bleed, wide - bleed)]
    used = -(-len(cards) // across)
    rows = [top + k * tall + cut for k in range(used) for cut in (bleed, tall - bleed)]
    return PrintSheet(paper, tuple(drawings), tuple(_crop_marks(columns, rows, bleed)))


def cut_sheet(paper: Paper, drawings: Sequence[Drawing], across: int, down: int) -> PrintSheet:
    """Return a page with drawings of one size edge to edge in its middle, so that one cut separates two of them."""
    wide, tall = drawings[0].width, drawings[0].height
    left, top = (paper.size[0] - across * wide) / 2, (paper.size[1] - down * tall) / 2
    places = [(each, left + wide * (k % across), top + tall * (k // across)) for k, each in enumerate(drawings)]
    columns = [left + column * wide for column in range(across + 1)]
    rows = [top + row * tall for row in range(down + 1)]
    return PrintSheet(paper, tuple(places), tuple(_crop_marks(columns, rows)))


def _crop_marks(columns: Sequence[float], rows: Sequence[float], bleed: float = 0.0) -> list[Shape]:
    """Return short lines outside the outermost edges and their bleed, where each cut begins and ends."""
    marks = []
    near, far = bleed + _MARK_GAP, bleed + _MARK_GAP + _MARK
    for x in columns:
        for edge, away in ((rows[0], -1), (rows[-1], 1)):
            marks.append(line([(x, edge + away * near), (x, edge + away * far)], "#000000", 0.15))
    for y in rows:
        for edge, away in ((columns[0], -1), (columns[-1], 1)):
            marks.append(line([(edge + away * near, y), (edge + away * far, y)], "#000000", 0.15))
    return marks


RULER = 50
"""Length of the ruler in millimetres."""
_FOOT_DISTANCE, _SIDE_DISTANCE, _CORNER_DISTANCE = 6.5, 7.2, 10.0
"""Distances from the paper's foot, its side and its corner, in millimetres."""
_LETTERING, _PITCH, _TICK, _INK = 2.2, 2.5, 1.6, "#000000"
_CROP_MARKS = 6.0
"""Space that crop marks take around the drawings, in millimetres."""


def with_foot(sheet: PrintSheet, descriptions: Sequence[str]) -> PrintSheet:
    """Return the sheet with a ruler and lines of text, below the drawings or at their left if there is more space."""
    height = sheet.paper.size[1]
    below = height - max(y + drawing.height for drawing, _, y in sheet.drawings) if sheet.drawings else height
    side_space = min(x for _, x, _ in sheet.drawings) if sheet.drawings else 0.0
    upright = side_space > below and below < _CROP_MARKS + _FOOT_DISTANCE

    def at(distance: float, aside: float) -> tuple[float, float]:
        """Return the point at a distance along the foot, and ``aside`` from it towards the drawings."""
        if upright:
            return _SIDE_DISTANCE - aside, height - _CORNER_DISTANCE - distance
        return _CORNER_DISTANCE + distance, height - _FOOT_DISTANCE - aside

    ruler = [line([at(0, 0), at(RULER, 0)], _INK, 0.15)]
    for mm in range(0, RULER + 1, 5):
        ruler.append(line([at(mm, 0), at(mm, _TICK if mm % 10 == 0 else _TICK / 2)], _INK, 0.15))
    # Beside the drawings there is room for one line: crop marks reach where a second would stand.
    lines = [" ".join(descriptions)] if upright else descriptions
    lift = _PITCH / 4 if upright else (len(lines) - 1.5) * _PITCH
    words = tuple(
        Words(text, *at(RULER + 4, lift - number * _PITCH), _LETTERING, turned=upright)
        for number, text in enumerate(lines)
    )
    return replace(sheet, marks=(*sheet.marks, *ruler), words=(*sheet.words, *words))
