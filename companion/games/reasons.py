"""Why a number on the table is what it is: the moves that changed it."""

from __future__ import annotations

from dataclasses import dataclass

from companion.locale import Message


@dataclass(frozen=True, slots=True)
class Reason:
    """A move that changed a number: the change, the new number, what it was, and the rule behind it."""

    seq: int
    """The number of its entry."""
    turn: int
    change: int
    now: int
    cause: Message
    rule: str = ""
    """Empty for a correction."""

    @property
    def signed(self) -> str:
        """The change with its sign; of a correction the number that it corrected."""
        if not self.rule:
            return str(self.now - self.change)
        return f"+{self.change}" if self.change > 0 else f"−{-self.change}"
