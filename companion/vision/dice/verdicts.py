"""What is said of one die: what it shows and how likely that is; and the one limit from which that is sure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.pieces import DieKind
from companion.vision.dice.chances import NONE, READINGS, Array

SURE = 0.95
"""The chance from which a reading is sure; see docs/experiments/2026-11-22-one-calibration.md."""
TOLD = 3
"""So many values at most are told of a die."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The likeliest kind, its values with their chances, best first, and the chance that any die can be read there.

    What the chances of the values lack of ``flat`` is that it is of the other kind.
    """

    kind: DieKind
    candidates: tuple[tuple[int, float], ...]
    flat: float

    @property
    def certain(self) -> bool:
        """Whether it is likely enough to count as sure."""
        return is_sure(self.candidates)


def is_sure(candidates: Sequence[tuple[int, float]]) -> bool:
    """Whether values with their chances, the best first, are sure: the one place where that is said."""
    return bool(candidates) and candidates[0][1] >= SURE


def verdict(chances: Array) -> Verdict:
    """The verdict by the chances of the 17 readings.

    >>> import numpy as np
    >>> told = verdict(np.array([0.0] * 6 + [0.02, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.95, 0.0, 0.0, 0.03]))
    >>> told.kind.value, told.candidates[:2], round(told.flat, 2)
    ('d10', ((7, 0.95), (10, 0.02)), 0.97)
    """
    readings = sorted(zip(READINGS, map(float, chances[:NONE]), strict=True), key=lambda one: -one[1])
    kind = readings[0][0][0]
    values = tuple((value, chance) for (own, value), chance in readings if own is kind)
    return Verdict(kind, values[:TOLD], float(chances[:NONE].sum()))
