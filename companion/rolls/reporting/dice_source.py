"""Dice with radio as a source of rolls. The caller chooses the dice and the radio."""

from __future__ import annotations

from collections.abc import Mapping
from secrets import token_hex
from threading import Lock

from companion.pieces import DieKind, Wish
from companion.rolls.reporting.motion import Report
from companion.rolls.reporting.settling import DieCourse
from companion.rolls.rolled import Deliver, Fate, Rolled, fulfil
from companion.rolls.source import Source


class ReportingDice:
    """Pass every report to :meth:`receive`, and call :meth:`poll` several times a second; any thread may.

    Reports from before a roll was awaited do not count. The first throw of each die counts, in the order in which the
    dice
    came to rest. So do throws of further dice that the first ones call for.
    """

    source = Source.DICE

    def __init__(self) -> None:
        self._guard = Lock()
        self._awaited: tuple[Wish, Deliver] | None = None
        self._kinds: Mapping[str, DieKind] = {}
        self._courses: dict[str, DieCourse] = {}
        self._open: Rolled | None = None
        """Delivered, and neither kept nor void yet: the journal could not be written, say."""

    def ask(self, wish: Wish, deliver: Deliver) -> None:
        """Wait for a roll. One that was delivered before and not settled is delivered again."""
        with self._guard:
            self._awaited, self._courses = (wish, deliver), {}
            again, self._open = self._open, None
        if again is not None:
            self._deliver(again, deliver)

    def withdraw(self) -> None:
        """Stop waiting for a roll."""
        with self._guard:
            self._awaited, self._open, self._courses = None, None, {}

    def use(self, kinds: Mapping[str, DieKind]) -> None:
        """Set the dice of this table: kinds by address."""
        with self._guard:
            self._kinds = dict(kinds)
            self._courses = {die: course for die, course in self._courses.items() if die in kinds}

    def receive(self, die: str, report: Report, at: float) -> None:
        """Take a report.

        Args:
            die: The address of the die.
            report: What it reported.
            at: The time in seconds, of the same clock as for :meth:`poll`.
        """
        with self._guard:
            if self._awaited is not None and die in self._kinds:
                before = self._courses.get(die, DieCourse())
                if before.settled_value(at) is None:
                    self._courses[die] = before.after(report, at)

    def poll(self, now: float) -> None:
        """Deliver the roll once all its dice are at rest at ``now`` (seconds)."""
        with self._guard:
            awaited, rolled = self._awaited, self._rolled(now)
            if awaited is None or rolled is None:
                return
            self._awaited, self._courses = None, {}
        self._deliver(rolled, awaited[1])

    def _rolled(self, now: float) -> Rolled | None:
        if self._awaited is None:
            return None
        values: dict[DieKind, list[int]] = {kind: [] for kind in DieKind}
        for die, course in sorted(self._courses.items(), key=lambda each: each[1].since):
            if (value := course.settled_value(now)) is not None:
                values[self._kinds[die]].append(value)
        try:
            cast = fulfil(self._awaited[0], lambda kind: values[kind].pop(0))
        except IndexError:
            return None
        return Rolled(cast, self.source, f"{self.source}-{token_hex(8)}")

    def _deliver(self, rolled: Rolled, deliver: Deliver) -> None:
        def settle(_fate: Fate) -> None:
            with self._guard:
                if self._open is not None and self._open.id == rolled.id:
                    self._open = None

        with self._guard:
            self._open = rolled
        deliver(Rolled(rolled.cast, rolled.source, rolled.id, settle=settle))
