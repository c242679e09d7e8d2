"""Counts of what a live table proposed of a staged game."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Tally:
    """Counts of right and wrong moves and rolls.

    ``seconds`` are from rest to proposal: those of the film, and those of reading.
    """

    moves: Counter[str] = field(default_factory=Counter)
    rolls: Counter[str] = field(default_factory=Counter)
    disturbances: Counter[str] = field(default_factory=Counter)
    proposed_while_disturbed: int = 0
    mistakes_noticed: int = 0
    disagreements_about_nothing: int = 0
    payments_asked: int = 0
    seconds: list[tuple[float, float]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    roll_outcomes: list[str] = field(default_factory=list)
    """What became of each roll, in order."""

    def to_json(self) -> dict[str, Any]:
        """Return the counts for a file."""
        return {
            **vars(self),
            "moves": dict(self.moves),
            "rolls": dict(self.rolls),
            "disturbances": dict(self.disturbances),
        }
