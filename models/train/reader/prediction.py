"""What the die reader predicts of one detection, pooled over turns."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.vision.dice.upright import BEST, DIGITS, LEANS, NEIGHBOUR, NOTHING, OTHER, PIPS, TURNED

Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Prediction:
    """Probabilities of the kinds (sum 1), and how strongly one to six pips and each upright digit are seen."""

    d6: float
    d10: float
    leaning: float
    other: float
    nothing: float
    pips: Floats
    digits: Floats

    @property
    def flat(self) -> float:
        """Probability of a d6 or d10 that lies flat."""
        return self.d6 + self.d10


def pooled(turns: Floats) -> Prediction:
    """The prediction of the answers' probabilities at several turns (turns × 21).

    >>> turns = np.zeros((2, 21), np.float32); turns[0, 7] = turns[1, TURNED] = 1
    >>> pooled(turns).d10
    1.0
    """
    mean = turns.mean(axis=0)
    digits = np.sort(turns[:, DIGITS], axis=0)[-BEST:].mean(axis=0)
    ten = float(mean[DIGITS].sum() + mean[TURNED] + mean[NEIGHBOUR])
    kinds = (float(mean[PIPS].sum()), ten, float(mean[LEANS]), float(mean[OTHER]), float(mean[NOTHING]))
    return Prediction(*kinds, np.asarray(mean[PIPS], np.float32), np.asarray(digits, np.float32))
