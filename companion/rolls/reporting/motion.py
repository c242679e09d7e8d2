"""Motion of a die as it reports it, whatever its make."""

from dataclasses import dataclass
from enum import Enum


class DieMotion(Enum):
    """How a die moves or rests."""

    UNKNOWN = "unknown"
    HANDLED = "handled"
    """Moved, but not rolling: picked up, pushed, held."""
    ROLLING = "rolling"
    ROLLED = "rolled"
    """Flat, after it rolled by its own account."""
    PUT = "put"
    """Flat, but not after a roll: turned over, put down, or unmoved."""
    TILTED = "tilted"
    """At rest, but not flat: cocked."""


@dataclass(frozen=True, slots=True)
class Report:
    """One report; only a die at rest has a ``value``.

    >>> str(Report(DieMotion.ROLLED, 10))
    'rolled 10'
    """

    motion: DieMotion
    value: int | None = None

    def __str__(self) -> str:
        return self.motion.value if self.value is None else f"{self.motion.value} {self.value}"
