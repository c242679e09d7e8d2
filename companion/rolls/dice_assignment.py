"""From before to now: which die each one was, and what became of it. One assignment for all of them. Pure."""

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
    """What became of a die."""

    STAYED = "stayed"
    """It lies as it lay."""
    PUSHED = "pushed"
    """It lies elsewhere and shows what it showed: alone, or a like way as another."""
    THROWN = "thrown"
    """It lies elsewhere."""
    NEW = "new"
    """Nothing tells where it lay."""
    COVERED = "covered"
    """It is not in view any more: covered, or taken up."""


@dataclass(frozen=True, slots=True)
class DieMovement:
    """One die: as it lies now, as it lay, and what became of it. One of the two may be missing."""

    now: DieSighting | None
    before: DieSighting | None
    went: DieChange


@dataclass(frozen=True)
class DieMovements:
    """All dice that lie there or lay there."""

    dice: tuple[DieMovement, ...]

    @cached_property
    def elsewhere(self) -> list[DieSighting]:
        """The dice now that do not lie where one lay."""
        return [one.now for one in self.dice if one.now is not None and one.went is not DieChange.STAYED]

    @cached_property
    def gone(self) -> list[DieSighting]:
        """The dice before where none lies now, each as it lay."""
        return [one.before for one in self.dice if one.before is not None and one.went is not DieChange.STAYED]

    @cached_property
    def _went(self) -> list[DieChange]:
        return [one.went for one in self.dice if one.now is not None and one.went is not DieChange.STAYED]

    @property
    def pushed_aside(self) -> bool:
        """Whether two dice only were pushed along together. A spot that was taken for a die may be gone besides."""
        return self._went == [DieChange.PUSHED, DieChange.PUSHED]

    @property
    def one_nudged(self) -> bool:
        """Whether only one die lies elsewhere, showing what it showed, or came beside all those that lay there."""
        return self._went == [DieChange.PUSHED] or (self._went == [DieChange.NEW] and not self.gone)


def assign_dice(dice: Dice, before: Dice) -> DieMovements:
    """What became of each die: as many as can be lie as they lay; of the others those that show the same, and then
    the nearest, are the same die."""
    worth = [[_worth(die, other) for other in before] + [0.0] * len(dice) for die in dice]
    columns = best_assignment(worth) if dice else []
    pairs = [(die, before[at] if at < len(before) else None) for die, at in zip(dice, columns, strict=True)]
    pushed = _pushed([(die, was) for die, was in pairs if was is None or not has_same_pose(die, was)])
    told = [DieMovement(die, was, _went(die, was, pushed)) for die, was in pairs]
    held = {id(was) for _, was in pairs}
    return DieMovements((*told, *(DieMovement(None, was, DieChange.COVERED) for was in before if id(was) not in held)))


def _worth(die: DieSighting, before: DieSighting) -> float:
    """How gladly the one is taken for the other: first that it lies as it lay, then what it shows, then the way."""
    if die.kind is not before.kind:
        return -1.0
    near = 1 / (1 + math.dist(die.center, before.center))
    if has_same_pose(die, before):
        return 4 + reading_similarity(die, before) + near
    return (2 if die.value == before.value else 1) + near


def _went(die: DieSighting, before: DieSighting | None, pushed: bool) -> DieChange:
    if before is None:
        return DieChange.NEW
    return DieChange.STAYED if has_same_pose(die, before) else DieChange.PUSHED if pushed else DieChange.THROWN


def _pushed(elsewhere: Sequence[tuple[DieSighting, DieSighting | None]]) -> bool:
    """Whether the dice that lie elsewhere were only pushed there: one that shows the same, or two together."""
    now, before = [die for die, _ in elsewhere], [was for _, was in elsewhere if was is not None]
    if len(now) != len(before):
        return False
    if len(now) == 1:
        return now[0].value == before[0].value
    return len(now) == 2 and were_pushed_together(now, before)
