"""The sets of dice that may lie on a table: which of them a die belongs to, and what is learned of it. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.table.dice_set import Candidates, ConfirmedReading, DiceSet
from companion.table.sightings import DieSighting


@dataclass(frozen=True, slots=True)
class ConfirmedDie:
    """A die as the reader alone read it, whether its reading was reported as certain, and its confirmed value."""

    die: DieSighting
    sure: bool
    value: int


@dataclass(frozen=True, slots=True)
class KnownDice:
    """The sets that were taught, and the name of the one in use if players chose one."""

    sets: tuple[DiceSet, ...] = ()
    chosen: str | None = None

    @property
    def used(self) -> DiceSet | None:
        """The set in use."""
        return next((one for one in self.sets if one.name == self.chosen), None)

    def find(self, die: DieSighting) -> DiceSet | None:
        """Return the set that a die belongs to; None if none recognises it, or several do and none of them is chosen.

        >>> read = ConfirmedReading.parse("d10 7 0.931 uncertain 7 148,120,131")
        >>> known = KnownDice((DiceSet("ours", (read,)),))
        >>> known.find(DieSighting(read.kind, (0, 0), colour=(140, 121, 130))).name
        'ours'
        """
        alike = [one for one in self.sets if one.recognises(die)]
        chosen = [one for one in alike if one.name == self.chosen]
        return chosen[0] if chosen else alike[0] if len(alike) == 1 else None

    def calibrated(self, die: DieSighting) -> Candidates:
        """Return the values that a die may show with their probabilities; the reader's own for unknown dice."""
        found = self.find(die)
        return die.candidates if found is None else found.calibrated(die.kind, die.candidates)

    def with_confirmed(self, dice: Iterable[ConfirmedDie]) -> KnownDice:
        """Return the sets after players confirmed dice.

        A die teaches the set that it belongs to. The chosen set also learns from dice that it does not recognise:
        they lie in another light.
        """
        known = self
        for one in dice:
            reading = confirmed_reading(one)
            found = self.find(one.die)
            name = found.name if found is not None else self.chosen
            if reading is not None:
                sets = (each.with_readings([reading]) if each.name == name else each for each in known.sets)
                known = replace(known, sets=tuple(sets))
        return known


def confirmed_reading(one: ConfirmedDie) -> ConfirmedReading | None:
    """Return the reading of a die that players confirmed; None if nothing was read and no face is known."""
    die = one.die
    if die.value is None and die.face is None:
        return None
    probability = round(min(1.0, die.confidence), 3)
    return ConfirmedReading(die.kind, die.value, probability, one.sure, one.value, die.colour, die.face)
