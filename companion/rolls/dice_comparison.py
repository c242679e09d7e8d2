"""Comparison of die sightings, and assignment of the dice in view to those of the baseline."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from itertools import combinations

from companion.pieces import DieKind
from companion.questions import Box
from companion.table.assignment import best_assignment
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


class DieChange(Enum):
    """What happened to a die."""

    STAYED = "stayed"
    """It has not moved."""
    PUSHED = "pushed"
    """It moved and shows the same value, alone or together with another die."""
    THROWN = "thrown"
    """It moved."""
    NEW = "new"
    """Its previous position is unknown."""
    COVERED = "covered"
    """It is out of view: covered or lifted."""


@dataclass(frozen=True, slots=True)
class DieMovement:
    """One die now and before, with what happened to it. One of the two sightings may be missing."""

    now: DieSighting | None
    before: DieSighting | None
    change: DieChange


@dataclass(frozen=True)
class DieMovements:
    """All dice that are or were in view."""

    dice: tuple[DieMovement, ...]

    @cached_property
    def moved(self) -> list[DieSighting]:
        """The dice in view that are not where a die was before."""
        return [one.now for one in self.dice if one.now is not None and one.change is not DieChange.STAYED]

    @cached_property
    def disappeared(self) -> list[DieSighting]:
        """The previous sightings of dice that are no longer there."""
        return [one.before for one in self.dice if one.before is not None and one.change is not DieChange.STAYED]

    @cached_property
    def _changes(self) -> list[DieChange]:
        return [one.change for one in self.dice if one.now is not None and one.change is not DieChange.STAYED]

    def pushed_aside(self, thrown_together: int = 2) -> bool:
        """Return whether exactly so many dice, two or more, were pushed together.

        A false detection may have disappeared with them. One die with its old value may have been thrown.
        """
        return thrown_together > 1 and self._changes == [DieChange.PUSHED] * thrown_together

    def was_nudged(self, thrown_together: int = 2) -> bool:
        """Return whether a single die was pushed, or (if one alone is no throw) added to those that stayed."""
        added = thrown_together > 1 and self._changes == [DieChange.NEW] and not self.disappeared
        return self._changes == [DieChange.PUSHED] or added


def assign_dice(dice: Dice, before: Dice) -> DieMovements:
    """Assign the dice in view to the previous ones.

    As many dice as possible keep their place. The others are matched by value first, then by distance.

    Args:
        dice: The dice in view.
        before: The dice of the baseline.

    Returns:
        One movement for each die of either.
    """
    scores = [[_match_score(die, other) for other in before] + [0.0] * len(dice) for die in dice]
    columns = best_assignment(scores) if dice else []
    pairs = [(die, before[at] if at < len(before) else None) for die, at in zip(dice, columns, strict=True)]
    pushed = _were_pushed([(die, was) for die, was in pairs if was is None or not has_same_pose(die, was)])
    movements = [DieMovement(die, was, _find_change(die, was, pushed)) for die, was in pairs]
    matched = {id(was) for _, was in pairs}
    return DieMovements(
        (*movements, *(DieMovement(None, was, DieChange.COVERED) for was in before if id(was) not in matched))
    )


def _match_score(die: DieSighting, before: DieSighting) -> float:
    """Rate a pair: the same pose counts most, then the value, then the distance."""
    if die.kind is not before.kind:
        return -1.0
    near = 1 / (1 + math.dist(die.center, before.center))
    if has_same_pose(die, before):
        return 4 + reading_similarity(die, before) + near
    return (2 if die.value == before.value else 1) + near


def _find_change(die: DieSighting, before: DieSighting | None, pushed: bool) -> DieChange:
    if before is None:
        return DieChange.NEW
    return DieChange.STAYED if has_same_pose(die, before) else DieChange.PUSHED if pushed else DieChange.THROWN


def _were_pushed(elsewhere: Sequence[tuple[DieSighting, DieSighting | None]]) -> bool:
    """Return whether the moved dice were only pushed: one with the same value, or several together."""
    now, before = [die for die, _ in elsewhere], [was for _, was in elsewhere if was is not None]
    if len(now) != len(before):
        return False
    if len(now) == 1:
        return now[0].value == before[0].value
    return len(now) > 1 and were_pushed_together(now, before)
