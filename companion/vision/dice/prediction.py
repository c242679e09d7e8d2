"""What the die reader predicts of one detection: answers for each crop, pooled over turns."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from companion.pictures.arrays import Floats

DIGITS, PIPS = slice(0, 10), slice(10, 16)
"""Answers: the digit of a d10 that stands upright on top, and the pips of a d6, 1 to 6."""
TURNED, NEIGHBOUR, LEANS, OTHER, NOTHING = range(16, 21)
"""Answers: a d10 whose top digit is not upright, one whose neighbour's is; a leaning die, another die, no die."""
ANSWERS = 21
"""Answers of a crop; after them the network gives the embedding of its face."""
BEST = 2
"""A digit counts by so many of the turns at which it is most upright."""

FAINT = 1e-4
"""Least probability that a logarithm is taken of."""


@dataclass(frozen=True, slots=True, eq=False)
class Prediction:
    """Probabilities of the kinds (sum 1), and of one to six pips and each upright digit."""

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

    @property
    def strange(self) -> float:
        """Probability that what is no d6 or d10 that lies flat is another die that does."""
        return self.other / max(self.leaning + self.other + self.nothing, FAINT)


def pooled(turns: Floats) -> Prediction:
    """Return the prediction for probabilities of the answers at several turns (turns × 21): geometric means.

    A digit counts by the two turns at which it is most upright.

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


def softmax(logits: Floats) -> Floats:
    """Return probabilities of logits, along the last axis."""
    shifted = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(shifted / shifted.sum(axis=-1, keepdims=True), np.float32)
