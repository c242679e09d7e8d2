"""Whether what a die says is a roll: tumbling, then lying flat long enough. Pure; times are handed in.

Both makes take a die that is held still in the hand for one that was rolled (``docs/dice.md``). What tells them apart
here: it tumbled before, for longer than a turn of the fingers takes; and since it stopped it lay on its face without
being moved, for longer than a hand is still.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.rolls.reporting.motion import DieMotion, Report


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds. Chosen, and not measured on real dice: nobody here has any."""

    tumbling: float = 0.25
    """A shorter one is a die turned over by hand, or dropped from it."""
    still: float = 0.8
    """What lies so long was let go of."""
    valid: float = 20.0
    """All dice of a roll come to rest within so much of each other; one from before was rolled for nothing."""


LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class DieCourse:
    """What became of one die: ``rolling`` since when it tumbles, ``value`` what it showed as it lay down ``since``."""

    rolling: float | None = None
    value: int | None = None
    since: float = 0.0

    def after(self, said: Report, at: float, limits: Limits = LIMITS) -> DieCourse:
        """Its course once it said something, ``at`` so many seconds of any clock."""
        if said.motion is DieMotion.ROLLING:
            return DieCourse(rolling=at if self.rolling is None else self.rolling)
        if said.motion is DieMotion.ROLLED:
            if self.rolling is None or at - self.rolling < limits.tumbling:
                return self._unless_moved(said, at, limits)
            return DieCourse(value=said.value, since=at)
        if said.motion is DieMotion.UNKNOWN:
            return self
        return self._unless_moved(said, at, limits)

    def lies(self, now: float, limits: Limits = LIMITS) -> int | None:
        """What was rolled with it, once that is certain and as long as it counts."""
        if self.value is None or not limits.still <= now - self.since <= limits.valid:
            return None
        return self.value

    def _unless_moved(self, said: Report, at: float, limits: Limits) -> DieCourse:
        """A die that lay long enough may be taken up again; one that says the same once more lies as it lay."""
        repeated = said.motion in (DieMotion.PUT, DieMotion.ROLLED) and said.value == self.value
        return self if self.lies(at, limits) is not None or (repeated and self.value is not None) else DieCourse()
