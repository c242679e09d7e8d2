"""Dice that were taught, before a camera: their readings are calibrated, and confirmed rolls teach them more."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from companion.pieces import DieKind
from companion.table.dice_set import DiceSet
from companion.table.known_dice import ConfirmedDie, KnownDice
from companion.table.sightings import DieSighting, Sightings
from companion.vision.dice.die_reading import READINGS, is_sure
from companion.vision.dice.known_faces import KnownFaces

LearntListener = Callable[[DiceSet], None]
"""Receives a set after it has learned, to be stored."""

NO_DICE = KnownDice()
STRANGE = DieKind.D6
"""The kind as which a die of an unknown kind is taught: only a d6 has digits that the reader does not know."""


class TaughtDice:
    """Calibrates the dice of a table by the sets that were taught.

    Args:
        known: The sets.
        on_learnt: Receives every set that learned from a confirmed roll.
    """

    def __init__(self, known: KnownDice = NO_DICE, on_learnt: LearntListener = lambda dice: None) -> None:
        self._known, self._on_learnt = known, on_learnt
        self._active = True
        self._faces: KnownFaces | None = None
        self._calibrated: dict[DieSighting, DieSighting] = {}
        """By the reader's own sighting, the calibrated one: the same dice are asked for in every frame."""

    @property
    def faces(self) -> KnownFaces:
        """The faces by which dice are read: those of the set in use; none while dice are taught."""
        if self._faces is None:
            self._faces = self._known_faces() if self._active else KnownFaces(strange=STRANGE)
        return self._faces

    def _known_faces(self) -> KnownFaces:
        used = self._known.used or DiceSet("")
        readings = ((READINGS.index((one.kind, one.value)), one.face) for one in used.readings)
        return KnownFaces(tuple((number, face) for number, face in readings if face is not None), used.strange)

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
        """Calibrate readings or not; a set ``learned`` just now replaces the one of its name, and is in use."""
        if learned is not None:
            others = tuple(one for one in self._known.sets if one.name != learned.name)
            self._known = KnownDice((*others, learned), learned.name)
        self._calibrated, self._faces, self._active = {}, None, active

    def learn(self, dice: Sequence[tuple[DieSighting, int]]) -> None:
        """Take dice, as the reader alone read them, with the values that players confirmed."""
        confirmed = [ConfirmedDie(die, self._calibrate(die).sure, value) for die, value in dice]
        before, self._known = self._known, self._known.with_confirmed(confirmed)
        self._calibrated, self._faces = {}, None
        for old, new in zip(before.sets, self._known.sets, strict=True):
            if new != old:
                self._on_learnt(new)
