"""Size and place of the dice in the rolls that counted during an evening."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from companion.pieces import DieKind
from companion.rolls.dice_comparison import Dice
from companion.table.sightings import DieSighting, Point


@dataclass(frozen=True, slots=True)
class Limits:
    """How much habits weigh. Chosen, not measured: they order the choices of a question and make nothing certain."""

    kept: int = 12
    """Number of dice that are remembered, the latest ones: players change places, and cards take room."""
    reach: float = 4.0
    """Distance from a remembered die within which others come to rest as readily, in its diameter."""
    anywhere: float = 0.3
    """Likelihood of a place far from all remembered dice, relative to a place next to one."""


LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class DiceHabits:
    """Largest diameter of dice of each kind that counted (pixels), and the places of the latest ones."""

    sizes: Mapping[DieKind, float] = field(default_factory=dict)
    places: tuple[Point, ...] = ()

    def with_roll(self, dice: Dice) -> DiceHabits:
        """Return the habits after this roll. An uncertain die does not change the sizes."""
        sizes = dict(self.sizes)
        for die in dice:
            if die.sure and die.across:
                sizes[die.kind] = max(die.across, sizes.get(die.kind, 0.0))
        places = (*self.places, *(die.center for die in dice))[-LIMITS.kept :]
        return DiceHabits(sizes, places)

    def move_camera(self, resized: bool = False) -> DiceHabits:
        """Return the habits after the camera was moved: places are forgotten, and if ``resized``, sizes too."""
        return DiceHabits() if resized else replace(self, places=())

    def place_likelihood(self, die: DieSighting) -> float:
        """Return how readily a die comes to rest where this one is, from 0 to 1; 1 if nothing is known.

        >>> habits = DiceHabits(places=((100, 100), (140, 100)))
        >>> dice = [DieSighting(DieKind.D10, (x, 100), across=40) for x in (120, 360, 900)]
        >>> [round(habits.place_likelihood(die), 1) for die in dice], DiceHabits().place_likelihood(dice[2])
        ([1.0, 0.6, 0.3], 1.0)
        """
        if not self.places:
            return 1.0
        distance = min(math.dist(die.center, place) for place in self.places) / (LIMITS.reach * max(1.0, die.across))
        return LIMITS.anywhere + (1 - LIMITS.anywhere) * math.exp(-(distance**2) / 2)
