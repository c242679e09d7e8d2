"""What a die says of itself, whoever made it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class DieMotion(Enum):
    """How a die moves or lies."""

    UNKNOWN = "unknown"
    HANDLED = "handled"
    """Moved, but not tumbling: picked up, pushed, held."""
    ROLLING = "rolling"
    ROLLED = "rolled"
    """Flat, after it tumbled by the die's own account."""
    PUT = "put"
    """Flat, but not by a roll: turned over, put down, or lying there."""
    TILTED = "tilted"
    """At rest, but not flat: cocked."""


@dataclass(frozen=True, slots=True)
class Report:
    """One thing said; ``value`` is what lies up, and only a die at rest has one.

    >>> str(Report(DieMotion.ROLLED, 10)), Report.read("rolled 10") == Report(DieMotion.ROLLED, 10)
    ('rolled 10', True)
    """

    motion: DieMotion
    value: int | None = None

    def __str__(self) -> str:
        return self.motion.value if self.value is None else f"{self.motion.value} {self.value}"

    @classmethod
    def read(cls, text: str) -> Report:
        """What :meth:`__str__` wrote; raises ``ValueError``."""
        motion, _, value = text.partition(" ")
        return cls(DieMotion(motion), int(value) if value else None)
