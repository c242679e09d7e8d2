"""Two dice beside one another: whether one lies as the other lay, shows the same, went the same way.

Pure. Points are picture pixels; nothing here knows where the dice were seen.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from companion.pieces import DieKind
from companion.questions import Box
from companion.table.sightings import DieSighting

Dice = Sequence[DieSighting]


@dataclass(frozen=True, slots=True)
class Limits:
    """How dice are told apart by where they lie and what they show. Measured on staged games, see ``docs/figures.md``;
    each is held by a recorded look in ``tests/rolls/looks``."""

    same_place: float = 0.35
    """How far a die may seem to move and still lie where it lay, in its own diameter."""
    is_likely: float = 0.8
    """A doubtful die seems to show what it shows with this share of its reading."""
    leans: float = 0.5
    """A die seems to lean whose values have less than this chance together."""
    one_value: float = 0.2
    """Readings less alike than this (cosine, 0 to 1) are of another die, thrown onto the place of the first."""
    alike: float = 0.5
    """How differently each of two dice may go that are pushed together, in their diameter …"""
    alike_way: float = 0.2
    """… or as a share of the way."""
    air: float = 0.75
    """How far around a die's middle a question points, in its diameter: beyond its outline, not to its neighbour's
    middle."""


LIMITS = Limits()


def of_kind(dice: Dice, kind: DieKind) -> list[DieSighting]:
    """The dice of one kind."""
    return [die for die in dice if die.kind is kind]


def is_likely(die: DieSighting) -> bool:
    """Whether its likeliest value is so likely that it need only be confirmed."""
    return die.sure or bool(die.candidates and die.candidates[0][1] >= LIMITS.is_likely)


def leans(die: DieSighting) -> bool:
    """Whether it likelier leans, or is none at all, than that it can be read; not where it was not looked at."""
    return bool(die.candidates) and sum(chance for _, chance in die.candidates) < LIMITS.leans


def has_same_pose(die: DieSighting, before: DieSighting) -> bool:
    """Whether it is the same die where it lay, showing what it showed as far as that is certain."""
    reach = LIMITS.same_place * max(die.across, before.across)
    followed = die.track is not None and die.track == before.track
    if die.kind is not before.kind or not (followed or math.dist(die.center, before.center) <= reach):
        return False
    if followed:
        return not (die.sure and before.sure) or die.value == before.value
    return reading_similarity(die, before) >= LIMITS.one_value


def reading_similarity(die: DieSighting, other: DieSighting) -> float:
    """How alike the two readings are, from 0 (no value in common) to 1; a die without a reading is like any."""
    one, two = dict(die.candidates), dict(other.candidates)
    lengths = math.hypot(*one.values()) * math.hypot(*two.values())
    return sum(share * two.get(value, 0.0) for value, share in one.items()) / lengths if lengths else 1.0


def clear(dice: Dice, wanted: int = 2) -> list[DieSighting]:
    """The dice that are sure, where those are as many as are wanted; else all. So a doubtful spot is no third die."""
    sure = [die for die in dice if die.sure]
    return sure if len(sure) == wanted else list(dice)


def were_pushed_together(now: Dice, before: Dice) -> bool:
    """Whether two dice show what they showed and went a like way from where they lay."""
    if any(a.value != b.value for a, b in zip(now, before, strict=True)):
        return False
    ways = [(a.center[0] - b.center[0], a.center[1] - b.center[1]) for a, b in zip(now, before, strict=True)]
    far = max(math.hypot(*way) for way in ways)
    reach = max(LIMITS.alike * max(die.across for die in now), LIMITS.alike_way * far)
    return math.dist(*ways) <= reach


def bounding_box(dice: Dice) -> Box:
    """The upright box around these dice, with a little air."""
    reach = [LIMITS.air * die.across for die in dice]
    return (
        round(min(die.center[0] - r for die, r in zip(dice, reach, strict=True)), 1),
        round(min(die.center[1] - r for die, r in zip(dice, reach, strict=True)), 1),
        round(max(die.center[0] + r for die, r in zip(dice, reach, strict=True)), 1),
        round(max(die.center[1] + r for die, r in zip(dice, reach, strict=True)), 1),
    )
