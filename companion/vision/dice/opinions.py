"""What one reader says of one die, pooled over every look at it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

D6, D10, OTHER, NOTHING = range(4)
"""The readers' first four answers: a d6 or a d10 lying flat, a die that nobody should read, no die."""
KINDS = 4
SHOWN, PLACE = slice(4, 21), slice(21, 24)
"""What is shown; and, of the wide reader alone, where the top face lies and how large the die is."""
DIGITS, PIPS = slice(0, 10), slice(10, 16)
"""What is shown is a digit that stands upright, one to six pips, or neither."""
_BEST = 2
"""A digit counts by so many of the turns at which it looks most upright."""


@dataclass(frozen=True, slots=True, eq=False)
class Opinion:
    """One reader's: chances of the four kinds, and how strongly it sees each value of a d6 (1–6) and a d10 (0–9).

    ``pips`` is how strongly it sees pips at all.
    """

    kinds: Floats
    six: Floats
    ten: Floats
    pips: float

    @property
    def flat(self) -> float:
        """The chance that it is a d6 or a d10 lying flat."""
        return float(self.kinds[D6] + self.kinds[D10])


def kinds_of(answers: Floats) -> Floats:
    """The chances of the four kinds by a network's logits of several looks, shape (looks, 4 or more)."""
    return np.asarray(_softmax(answers[:, :KINDS]).mean(axis=0), np.float32)


def opinion(answers: Floats) -> Opinion:
    """What a reader's answers, shape (turns, 21 or more), say together; the turns go once round."""
    shown = _softmax(answers[:, SHOWN])
    digits = np.sort(shown[:, DIGITS], axis=0)[-_BEST:].mean(axis=0)
    pips = shown[:, PIPS].mean(axis=0)
    # A d6 carries pips or digits; whichever is seen more strongly counts.
    six = np.maximum(pips, digits[1:7])
    return Opinion(kinds_of(answers), np.asarray(six, np.float32), np.asarray(digits, np.float32), float(pips.sum()))


def _softmax(logits: Floats) -> Floats:
    shifted = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(shifted / shifted.sum(axis=1, keepdims=True), np.float32)
