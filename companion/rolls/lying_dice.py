"""Dice where they lie: which of them lie as they lay, which were nudged or pushed, which are elsewhere.

Pure. Points are picture pixels; nothing here knows where the dice were seen.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import permutations

from companion.pieces import DieKind
from companion.questions import Box
from companion.table.sightings import DieSighting

Dice = Sequence[DieSighting]

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


def of_kind(dice: Dice, kind: DieKind) -> list[DieSighting]:
    """The dice of one kind."""
    return [die for die in dice if die.kind is kind]


def seems(die: DieSighting) -> bool:
    """Whether its likeliest value is so likely that it need only be confirmed."""
    return die.sure or bool(die.candidates and die.candidates[0][1] >= SEEMS)


def lies_as(die: DieSighting, before: DieSighting) -> bool:
    """Whether it is the same die where it lay, showing what it showed as far as that is certain."""
    reach = max(LEAST_MOVE, SAME_PLACE * max(die.across, before.across))
    followed = die.track is not None and die.track == before.track
    if die.kind is not before.kind or not (followed or math.dist(die.center, before.center) <= reach):
        return False
    if followed:
        return not (die.sure and before.sure) or die.value == before.value
    return _alike(die, before) >= ONE_VALUE


def _alike(die: DieSighting, other: DieSighting) -> float:
    """How alike the two readings are, from 0 (no value in common) to 1; a die without a reading is like any."""
    one, two = dict(die.candidates), dict(other.candidates)
    lengths = math.hypot(*one.values()) * math.hypot(*two.values())
    return sum(share * two.get(value, 0.0) for value, share in one.items()) / lengths if lengths else 1.0


def clear(dice: Dice, wanted: int = 2) -> list[DieSighting]:
    """The dice that are sure, where those are as many as are wanted; else all. So a doubtful spot is no third die."""
    sure = [die for die in dice if die.sure]
    return sure if len(sure) == wanted else list(dice)


def moved(dice: Dice, before: Dice) -> list[DieSighting]:
    """Those of the dice that do not lie where one of ``before`` lay."""
    return [die for die in dice if not any(lies_as(die, one) for one in before)]


def pushed_aside(dice: Dice, before: Dice) -> bool:
    """Whether two dice only were pushed along together: they show what they showed, a like way from where they lay.

    A spot that was taken for a die before may be gone besides.
    """
    fresh, gone = moved(dice, before), moved(before, dice)
    return len(fresh) == 2 and any(_together(fresh, two) for two in permutations(gone, 2))


def one_nudged(dice: Dice, before: Dice) -> bool:
    """Whether only one die lies elsewhere, showing what it showed, or came beside all those that lay there."""
    fresh, gone = moved(dice, before), [die.value for die in moved(before, dice)]
    return len(fresh) == 1 and (not gone or fresh[0].value in gone)


def _together(now: Dice, before: Dice) -> bool:
    if any(a.value != b.value for a, b in zip(now, before, strict=True)):
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
