"""Dice with radio as a source of rolls: which reports of a die are a roll. The caller chooses the dice and the radio.

Both makes report a die that is held still in the hand as rolled (see ``docs/dice.md``). Here it must have rolled for
longer than a turn of the fingers takes, and then rest on a face for longer than a hand is still.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from secrets import token_hex
from threading import Lock

from companion.pieces import DieKind, Wish
from companion.rolls.reporting.motion import DieMotion, Report
from companion.rolls.source import Deliver, Fate, Rolled, Source, fulfil


@dataclass(frozen=True, slots=True)
class Limits:
    """Durations in seconds. Chosen, and not measured on real dice: none were available."""

    tumbling: float = 0.25
    """A shorter roll is a die that was turned over by hand, or dropped from it."""
    still: float = 0.8
    """A die that rests for so long was let go."""
    valid: float = 20.0
    """Maximum age of a result: the dice of one roll come to rest within this time of each other."""


LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class DieCourse:
    """The course of one die: rolling since ``rolling``, or at rest with ``value`` since ``since``."""

    rolling: float | None = None
    value: int | None = None
    since: float = 0.0

    def after(self, report: Report, at: float) -> DieCourse:
        """Return the course after a report.

        Args:
            report: What the die reported.
            at: The time in seconds.
        """
        if report.motion is DieMotion.ROLLING:
            return DieCourse(rolling=at if self.rolling is None else self.rolling)
        if report.motion is DieMotion.ROLLED:
            if self.rolling is None or at - self.rolling < LIMITS.tumbling:
                return self._unless_moved(report, at)
            return DieCourse(value=report.value, since=at)
        if report.motion is DieMotion.UNKNOWN:
            return self
        return self._unless_moved(report, at)

    def settled_value(self, now: float) -> int | None:
        """Return the value that was rolled, once it is certain and as long as it counts."""
        if self.value is None or not LIMITS.still <= now - self.since <= LIMITS.valid:
            return None
        return self.value

    def _unless_moved(self, report: Report, at: float) -> DieCourse:
        """Return the course after a movement, which a die that rested long enough may make; a repetition is none."""
        repeated = report.motion in (DieMotion.PUT, DieMotion.ROLLED) and report.value == self.value
        return self if self.settled_value(at) is not None or (repeated and self.value is not None) else DieCourse()


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
