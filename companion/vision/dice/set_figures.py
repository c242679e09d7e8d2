"""What a taught set of dice knows, in numbers."""

from __future__ import annotations

from dataclasses import dataclass

from companion.pieces import DieKind
from companion.table.dice_set import DiceSet
from companion.vision.dice.die_reading import is_sure


@dataclass(frozen=True, slots=True)
class SetFigures:
    """What a set knows about one kind of die."""

    kind: DieKind
    readings: int
    """The number of confirmed readings."""
    right: int
    """The number of those that were right."""
    certain: int
    """The number of right ones that would be certain now."""


def set_figures(dice: DiceSet) -> tuple[SetFigures, ...]:
    """Return what a set knows, by kind of die."""
    figures = []
    for kind in DieKind:
        if own := dice.of_kind(kind):
            right = [one for one in own if one.is_right]
            certain = sum(is_sure(dice.calibrated(kind, ((one.value, one.probability),))) for one in right)
            figures.append(SetFigures(kind, len(own), len(right), certain))
    return tuple(figures)
