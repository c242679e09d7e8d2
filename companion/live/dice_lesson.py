"""Teaching a set of dice: throws under a camera, and the values that players confirm. No thread, clock or screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import RLock

from companion.errors import CompanionError
from companion.locale import Message
from companion.pieces import DieKind
from companion.rolls.dice_comparison import has_same_pose
from companion.rolls.dice_set_store import DiceSetStore
from companion.table.camera_events import AreaMoved, CameraEvent, Changed, Settled, Still
from companion.table.dice_set import DiceSet, check_name
from companion.table.known_dice import ConfirmedDie, KnownDice, confirmed_reading
from companion.table.sightings import DieSighting, Sightings
from companion.vision.dice.die_reading import is_sure
from companion.vision.tracking.taught_dice import TaughtDice


def load_taught_dice(folder: Path, failed: Callable[[CompanionError], None], chosen: str | None = None) -> TaughtDice:
    """Return the sets of dice in a folder, which learn from rolls that players confirm.

    Args:
        folder: The folder of sets.
        failed: Called, on any thread, for each set that cannot be used or stored.
        chosen: The name of the set in use; None: the only one, if there is one.

    Raises:
        UnusableDiceSet: The chosen set does not exist or cannot be used.
    """
    store = DiceSetStore(folder)
    used = store.load(chosen).name if chosen is not None else None

    def keep(dice: DiceSet) -> None:
        try:
            store.keep(dice)
        except CompanionError as error:  # the game goes on; only what was learned is lost
            failed(error)

    sets = store.load_all(failed)
    if used is None and len(sets) == 1:
        used = sets[0].name
    return TaughtDice(KnownDice(sets, used), keep)


SKIPPED = "-"
"""What stands for a die that teaches nothing."""


@dataclass(frozen=True, slots=True)
class Limits:
    """When a throw is asked about. Chosen, not measured."""

    rest: float = 0.8
    """Seconds for which dice lie still before players are asked: several frames are read meanwhile."""


LIMITS = Limits()


class UnusableValues(CompanionError):
    """Values that the dice of a throw cannot show."""


class DiceLesson:
    """A lesson for one set; for any thread.

    Pass the camera's events to :meth:`observe`; answer each throw with :meth:`confirm`.

    Args:
        dice: The set as it is known before.
        keep: Stores the set after each throw.
    """

    def __init__(self, dice: DiceSet, keep: Callable[[DiceSet], object] = lambda dice: None) -> None:
        self.dice, self._keep, self._guard = dice, keep, RLock()
        self.number = 0
        """The number of the throw that players were asked about last."""
        self.throws = 0
        """The throws that were confirmed or skipped."""
        self._settled: Settled | None = None
        self._done: tuple[DieSighting, ...] = ()
        """The dice of the last throw: they teach nothing more as long as they lie there."""
        self.thrown: tuple[DieSighting, ...] = ()
        """The dice that players are asked about, from left to right; empty while none are."""

    @classmethod
    def of(cls, store: DiceSetStore, name: str) -> DiceLesson:
        """Return a lesson for the set of this name, which may be a new one.

        Raises:
            CompanionError: The name or the stored set cannot be used.
        """
        check_name(name)
        known = store.find(name)
        return cls(store.load(known) if known is not None else DiceSet(name), store.keep)

    def observe(self, event: CameraEvent) -> bool:
        """Take an event of the camera; return whether players are to be asked about a new throw."""
        with self._guard:
            match event:
                case Settled():
                    self._settled = event
                case Changed():
                    self._settled, self.thrown = None, ()
                case AreaMoved():
                    self._done = ()
                case Still(at) if self._settled is not None and at - self._settled.at >= LIMITS.rest:
                    if not self.thrown:
                        return self._ask(self._settled)
            return False

    def show(self, sightings: Sightings, number: int) -> bool:
        """Take a photo of a throw of its own; return whether players are to be asked about it."""
        with self._guard:
            self._settled, self._done = Settled(sightings, 0.0, number), ()
            return self._ask(self._settled)

    def _ask(self, settled: Settled) -> bool:
        self.thrown = self._new_dice(settled)
        self.number += bool(self.thrown)
        return bool(self.thrown)

    def _new_dice(self, settled: Settled) -> tuple[DieSighting, ...]:
        read = (die for die in settled.sightings.dice if die.candidates or die.strange)
        new = (die for die in read if not any(has_same_pose(die, old) for old in self._done))
        return tuple(sorted(new, key=lambda die: die.center))

    def parse_values(self, text: str) -> tuple[int | None, ...]:
        """Return the values of the thrown dice that a player typed; without any, those that were read.

        A die of an unknown kind has no reading, so it teaches nothing until its value is typed.

        Args:
            text: A value for each die with spaces between; ``-`` skips a die.

        Returns:
            The values; None for a die that teaches nothing.

        Raises:
            UnusableValues: There are too few or too many, or a die has no such value.
        """
        words = text.split()
        if not words:
            return tuple(die.value for die in self.thrown)
        if len(words) != len(self.thrown):
            counts = {"count": len(self.thrown), "typed": len(words)}
            raise _unusable(text, Message("{typed} values for {count} dice", counts))
        return tuple(_parse_value(word, die.kind) for word, die in zip(words, self.thrown, strict=True))

    def confirm(self, values: Sequence[int | None]) -> None:
        """Take the values of the thrown dice, in their order, and store the set; None for a die that teaches nothing.

        Raises:
            CompanionError: The set cannot be stored; it is learned all the same.
        """
        with self._guard:
            for die, value in zip(self.thrown, values, strict=True):
                if value is not None:
                    sure = die.sure or is_sure(self.dice.calibrated(die.kind, die.candidates))
                    reading = confirmed_reading(ConfirmedDie(die, sure, value))
                    self.dice = self.dice if reading is None else self.dice.with_readings([reading])
            self._done = self._settled.sightings.dice if self._settled is not None else ()
            self.thrown, self._settled, self.throws = (), None, self.throws + 1
            if any(value is not None for value in values):
                self._keep(self.dice)

    def skip(self) -> None:
        """Learn nothing from this throw."""
        self.confirm([None] * len(self.thrown))


def _parse_value(word: str, kind: DieKind) -> int | None:
    if word == SKIPPED:
        return None
    value = int(word) if word.isdecimal() else -1
    value = 10 if kind is DieKind.D10 and value == 0 else value
    if not kind.shows(value):
        raise _unusable(word, Message("not a value of a {kind}", {"kind": kind.value}))
    return value


def _unusable(text: str, reason: Message) -> UnusableValues:
    return UnusableValues(
        repr(text[:80]), reason, Message("type one value per die from left to right, or press Enter if all are right")
    )
