"""Assignment of the dice in view to those of the baseline, and what happened to each."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from companion.rolls.dice_comparison import Dice, has_same_pose, reading_similarity, were_pushed_together
from companion.table.assignment import best_assignment
from companion.table.sightings import DieSighting


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
