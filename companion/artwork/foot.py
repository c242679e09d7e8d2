"""The foot of every printed sheet: its description, and a ruler to check its true size."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.artwork.shapes import line
from companion.artwork.sheets import PrintSheet, Words

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
