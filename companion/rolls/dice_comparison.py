"""Comparison of two die sightings: pose, value and movement. Points are pixels of the picture."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from companion.pieces import DieKind
from companion.questions import Box
from companion.table.sightings import DieSighting

Dice = Sequence[DieSighting]


@dataclass(frozen=True, slots=True)
class Limits:
    """When two sightings are the same die. Measured on staged games, see ``docs/figures.md``.

    ``tests/rolls/recordings`` holds a recorded case for each limit.
    """

    same_place: float = 0.35
    """How far a die that has not moved may seem to move, in its own diameter."""
    likely: float = 0.8
    """Probability from which an uncertain value need only be confirmed."""
    cocked: float = 0.5
    """A die whose values together have a smaller probability is likely cocked."""
    same_reading: float = 0.2
    """Readings less similar than this (cosine, 0 to 1) are of two dice, one thrown onto the place of the other."""
    push_spread: float = 0.5
    """How much the movements of dice that are pushed together may differ, in their diameter …"""
    push_spread_share: float = 0.2
    """… or as a share of the distance."""
    margin: float = 0.75
    """Distance from a die's centre to the edge of a question's region, in its diameter.

    It is beyond the die's outline, but does not reach its neighbour's centre.
    """


LIMITS = Limits()


def of_kind(dice: Dice, kind: DieKind) -> list[DieSighting]:
    """Return the dice of one kind."""
    return [die for die in dice if die.kind is kind]


def is_detected(die: DieSighting) -> bool:
    """Return whether the die was detected; otherwise it only stands for one that must be there."""
    return die.across > 0


def is_likely(die: DieSighting) -> bool:
    """Return whether the most likely value need only be confirmed."""
    return die.sure or bool(die.candidates and die.candidates[0][1] >= LIMITS.likely)


def is_cocked(die: DieSighting) -> bool:
    """Return whether the die is more likely cocked, or no die, than readable; False without a reading."""
    return bool(die.candidates) and sum(chance for _, chance in die.candidates) < LIMITS.cocked


def has_same_pose(die: DieSighting, before: DieSighting) -> bool:
    """Return whether both sightings are one die in one pose, with the same value as far as both are certain."""
    reach = LIMITS.same_place * max(die.across, before.across)
    followed = die.track is not None and die.track == before.track
    if die.kind is not before.kind or not (followed or math.dist(die.center, before.center) <= reach):
        return False
    if followed:
        return not (die.sure and before.sure) or die.value == before.value
    return reading_similarity(die, before) >= LIMITS.same_reading


def reading_similarity(die: DieSighting, other: DieSighting) -> float:
    """Return how similar two readings are, from 0 (no common value) to 1; a die without a reading is similar to any."""
    one, two = dict(die.candidates), dict(other.candidates)
    lengths = math.hypot(*one.values()) * math.hypot(*two.values())
    return sum(share * two.get(value, 0.0) for value, share in one.items()) / lengths if lengths else 1.0


def prefer_certain(dice: Dice, wanted: int = 2) -> list[DieSighting]:
    """Return the certain dice if they are as many as ``wanted``, else all: an uncertain detection is no third die."""
    sure = [die for die in dice if die.sure]
    return sure if len(sure) == wanted else list(dice)


def were_pushed_together(now: Dice, before: Dice) -> bool:
    """Return whether several dice kept their values and moved in about the same way."""
    if any(a.value != b.value for a, b in zip(now, before, strict=True)):
        return False
    shifts = [(a.center[0] - b.center[0], a.center[1] - b.center[1]) for a, b in zip(now, before, strict=True)]
    distance = max(math.hypot(*shift) for shift in shifts)
    reach = max(LIMITS.push_spread * max(die.across for die in now), LIMITS.push_spread_share * distance)
    return all(math.dist(one, other) <= reach for one, other in combinations(shifts, 2))


def bounding_box(dice: Dice) -> Box:
    """Return the upright box around these dice, with a margin."""
    reach = [LIMITS.margin * die.across for die in dice]
    return (
        round(min(die.center[0] - r for die, r in zip(dice, reach, strict=True)), 1),
        round(min(die.center[1] - r for die, r in zip(dice, reach, strict=True)), 1),
        round(max(die.center[0] + r for die, r in zip(dice, reach, strict=True)), 1),
        round(max(die.center[1] + r for die, r in zip(dice, reach, strict=True)), 1),
    )
