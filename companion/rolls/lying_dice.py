"""Dice where they lie: which of them lie as they lay, which were nudged or pushed, which are elsewhere.

Pure. Points are picture pixels; nothing here knows where the dice were seen.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Protocol

from companion.pieces import DieKind

Point = tuple[float, float]
Box = tuple[float, float, float, float]

SAME_PLACE = 0.35
"""How far, in its own size, a die may seem to move and still lie where it lay."""
LEAST_MOVE = 6.0
"""The same in pixels, for a die whose size nobody measured."""
SEEMS = 0.8
"""A doubtful die seems to show what it shows with this share of its reading."""
ONE_VALUE = 0.2
"""Readings less alike than this are of another die, thrown onto the place of the first."""
ALIKE = 0.5
"""How differently, in its own size, each of two dice may go that are pushed together …"""
ALIKE_WAY = 0.2
"""… or as a share of the way."""


class SeenDie(Protocol):
    """A die as an eye saw it."""

    @property
    def kind(self) -> DieKind: ...

    @property
    def center(self) -> Point: ...

    @property
    def candidates(self) -> tuple[tuple[int, float], ...]:
        """Values with their probabilities, best first."""

    @property
    def sure(self) -> bool: ...

    @property
    def across(self) -> float:
        """The diameter of its outline; 0 where nobody measured it."""

    @property
    def track(self) -> int | None:
        """The same as long as the die is followed and not thrown; None where nobody follows it."""


@dataclass(frozen=True, slots=True)
class Lain:
    """A die where it came to lie, as it was read best since."""

    kind: DieKind
    center: Point
    candidates: tuple[tuple[int, float], ...]
    sure: bool
    across: float
    track: int | None = None

    @classmethod
    def of(cls, die: SeenDie) -> Lain:
        return cls(die.kind, die.center, die.candidates, die.sure, die.across, die.track)

    @property
    def shows(self) -> int | None:
        """The likeliest value; None where there is none."""
        return self.candidates[0][0] if self.candidates else None

    @property
    def seems(self) -> bool:
        """Whether the likeliest value is so likely that it need only be confirmed."""
        return self.sure or bool(self.candidates and self.candidates[0][1] >= SEEMS)


Dice = Sequence[Lain]


def lies_as(die: Lain, before: Lain) -> bool:
    """Whether it is the same die where it lay, showing what it showed as far as that is certain."""
    reach = max(LEAST_MOVE, SAME_PLACE * max(die.across, before.across))
    followed = die.track is not None and die.track == before.track
    if die.kind is not before.kind or not (followed or math.dist(die.center, before.center) <= reach):
        return False
    if followed:
        return not (die.sure and before.sure) or die.shows == before.shows
    return _alike(die, before) >= ONE_VALUE


def _alike(die: Lain, other: Lain) -> float:
    """How alike the two readings are, from 0 (no value in common) to 1; a die without a reading is like any."""
    one, two = dict(die.candidates), dict(other.candidates)
    lengths = math.hypot(*one.values()) * math.hypot(*two.values())
    return sum(share * two.get(value, 0.0) for value, share in one.items()) / lengths if lengths else 1.0


def clear(dice: Dice, wanted: int = 2) -> list[Lain]:
    """The dice that are sure, where those are as many as are wanted; else all. So a doubtful spot is no third die."""
    sure = [die for die in dice if die.sure]
    return sure if len(sure) == wanted else list(dice)


def moved(dice: Dice, before: Dice) -> list[Lain]:
    """Those of the dice that do not lie where one of ``before`` lay."""
    return [die for die in dice if not any(lies_as(die, one) for one in before)]


def pushed_aside(dice: Dice, before: Dice) -> bool:
    """Whether two d10s only were pushed along together: they show what they showed, a like way from where they lay.

    A spot that was taken for a die before may be gone besides.
    """
    fresh = [die for die in moved(dice, before) if die.kind is DieKind.D10]
    gone = [die for die in moved(before, dice) if die.kind is DieKind.D10]
    return len(fresh) == 2 and any(_together(fresh, two) for two in permutations(gone, 2))


def one_nudged(dice: Dice, before: Dice) -> bool:
    """Whether only one d10 lies elsewhere, showing what it showed, or came beside all those that lay there."""
    fresh = [die for die in moved(dice, before) if die.kind is DieKind.D10]
    gone = [die.shows for die in moved(before, dice) if die.kind is DieKind.D10]
    return len(fresh) == 1 and (not gone or fresh[0].shows in gone)


def _together(now: Dice, before: Dice) -> bool:
    if any(a.shows != b.shows for a, b in zip(now, before, strict=True)):
        return False
    ways = [(a.center[0] - b.center[0], a.center[1] - b.center[1]) for a, b in zip(now, before, strict=True)]
    far = max(math.hypot(*way) for way in ways)
    reach = max(LEAST_MOVE, ALIKE * max(die.across for die in now), ALIKE_WAY * far)
    return math.dist(*ways) <= reach


def around(dice: Dice) -> Box:
    """The upright box around these dice, with a little air."""
    reach = [0.75 * die.across or 20.0 for die in dice]
    return (
        round(min(die.center[0] - r for die, r in zip(dice, reach, strict=True)), 1),
        round(min(die.center[1] - r for die, r in zip(dice, reach, strict=True)), 1),
        round(max(die.center[0] + r for die, r in zip(dice, reach, strict=True)), 1),
        round(max(die.center[1] + r for die, r in zip(dice, reach, strict=True)), 1),
    )
