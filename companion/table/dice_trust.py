"""How probable a reading of known dice is, by the readings of the same dice that players confirmed. Pure."""

from __future__ import annotations

from collections.abc import Sequence

Evidence = tuple[float, bool]
"""A confirmed reading: the probability that the reader gave it, and whether it was right."""


def calibrated_probability(probability: float, evidence: Sequence[Evidence]) -> float:
    """Return the probability that a reading is right.

    Isotonic regression by the max-min formula: a reading is at least as often right as one that is less probable.
    Right readings speak for those that are at least as probable, wrong ones against those that are at most as probable.
    The reader's own probability counts as one confirmed reading (a unit-information prior), so without evidence
    nothing changes.

    >>> round(calibrated_probability(0.7, [(0.65, True)] * 12), 3)
    0.977
    >>> calibrated_probability(0.7, [(0.9, True)] * 12)
    0.7
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
    return max(_least_share(probability, above, right, wrong) for right, wrong in _counts(below))


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
