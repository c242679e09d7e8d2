"""Temporal fusion: several readings of one thing as one, more certain than each, that does not flicker.

It serves a card's name and a die's value alike.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")

MAX_READINGS = 6
"""The latest readings that count."""
CORRELATION = 0.5
"""How much of a further reading is no news, 0 to 1: all share a lens and a light."""
SWITCH_RATIO = 3.0
"""How much more probable another value must be before it replaces the reported one."""
AGREEING_SHARE = 0.6
"""Share of the readings that must name a value for it to be certain."""
UNNAMED_PROBABILITY = 0.01
"""Probability of a value that a reading did not name."""
MAX_CANDIDATES = 5
"""Candidates of a fused reading."""


@dataclass(frozen=True, slots=True)
class Reading(Generic[T]):
    """Candidates with their probabilities (0 to 1), the best first, and whether the best is certain."""

    candidates: tuple[tuple[T, float], ...]
    sure: bool

    @property
    def best(self) -> T | None:
        """The most probable candidate; None without any."""
        return self.candidates[0][0] if self.candidates else None


def fuse(readings: Sequence[Reading[T]], reported: T | None = None, correlation: float = CORRELATION) -> Reading[T]:
    """Fuse several readings of one thing.

    The result is certain if a reading was, no other certain reading contradicts it, and most readings agree.

    >>> fuse([Reading((("4MS", 0.6), ("9MS", 0.4)), False), Reading((("4MS", 0.7), ("9MS", 0.3)), False)]).best
    '4MS'
    >>> fuse([Reading((("9MS", 0.5), ("4MS", 0.4)), False)], reported="4MS").best
    '4MS'

    Args:
        readings: The readings, the newest last.
        reported: The value that was reported before.
        correlation: How much of a further reading is no news, 0 to 1.

    Returns:
        The fused reading.
    """
    named = {thing for reading in readings for thing, _ in reading.candidates}
    if not named:
        return Reading((), bool(readings) and readings[-1].sure)
    weight = 1 / (1 + correlation * (len(readings) - 1))
    logs: dict[T | None, float] = {
        thing: weight * sum(math.log(max(_share(reading, thing), UNNAMED_PROBABILITY)) for reading in readings)
        for thing in named
    }
    logs[None] = weight * sum(
        math.log(max(1 - sum(share for _, share in reading.candidates), UNNAMED_PROBABILITY)) for reading in readings
    )
    highest = max(logs.values())
    total = sum(math.exp(value - highest) for value in logs.values())
    shares = {thing: math.exp(logs[thing] - highest) / total for thing in named}
    order = sorted(named, key=lambda thing: -shares[thing])
    best = order[0]
    if (
        reported is not None
        and reported in shares
        and reported != best
        and shares[best] < SWITCH_RATIO * shares[reported]
    ):
        best = reported
        order = [reported, *(thing for thing in order if thing != reported)]
    return Reading(tuple((thing, shares[thing]) for thing in order[:MAX_CANDIDATES]), _sure(readings, best))


def _share(reading: Reading[T], thing: T) -> float:
    return next((share for named, share in reading.candidates if named == thing), 0.0)


def _sure(readings: Sequence[Reading[T]], best: T) -> bool:
    certain = {reading.best for reading in readings if reading.sure}
    agreeing = sum(reading.best == best for reading in readings)
    return certain == {best} and agreeing >= AGREEING_SHARE * len(readings)
