"""The reading of one die: kind and values with their probabilities, and the one limit for certain."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.pictures.arrays import Matrix
from companion.pieces import DieKind
from companion.table.dice_set import DiceSet
from companion.table.sightings import DieFace

READINGS: tuple[tuple[DieKind, int], ...] = (
    *((DieKind.D6, value) for value in range(1, 7)),
    *((DieKind.D10, digit or 10) for digit in range(10)),
)
"""Kinds and values of the 16 readings; the seventeenth is that there is none."""
NONE = len(READINGS)
D6_ROWS, D10_ROWS = slice(0, 6), slice(6, NONE)


SURE = 0.97
"""Probability from which a reading is certain; see docs/experiments/die-calibration.md."""
MAX_VALUES = 3
"""Number of values that are reported of a die."""


@dataclass(frozen=True, slots=True)
class DieReading:
    """The calibrated reading of one die."""

    kind: DieKind
    """The most probable kind."""
    candidates: tuple[tuple[int, float], ...]
    """The values of that kind with their probabilities, best first."""
    flat: float
    """Probability of a readable die, of either kind."""
    strange: float = 0.0
    """Probability of a flat die of an unknown kind."""
    face: DieFace | None = None

    @classmethod
    def of(cls, probabilities: Matrix, face: DieFace | None = None) -> DieReading:
        """Return the reading for the 18 probabilities of a calibration, and the face.

        >>> import numpy as np
        >>> reading = DieReading.of(np.array([0.0] * 6 + [0.02] + [0.0] * 6 + [0.95, 0.0, 0.0, 0.01, 0.02]))
        >>> reading.kind.value, reading.candidates[:2], round(reading.flat, 2)
        ('d10', ((7, 0.95), (10, 0.02)), 0.97)
        """
        readings = sorted(zip(READINGS, map(float, probabilities[:NONE]), strict=True), key=lambda reading: -reading[1])
        most_probable = readings[0][0][0]
        values = tuple((value, probability) for (kind, value), probability in readings if kind is most_probable)
        flat, strange = float(probabilities[:NONE].sum()), float(probabilities[NONE])
        return cls(most_probable, values[:MAX_VALUES], flat, strange, face)

    @property
    def there(self) -> float:
        """Probability of a flat die, readable or of an unknown kind."""
        return self.flat + self.strange

    @property
    def certain(self) -> bool:
        """Whether the most probable value is certain."""
        return is_sure(self.candidates)


def is_sure(candidates: Sequence[tuple[int, float]]) -> bool:
    """Return whether the first of these values, the most probable, is certain: the one place that decides it."""
    return bool(candidates) and candidates[0][1] >= SURE


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
