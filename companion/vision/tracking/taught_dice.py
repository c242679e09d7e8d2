"""Dice that were taught, before a camera: their readings are calibrated, and confirmed rolls teach them more."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from companion.table.dice_set import DiceSet
from companion.table.known_dice import ConfirmedDie, KnownDice
from companion.table.sightings import DieSighting, Sightings
from companion.vision.dice.verdicts import is_sure

LearntListener = Callable[[DiceSet], None]
"""Receives a set after it has learned, to be stored."""

NO_DICE = KnownDice()


class TaughtDice:
    """Calibrates the dice of a table by the sets that were taught.

    Args:
        known: The sets.
        on_learnt: Receives every set that learned from a confirmed roll.
    """

    def __init__(self, known: KnownDice = NO_DICE, on_learnt: LearntListener = lambda dice: None) -> None:
        self._known, self._on_learnt = known, on_learnt
        self._active = True
        self._calibrated: dict[DieSighting, DieSighting] = {}
        """By the reader's own sighting, the calibrated one: the same dice are asked for in every frame."""

    def applied(self, sightings: Sightings) -> Sightings:
        """Return the sightings with the readings of known dice calibrated."""
        if not self._active or not self._known.sets or not sightings.dice:
            return sightings
        self._calibrated = {die: self._calibrated.get(die) or self._calibrate(die) for die in sightings.dice}
        return replace(sightings, dice=tuple(self._calibrated[die] for die in sightings.dice))

    def _calibrate(self, die: DieSighting) -> DieSighting:
        candidates = self._known.calibrated(die)
        if candidates == die.candidates:
            return die
        return replace(die, candidates=candidates, sure=is_sure(candidates))

    def set_active(self, active: bool, learned: DiceSet | None = None) -> None:
        """Calibrate readings or not; use a set that was learned elsewhere in place of the one with its name."""
        if learned is not None:
            others = tuple(one for one in self._known.sets if one.name != learned.name)
            self._known = replace(self._known, sets=(*others, learned))
        self._calibrated, self._active = {}, active

    def learn(self, dice: Sequence[tuple[DieSighting, int]]) -> None:
        """Take dice, as the reader alone read them, with the values that players confirmed."""
        confirmed = [ConfirmedDie(die, self._calibrate(die).sure, value) for die, value in dice]
        before, self._known = self._known, self._known.with_confirmed(confirmed)
        self._calibrated = {}
        for old, new in zip(before.sets, self._known.sets, strict=True):
            if new != old:
                self._on_learnt(new)
