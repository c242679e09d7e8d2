"""Token counts of a table that plays without the companion, with their history."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.errors import CompanionError
from companion.pieces import Suit, Tokens

Purses = tuple[Tokens, ...]

MIN_PLAYERS, MAX_PLAYERS = 2, 4
"""Number of players that the counters serve."""
MAX_UNDO_STEPS = 60
"""Steps kept to undo."""
DOCUMENT = "tokens"
"""The name of the document that stores the counts of pages and terminal."""
MOST = 999
"""The highest count."""


@dataclass(frozen=True, slots=True)
class TokenCounts:
    """The counts after each step, by seat; the last step is the present."""

    steps: tuple[Purses, ...] = ((Tokens(),) * MIN_PLAYERS,)

    @property
    def purses(self) -> Purses:
        """The present counts, by seat."""
        return self.steps[-1]

    @property
    def can_undo(self) -> bool:
        """Whether there is a step to undo."""
        return len(self.steps) > 1

    def undone(self) -> TokenCounts:
        """Return the counts before the last step."""
        return TokenCounts(self.steps[:-1]) if self.can_undo else self

    def with_count(self, seat: int, suit: Suit, count: int) -> TokenCounts:
        """Return the counts with one number changed.

        Args:
            seat: The seat of the counter.
            suit: Its suit.
            count: The new number.
        """
        purse = Tokens.from_counts({**dict(self.purses[seat].items()), suit: count})
        return self._then(tuple(purse if seat == one else held for one, held in enumerate(self.purses)))

    def taxed(self, suit: Suit) -> TokenCounts:
        """Return the counts after a tax: every seat keeps one token of the suit (B10)."""
        left = (Tokens.from_counts({**dict(purse.items()), suit: min(purse[suit], 1)}) for purse in self.purses)
        return self._then(tuple(left))

    def cleared(self) -> TokenCounts:
        """Return the counts with no tokens."""
        return self._then((Tokens(),) * len(self.purses))

    def seated(self, players: int) -> TokenCounts:
        """Return the counts for so many players; new players have no tokens."""
        return self._then((*self.purses, *(Tokens(),) * players)[:players])

    @classmethod
    def of(cls, document: object) -> TokenCounts:
        """Return the counts of a stored document; no tokens if there is none, or it is unusable."""
        try:
            return cls.from_json(document) if isinstance(document, Mapping) else cls()
        except (CompanionError, ValueError, TypeError):
            return cls()

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> TokenCounts:
        """Return the counts of a document; raise ValueError, TypeError or CompanionError if they are unusable."""
        return cls(_parse_steps(document.get("steps")))

    def to_json(self) -> dict[str, Any]:
        """Return the counts as a document."""
        return {"steps": [[str(purse) for purse in purses] for purses in self.steps]}

    def _then(self, purses: Purses) -> TokenCounts:
        return self if purses == self.purses else TokenCounts((*self.steps, purses)[-MAX_UNDO_STEPS:])


def _parse_steps(stored: Any) -> tuple[Purses, ...]:
    """Return the steps of a document; raise ValueError, TypeError or CompanionError if they are unusable."""
    steps = tuple(tuple(Tokens.parse(purse) for purse in purses) for purses in stored)
    if not steps or any(not MIN_PLAYERS <= len(purses) <= MAX_PLAYERS for purses in steps):
        raise ValueError(steps)
    return steps
