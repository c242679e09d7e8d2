"""How the dice of this evening usually look and where they land, as far as rolls that counted tell. Pure."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from companion.pieces import DieKind
from companion.rolls.dice_comparison import Dice
from companion.table.sightings import DieSighting, Point


@dataclass(frozen=True, slots=True)
class Limits:
    """What habit is worth. Chosen, not measured: it orders what is asked, and makes nothing sure."""

    kept: int = 12
    """So many dice are remembered, the last ones: players change places, and cards take room."""
    reach: float = 4.0
    """How far around such a die others land as readily, in its diameter."""
    anywhere: float = 0.3
    """How likely a die lands far from all of them, where 1 is right beside them."""


LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class DiceHabits:
    """How large dice of a kind looked when they were counted (pixels), and where the last of them lay."""

    sizes: Mapping[DieKind, float] = field(default_factory=dict)
    places: tuple[Point, ...] = ()

    def counting(self, dice: Dice) -> DiceHabits:
        """These were a roll. One that is in doubt does not tell how large dice look."""
        sizes = {die.kind: die.across for die in dice if die.sure and die.across}
        places = (*self.places, *(die.center for die in dice))[-LIMITS.kept :]
        return DiceHabits({**self.sizes, **sizes}, places)

    def displaced(self, resized: bool = False) -> DiceHabits:
        """The camera was moved: where dice lay in its pictures tells nothing now.

        ``resized``: nor does how large they were.
        """
        return DiceHabits() if resized else replace(self, places=())

    def place_likelihood(self, die: DieSighting) -> float:
        """How readily a die comes to rest where this one lies, 0 to 1; 1 where nothing is known.

        >>> beside = Usual(places=((100, 100), (140, 100)))
        >>> dice = [DieSighting(DieKind.D10, (x, 100), across=40) for x in (120, 360, 900)]
        >>> [round(beside.lands(die), 1) for die in dice], Usual().lands(dice[2])
        ([1.0, 0.6, 0.3], 1.0)
        """
        if not self.places:
            return 1.0
        far = min(math.dist(die.center, place) for place in self.places) / (LIMITS.reach * max(1.0, die.across))
        return LIMITS.anywhere + (1 - LIMITS.anywhere) * math.exp(-(far**2) / 2)
