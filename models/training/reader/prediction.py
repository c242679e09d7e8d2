"""What the die reader predicts of one detection, pooled over turns."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from companion.vision.arrays import Floats
from companion.vision.dice.upright import BEST, DIGITS, LEANS, NEIGHBOUR, NOTHING, OTHER, PIPS, TURNED

FAINT = 1e-4
"""Least probability that a logarithm is taken of."""


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
    """The prediction of the answers' probabilities at several turns (turns × 21): geometric means.

    A digit counts by the two turns at which it looks most upright.

    >>> turns = np.zeros((2, 21), np.float32); turns[0, 7] = turns[1, TURNED] = 1
    >>> round(pooled(turns).d10, 2)
    1.0
    """
    d10 = turns[:, DIGITS].sum(axis=1) + turns[:, TURNED] + turns[:, NEIGHBOUR]
    kinds = np.stack([turns[:, PIPS].sum(axis=1), d10, *turns[:, [LEANS, OTHER, NOTHING]].T], axis=1)
    shares = np.exp(_logs(kinds).mean(axis=0))
    shares /= shares.sum()
    digits = np.sort(_logs(turns[:, DIGITS]), axis=0)[-BEST:].mean(axis=0)
    pips = _logs(turns[:, PIPS]).mean(axis=0)
    d6, flat_d10, leaning, other, nothing = map(float, shares)
    return Prediction(d6, flat_d10, leaning, other, nothing, np.exp(pips), np.exp(digits))


def _logs(chances: Floats) -> Floats:
    return np.asarray(np.log(np.maximum(chances, FAINT)), np.float32)
