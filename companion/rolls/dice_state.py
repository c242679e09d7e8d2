"""The dice on a table against a baseline: where they are, since when they rest, and which are already accounted for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from companion.pieces import Cast, DieKind
from companion.rolls.dice_comparison import (
    Dice,
    assign_dice,
    has_same_pose,
    is_cocked,
    is_detected,
    of_kind,
    prefer_certain,
)
from companion.rolls.dice_habits import DiceHabits
from companion.table.sightings import DieSighting


@dataclass(frozen=True, slots=True)
class Limits:
    """When dice are at rest. Measured on staged games, see ``docs/figures.md``."""

    rest: float = 0.2
    """Seconds that settled dice must keep still: dice in a hand or being lifted rarely do."""
    doubted: float = 0.4
    """The same in seconds if a thrown die is uncertain: it is read again meanwhile."""
    cocked: float = 2.5
    """Seconds in the same pose if a die seems cocked, or too few are detected.

    Whoever threw it notices and takes it up again; an earlier question would be in the way.
    """


LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class RestTimes:
    """Times in seconds since when the dice are unchanged and since when nothing moves."""

    unchanged: float = 0.0
    """Since when the dice are where they are, whatever moved meanwhile."""
    still: float | None = None
    """Since when nothing moves; None while something does."""

    def settled(self, same: bool, at: float) -> RestTimes:
        """Return the times once nothing moves.

        Args:
            same: Whether the dice have the pose that they had.
            at: The time in seconds.
        """
        return RestTimes(self.unchanged, at if self.still is None else self.still) if same else RestTimes(at, at)

    def moving(self) -> RestTimes:
        """Return the times while something moves."""
        return RestTimes(self.unchanged)


@dataclass(frozen=True, slots=True)
class DiceState:
    """The dice on the table with their best readings, and what is remembered of them."""

    first: tuple[DieKind, ...] = (DieKind.D10, DieKind.D10)
    """The dice that are thrown together, all of one kind."""
    baseline: tuple[DieSighting, ...] | None = None
    """Dice that are accounted for: a throw is what differs from them. None before the first frame is read."""
    current: tuple[DieSighting, ...] = ()
    since: RestTimes = field(default_factory=RestTimes)
    """Since when the current dice rest."""
    handled: bool = True
    """Whether the dice at rest were judged already."""
    habits: DiceHabits = field(default_factory=DiceHabits)
    """Size and place of dice in the rolls that counted."""
    most_in_view: Counter[DieKind] = field(default_factory=Counter)
    """The largest number of each kind that was in view together; some of them may be covered now."""
    last_roll: tuple[DieSighting, ...] = ()
    """The dice of the last roll, each with the value that counted."""
    lifted: bool = False
    """Whether no die of :attr:`kind` has been in view since the last ones were detected."""
    unwatched: bool = False
    """Whether the camera was moved or lost since the last roll, so that the next dice may not have been thrown."""

    @property
    def kind(self) -> DieKind:
        """The kind of die that a throw is made of."""
        return self.first[0]

    @property
    def together(self) -> int:
        """The number of dice that are thrown together."""
        return len(self.first)

    def expect(self, first: tuple[DieKind, ...]) -> DiceState:
        """Return the state in which throws are of these dice."""
        lifted = self.lifted if first[0] is self.kind else not of_kind(self.current, first[0])
        return replace(self, first=first, lifted=lifted)

    def settle(self, dice: Sequence[DieSighting], at: float) -> DiceState:
        """Return the state once nothing moves and these dice are in view.

        The dice of the first call become the baseline. An uncertain die that has not moved keeps its confirmed value.

        Args:
            dice: The dice in view.
            at: The time in seconds.
        """
        dice = [self._with_counted_value(die) for die in dice]
        same = len(dice) == len(self.current) and not assign_dice(dice, self.current).moved
        current = self._pick_best_readings(dice) if same else tuple(dice)
        restarted = self.since.still is None or not same
        return replace(
            self,
            current=current,
            since=self.since.settled(same, at),
            handled=self.handled and not restarted,
            baseline=current if self.baseline is None else self.baseline,
            lifted=self.lifted or not of_kind(dice, self.kind),
        )

    def is_at_rest(self, at: float) -> bool:
        """Return whether the dice have been still long enough at ``at`` (seconds) and were not judged yet."""
        if self.handled or self.since.still is None or self.baseline is None:
            return False
        still, unchanged = at - self.since.still, at - self.since.unchanged
        thrown = assign_dice(self.current, self.baseline).moved
        if self._is_doubtful(thrown):
            return still >= LIMITS.doubted and unchanged >= LIMITS.cocked
        return still >= (LIMITS.rest if all(die.sure for die in thrown) else LIMITS.doubted)

    def _is_doubtful(self, thrown: Dice) -> bool:
        """Return whether one of the thrown dice seems cocked, or is not detected."""
        first = prefer_certain(of_kind(thrown, self.kind), self.together)
        too_few = 0 < len(first) == len(of_kind(self.current, self.kind)) < self.together
        return too_few or any(map(is_cocked, first))

    def start_moving(self) -> DiceState:
        """Return the state while something moves: nothing is at rest until all is settled again."""
        return replace(self, since=self.since.moving())

    def move_camera(self, followed: bool = True, resized: bool = False) -> DiceState:
        """Return the state after the camera was moved.

        Args:
            followed: Whether the dice kept their tracks. Otherwise the next dice at rest become the baseline.
            resized: Whether dice have another size in the picture now.
        """
        followed = followed and all(die.track is not None for die in self.baseline or ())
        baseline, last_roll = (self.baseline, self.last_roll) if followed else (None, ())
        return replace(
            self.start_moving(),
            unwatched=True,
            baseline=baseline,
            last_roll=last_roll,
            habits=self.habits.move_camera(resized),
        )

    def set_baseline(self) -> DiceState:
        """Return the state with the current dice as baseline, and with those that a hand may cover."""
        in_view = Counter(die.kind for die in self.current)
        most = self.most_in_view | in_view
        hidden = most - in_view
        covered: list[DieSighting] = []
        for die in reversed(assign_dice(self.current, self.baseline or ()).disappeared):
            if hidden[die.kind] > 0:
                hidden[die.kind] -= 1
                covered.insert(0, die)
        lifted = self.lifted and not in_view[self.kind]
        baseline = None if self.baseline is None else (*covered, *self.current)
        return replace(self, baseline=baseline, most_in_view=most, lifted=lifted)

    def reset_baseline(self) -> DiceState:
        """Return the state with only the current dice as baseline, once a throw is over."""
        return replace(self.set_baseline(), baseline=None if self.baseline is None else self.current)

    def count_roll(self, roll: Dice, cast: Cast) -> DiceState:
        """Return the state after a roll counted.

        Args:
            roll: The sightings of the dice that were rolled.
            cast: The values that counted.

        Returns:
            The state with the roll's habits and values remembered, and a new baseline.
        """
        roll = [die for die in roll if is_detected(die)]
        once = [die.kind for die in roll] == [one.kind for one in cast]  # none of them was thrown twice
        pairs = zip(roll, cast, strict=True) if once else ()
        last_roll = tuple(replace(die, candidates=((one.value, 1.0),)) for die, one in pairs)
        known = replace(self, last_roll=last_roll, habits=self.habits.with_roll(roll), unwatched=False)
        return replace(known, current=tuple(known._with_counted_value(die) for die in self.current)).reset_baseline()

    @property
    def covered(self) -> tuple[DieSighting, ...]:
        """The dice of the baseline that are not in view."""
        return tuple(die for die in self.baseline or () if die not in self.current)

    def _with_counted_value(self, die: DieSighting) -> DieSighting:
        one = next((one for one in self.last_roll if not die.sure and has_same_pose(die, one)), die)
        return replace(die, candidates=one.candidates)

    def _pick_best_readings(self, dice: Dice) -> tuple[DieSighting, ...]:
        """Return the dice where they were first detected, each with the more certain of its readings."""
        better = []
        for die in self.current:
            new = next((one for one in dice if has_same_pose(one, die)), die)
            better.append(replace(new, center=die.center) if new.sure or not die.sure else die)
        return tuple(better)
