"""The dice on a table against a baseline: how they lie, since when, and how they lay when that was no news. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from companion.pieces import Cast, DieKind
from companion.rolls.dice_assignment import assign_dice
from companion.rolls.dice_comparison import Dice, clear, has_same_pose, leans, of_kind
from companion.rolls.dice_habits import DiceHabits
from companion.table.sightings import DieSighting


@dataclass(frozen=True, slots=True)
class Limits:
    """When dice are at rest. Measured on staged games, see ``docs/figures.md``."""

    rest: float = 0.2
    """Seconds that settled dice must go on lying: those held still in a hand or being picked up rarely do."""
    doubted: float = 0.4
    """The same where one that was thrown is in doubt: it is looked at again meanwhile."""
    cocked: float = 2.5
    """So long they must have lain where one seems to lean, or only one of two is made out: who threw it sees that and
    takes it up again, and a question before that is in the way."""


LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class Since:
    """Since when dice ``lie`` so, whatever moved meanwhile, and since when all is ``still`` (None: something moves), in
    seconds."""

    lie: float = 0.0
    still: float | None = None

    def looked(self, same: bool, at: float) -> Since:
        """All is still; ``same``: they lie as they lay."""
        return Since(self.lie, at if self.still is None else self.still) if same else Since(at, at)

    def moves(self) -> Since:
        """Something moves."""
        return Since(self.lie)


@dataclass(frozen=True, slots=True)
class DiceState:
    """The dice on the table, each as it was read best, and what is remembered of them."""

    kind: DieKind = DieKind.D10
    """The dice that a throw is made of."""
    baseline: tuple[DieSighting, ...] | None = None
    """Where dice lay that are no news any more: a throw is what differs from it. None before the first look."""
    lying: tuple[DieSighting, ...] = ()
    since: Since = field(default_factory=Since)
    """Since when these rest."""
    told: bool = True
    """Whether that they rest was made something of."""
    habits: DiceHabits = field(default_factory=DiceHabits)
    """How dice looked, and where they lay, when they counted."""
    most: Counter[DieKind] = field(default_factory=Counter)
    """How many of a kind were in view together: so many may lie there, some of them covered."""
    said: tuple[DieSighting, ...] = ()
    """The last roll's dice, each showing what counted."""
    lifted: bool = False
    """Whether none of :attr:`kind` lay in view since the last that did were made out."""
    unwatched: bool = False
    """Whether the camera was moved, or nobody looked, since the last roll: the next may be dice that only lie there."""

    def looked(self, dice: Sequence[DieSighting], at: float) -> DiceState:
        """All is still and these dice lie there. What lies there at the first look is no news.

        One in doubt that lies as it lay when its roll counted shows what players let count.
        """
        dice = [self._as_said(die) for die in dice]
        same = len(dice) == len(self.lying) and not assign_dice(dice, self.lying).elsewhere
        lying = self._read_better(dice) if same else tuple(dice)
        begins = self.since.still is None or not same
        return replace(
            self,
            lying=lying,
            since=self.since.looked(same, at),
            told=self.told and not begins,
            baseline=lying if self.baseline is None else self.baseline,
            lifted=self.lifted or not of_kind(dice, self.kind),
        )

    def rests(self, at: float) -> bool:
        """Whether the dice have lain still for long enough, and nothing was made of that yet."""
        if self.told or self.since.still is None or self.baseline is None:
            return False
        still, lie = at - self.since.still, at - self.since.lie
        thrown = assign_dice(self.lying, self.baseline).elsewhere
        if self._cocked(thrown):
            return still >= LIMITS.doubted and lie >= LIMITS.cocked
        return still >= (LIMITS.rest if all(die.sure for die in thrown) else LIMITS.doubted)

    def _cocked(self, thrown: Dice) -> bool:
        """Whether one of two that were thrown seems to lean, or is not made out."""
        first = clear(of_kind(thrown, self.kind))
        return len(first) == len(of_kind(self.lying, self.kind)) == 1 or any(map(leans, first))

    def moves(self) -> DiceState:
        """Something moves; until all is settled again nothing rests."""
        return replace(self, since=self.since.moves())

    def displaced(self, followed: bool = True, resized: bool = False) -> DiceState:
        """The camera was moved: dice that are followed are known again; otherwise those at rest next are no news."""
        followed = followed and all(die.track is not None for die in self.baseline or ())
        baseline, said = (self.baseline, self.said) if followed else (None, ())
        return replace(
            self.moves(), unwatched=True, baseline=baseline, said=said, habits=self.habits.displaced(resized)
        )

    def noted(self) -> DiceState:
        """What lies there now is no news any more, nor what lay there and may be covered by a hand."""
        lying = Counter(die.kind for die in self.lying)
        most = self.most | lying
        hidden = most - lying
        covered: list[DieSighting] = []
        for die in reversed(assign_dice(self.lying, self.baseline or ()).gone):
            if hidden[die.kind] > 0:
                hidden[die.kind] -= 1
                covered.insert(0, die)
        lifted = self.lifted and not lying[self.kind]
        baseline = None if self.baseline is None else (*covered, *self.lying)
        return replace(self, baseline=baseline, most=most, lifted=lifted)

    def forgotten(self) -> DiceState:
        """The throw that lies there is over: only what is in view is known."""
        return replace(self.noted(), baseline=None if self.baseline is None else self.lying)

    def counted(self, roll: Dice, cast: Cast) -> DiceState:
        """These dice were a roll, and showed this: they tell how dice look, and where they land."""
        once = [die.kind for die in roll] == [one.kind for one in cast]  # none of them was thrown twice
        pairs = zip(roll, cast, strict=True) if once else ()
        said = tuple(replace(die, candidates=((one.value, 1.0),)) for die, one in pairs)
        known = replace(self, said=said, habits=self.habits.counting(roll), unwatched=False)
        return replace(known, lying=tuple(known._as_said(die) for die in self.lying)).forgotten()

    @property
    def covered(self) -> tuple[DieSighting, ...]:
        """The dice of the baseline that are not in view."""
        return tuple(die for die in self.baseline or () if die not in self.lying)

    def _as_said(self, die: DieSighting) -> DieSighting:
        one = next((one for one in self.said if not die.sure and has_same_pose(die, one)), die)
        return replace(die, candidates=one.candidates)

    def _read_better(self, dice: Dice) -> tuple[DieSighting, ...]:
        """The dice where they were first seen to lie, each with the surer of its readings."""
        better = []
        for die in self.lying:
            new = next((one for one in dice if has_same_pose(one, die)), die)
            better.append(replace(new, center=die.center) if new.sure or not die.sure else die)
        return tuple(better)
