"""A lesson for a set of dice before the camera of the open game."""

from __future__ import annotations

from collections.abc import Sequence
from threading import Lock

from companion.live.dice_lesson import DiceLesson
from companion.table.camera_events import CameraEvent
from companion.table.dice_set import DiceSet
from companion.table.sightings import DieSighting
from companion.web.pages.decisions import overtaken


class CameraLesson:
    """A lesson that pages hold while a game is open; for any thread."""

    def __init__(self) -> None:
        self._guard = Lock()
        self._lesson: DiceLesson | None = None
        self._number = 0
        self._changed = False

    @property
    def is_open(self) -> bool:
        """Whether dice are being taught, so that their throws are no rolls of the game."""
        return self._lesson is not None

    @property
    def dice(self) -> DiceSet | None:
        """The set that is taught; None if none is."""
        with self._guard:
            return None if self._lesson is None else self._lesson.dice

    @property
    def asked(self) -> tuple[int, Sequence[DieSighting]]:
        """The number of the throw that players are asked about, and its dice; no dice if there is none."""
        with self._guard:
            return self._number, () if self._lesson is None else self._lesson.thrown

    def begin(self, dice: DiceSet) -> None:
        """Begin to teach a set."""
        with self._guard:
            self._lesson, self._changed = DiceLesson(dice), True

    def observe(self, event: CameraEvent) -> bool:
        """Take an event of the camera; return whether there is something new to show."""
        with self._guard:
            if self._lesson is None:
                return False
            before = self._lesson.thrown
            if self._lesson.observe(event):
                self._number += 1
            self._changed |= self._lesson.thrown != before
            return self._changed

    def confirm(self, number: int, values: str) -> DiceSet:
        """Take the values of a throw, as a player typed them, and return the set.

        Args:
            number: The number of the throw.
            values: A value for each die with spaces between; ``-`` skips a die.

        Returns:
            The set with what was learned.

        Raises:
            CompanionError: The throw is no longer there, or a value cannot be one of these dice.
        """
        with self._guard:
            if self._lesson is None or not self._lesson.thrown or number != self._number:
                raise overtaken()
            self._lesson.confirm(self._lesson.parse_values(values))
            self._changed = True
            return self._lesson.dice

    def finish(self) -> DiceSet | None:
        """End the lesson, and return the set that was taught."""
        with self._guard:
            lesson, self._lesson, self._changed = self._lesson, None, True
            return None if lesson is None else lesson.dice

    def take_changed(self) -> bool:
        """Return whether something changed since this was asked last."""
        with self._guard:
            changed, self._changed = self._changed, False
            return changed
