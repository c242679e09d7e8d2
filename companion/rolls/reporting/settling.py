"""Whether a die's reports are a roll: rolling, then flat for long enough. Times are passed in.

Both makes report a die that is held still in the hand as rolled (see ``docs/dice.md``). Here it must have rolled for
longer than a turn of the fingers takes, and then rest on a face for longer than a hand is still.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.rolls.reporting.motion import DieMotion, Report


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
