"""The reading of one die: kind and values with their probabilities, and the one limit for certain."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.pictures.arrays import Matrix
from companion.pieces import DieKind
from companion.table.die_face import DieFace
from companion.vision.dice.readings import NONE, READINGS

SURE = 0.97
"""Probability from which a reading is certain; see docs/experiments/die-calibration.md."""
MOST_VALUES = 3
"""Most values that are reported of a die."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The most probable kind, its values with their probabilities, best first, and that of a readable die.

    What the values lack of ``flat`` is the probability of the other kind. ``strange`` is that of a flat die of an
    unknown kind.
    """

    kind: DieKind
    candidates: tuple[tuple[int, float], ...]
    flat: float
    strange: float = 0.0
    face: DieFace | None = None

    @property
    def there(self) -> float:
        """Probability of a flat die, readable or of an unknown kind."""
        return self.flat + self.strange

    @property
    def certain(self) -> bool:
        """Whether it is probable enough to be certain."""
        return is_sure(self.candidates)


def is_sure(candidates: Sequence[tuple[int, float]]) -> bool:
    """Return whether values with their probabilities, the best first, are certain: the one place that decides it."""
    return bool(candidates) and candidates[0][1] >= SURE


def verdict(chances: Matrix, face: DieFace | None = None) -> Verdict:
    """Return the reading for the 18 probabilities of a calibration, and the face.

    >>> import numpy as np
    >>> reading = verdict(np.array([0.0] * 6 + [0.02, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.95, 0.0, 0.0, 0.01, 0.02]))
    >>> reading.kind.value, reading.candidates[:2], round(reading.flat, 2)
    ('d10', ((7, 0.95), (10, 0.02)), 0.97)
    """
    readings = sorted(zip(READINGS, map(float, chances[:NONE]), strict=True), key=lambda one: -one[1])
    kind = readings[0][0][0]
    values = tuple((value, chance) for (own, value), chance in readings if own is kind)
    return Verdict(kind, values[:MOST_VALUES], float(chances[:NONE].sum()), float(chances[NONE]), face)
