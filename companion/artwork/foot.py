"""What every printed sheet says of itself, beside a ruler that shows whether it came out at its true size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.artwork.shapes import line
from companion.artwork.sheets import PrintSheet, Words

RULER = 50
"""Millimetres."""
_AWAY, _AWAY_BESIDE, _FIRST = 6.5, 7.2, 10.0
"""Millimetres from the paper's foot, from its side, and from its corner."""
_LETTERING, _PITCH, _TICK, _INK = 2.2, 2.5, 1.6, "#000000"
_MARKED = 6.0
"""What crop marks take beside the drawings, in millimetres."""


def with_foot(sheet: PrintSheet, said: Sequence[str]) -> PrintSheet:
    """The sheet with a ruler and lines of words, below the drawings; at their left side where there is more room."""
    height = sheet.paper.size[1]
    below = height - max(y + drawing.height for drawing, _, y in sheet.drawings) if sheet.drawings else height
    beside = min(x for _, x, _ in sheet.drawings) if sheet.drawings else 0.0
    upright = beside > below and below < _MARKED + _AWAY

    def at(distance: float, aside: float) -> tuple[float, float]:
        """A point so far along the foot, and so far from its line towards the drawings."""
        if upright:
            return _AWAY_BESIDE - aside, height - _FIRST - distance
        return _FIRST + distance, height - _AWAY - aside

    ruler = [line([at(0, 0), at(RULER, 0)], _INK, 0.15)]
    for mm in range(0, RULER + 1, 5):
        ruler.append(line([at(mm, 0), at(mm, _TICK if mm % 10 == 0 else _TICK / 2)], _INK, 0.15))
    # Beside the drawings there is room for one line: crop marks reach where a second would stand.
    lines = [" ".join(said)] if upright else said
    lift = _PITCH / 4 if upright else (len(lines) - 1.5) * _PITCH
    words = tuple(
        Words(text, *at(RULER + 4, lift - number * _PITCH), _LETTERING, turned=upright)
        for number, text in enumerate(lines)
    )
    return replace(sheet, marks=(*sheet.marks, *ruler), words=(*sheet.words, *words))
