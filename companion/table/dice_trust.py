"""How probable a reading of known dice is, by the readings of the same dice that players confirmed. Pure."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

Evidence = tuple[float, bool]
"""A confirmed reading: the probability that the reader gave it, and whether it was right."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How exact the probability of a reading is. Measured, see docs/experiments/taught-dice.md."""

    spread: float = 0.4
    """Spread of the log odds between throws of one value of a die."""
    rounding: float = 0.0005
    """Least distance of a stored probability from 0 and 1."""


LIMITS = Limits()


def calibrated_probability(probability: float, evidence: Sequence[Evidence]) -> float:
    """Return the probability that a reading is right.

    Isotonic regression by the max-min formula: a reading is at least as often right as one that is less probable.
    Right readings speak for those that are at least as probable, wrong ones against those that are at most as probable.
    The reader's own probability counts as one confirmed reading (a unit-information prior), so without evidence
    nothing changes. As long as all were right, each counts by the chance that it was truly no more probable, since the
    same face reads a little more or less clearly in each throw.

    >>> round(calibrated_probability(0.7, [(0.65, True)] * 12), 3)
    0.977
    >>> [round(calibrated_probability(0.95, [(clear, True)] * 12), 3) for clear in (0.95, 0.96, 0.999)]
    [0.996, 0.99, 0.95]
    >>> round(calibrated_probability(0.99, [(1.0, False), *[(0.9, True)] * 12]), 3)
    0.928

    Args:
        probability: What the reader says, 0 to 1.
        evidence: Confirmed readings, in any order.

    Returns:
        The probability, 0 to 1.
    """
    below = sorted((one for one in evidence if one[0] <= probability), reverse=True)
    above = sorted(one for one in evidence if one[0] > probability)
    isotonic = max(_least_share(probability, above, right, wrong) for right, wrong in _counts(below))
    if not all(is_right for _, is_right in evidence):
        return isotonic
    no_clearer = sum(_chance_of_less(clear, probability) for clear, _ in evidence)
    return max(isotonic, (probability + no_clearer) / (1 + no_clearer))


def _chance_of_less(one: float, other: float) -> float:
    """Return the chance that one reading's face is no clearer than another's, by their probabilities."""
    return NormalDist(0, LIMITS.spread * math.sqrt(2)).cdf(_log_odds(other) - _log_odds(one))


def _log_odds(probability: float) -> float:
    kept = min(max(probability, LIMITS.rounding), 1 - LIMITS.rounding)
    return math.log(kept / (1 - kept))


def _least_share(probability: float, above: Sequence[Evidence], right: int, wrong: int) -> float:
    """Return the least share of right readings among those counted, with more and more of those above."""
    return min((probability + right + more) / (1 + right + wrong + more + less) for more, less in _counts(above))


def _counts(ordered: Sequence[Evidence]) -> list[tuple[int, int]]:
    """Return the numbers of right and wrong readings among the first 0, 1, 2 … of them; equal ones count together."""
    counts, right, wrong = [(0, 0)], 0, 0
    for place, (probability, is_right) in enumerate(ordered):
        right, wrong = right + is_right, wrong + (not is_right)
        if place + 1 == len(ordered) or ordered[place + 1][0] != probability:
            counts.append((right, wrong))
    return counts
