"""Temporal fusion: several looks at one thing as one estimate, surer than each, that never flickers between two.

The same for a card's name and a die's value.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")

MAX_READINGS = 6
"""The latest looks that count."""
CORRELATION = 0.5
"""How much of a further look is no news: all looks share a lens and a light."""
SWITCH_RATIO = 3.0
"""How much likelier another answer must be than the one told before it takes its place."""
AGREEING_SHARE = 0.6
"""Share of the looks that must name what is said to be sure."""
UNNAMED_PROBABILITY = 0.01
"""What a look is taken to give an answer that it did not name."""
MAX_CANDIDATES = 5


@dataclass(frozen=True, slots=True)
class Reading(Generic[T]):
    """What one look or several say: candidates with their probabilities (0–1), best first, and whether that is sure."""

    candidates: tuple[tuple[T, float], ...]
    sure: bool

    @property
    def best(self) -> T | None:
        return self.candidates[0][0] if self.candidates else None


def fuse(looks: Sequence[Reading[T]], told: T | None = None, alike: float = CORRELATION) -> Reading[T]:
    """The estimate from all looks, the newest last; ``told`` is the best candidate given before.

    ``alike`` is how much of a further look is no news, from 0 to 1.

    Sure where a look was, no other sure look contradicts it, and most looks name the same.

    >>> fused([Estimate((("4MS", 0.6), ("9MS", 0.4)), False), Estimate((("4MS", 0.7), ("9MS", 0.3)), False)]).best
    '4MS'
    >>> fused([Estimate((("9MS", 0.5), ("4MS", 0.4)), False)], told="4MS").best
    '4MS'
    """
    named = {thing for look in looks for thing, _ in look.candidates}
    if not named:
        return Reading((), bool(looks) and looks[-1].sure)
    weight = 1 / (1 + alike * (len(looks) - 1))
    logs: dict[T | None, float] = {
        thing: weight * sum(math.log(max(_share(look, thing), UNNAMED_PROBABILITY)) for look in looks)
        for thing in named
    }
    logs[None] = weight * sum(
        math.log(max(1 - sum(share for _, share in look.candidates), UNNAMED_PROBABILITY)) for look in looks
    )
    highest = max(logs.values())
    total = sum(math.exp(value - highest) for value in logs.values())
    shares = {thing: math.exp(logs[thing] - highest) / total for thing in named}
    order = sorted(named, key=lambda thing: -shares[thing])
    best = order[0]
    if told is not None and told in shares and told != best and shares[best] < SWITCH_RATIO * shares[told]:
        best = told
        order = [told, *(thing for thing in order if thing != told)]
    return Reading(tuple((thing, shares[thing]) for thing in order[:MAX_CANDIDATES]), _sure(looks, best))


def _share(look: Reading[T], thing: T) -> float:
    return next((share for named, share in look.candidates if named == thing), 0.0)


def _sure(looks: Sequence[Reading[T]], best: T) -> bool:
    certain = {look.best for look in looks if look.sure}
    agreeing = sum(look.best == best for look in looks)
    return certain == {best} and agreeing >= AGREEING_SHARE * len(looks)
