"""Tokens counted for a table that plays without the companion, and every step that led there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.app.document import Document, UnusableDocument
from companion.errors import CompanionError
from companion.locale import Message
from companion.pieces import Suit, Tokens

Purses = tuple[Tokens, ...]

MIN_PLAYERS, MAX_PLAYERS = 2, 4
"""Players."""
MAX_UNDO_STEPS = 60
"""Steps that can be taken back."""


@dataclass(frozen=True, slots=True)
class TokenCounts:
    """Each step's purses, seat by seat; the last is how it stands."""

    steps: tuple[Purses, ...] = ((Tokens(),) * MIN_PLAYERS,)

    @property
    def purses(self) -> Purses:
        return self.steps[-1]

    @property
    def can_undo(self) -> bool:
        return len(self.steps) > 1

    def undone(self) -> TokenCounts:
        """As it stood before the last step."""
        return TokenCounts(self.steps[:-1]) if self.can_undo else self

    def with_count(self, seat: int, suit: Suit, count: int) -> TokenCounts:
        purse = Tokens.from_counts({**dict(self.purses[seat].items()), suit: count})
        return self._then(tuple(purse if seat == one else held for one, held in enumerate(self.purses)))

    def taxed(self, suit: Suit) -> TokenCounts:
        """Every purse keeps one of ``suit`` (B10)."""
        left = (Tokens.from_counts({**dict(purse.items()), suit: min(purse[suit], 1)}) for purse in self.purses)
        return self._then(tuple(left))

    def cleared(self) -> TokenCounts:
        return self._then((Tokens(),) * len(self.purses))

    def seated(self, players: int) -> TokenCounts:
        """For so many players; who comes has nothing."""
        return self._then((*self.purses, *(Tokens(),) * players)[:players])

    @classmethod
    def load(cls, document: Document) -> tuple[TokenCounts, UnusableDocument | None]:
        """What a document says, and nothing counted where it says nothing usable; then the error says what is wrong."""
        try:
            stored = document.read()
        except UnusableDocument as error:
            return cls(), error
        if not stored:
            return cls(), None
        try:
            return cls(_parse_steps(stored.get("steps"))), None
        except (CompanionError, ValueError, TypeError):
            return cls(), document.unusable(Message("counts no tokens of two to four players"))

    def save(self, document: Document) -> None:
        """Writes it, whole or not at all; raises :class:`~companion.files.UnwritableFile`."""
        document.keep({"steps": [[str(purse) for purse in purses] for purses in self.steps]})

    def _then(self, purses: Purses) -> TokenCounts:
        return self if purses == self.purses else TokenCounts((*self.steps, purses)[-MAX_UNDO_STEPS:])


def _parse_steps(stored: Any) -> tuple[Purses, ...]:
    """Raises what reading any of it raises."""
    steps = tuple(tuple(Tokens.parse(purse) for purse in purses) for purses in stored)
    if not steps or any(not MIN_PLAYERS <= len(purses) <= MAX_PLAYERS for purses in steps):
        raise ValueError(steps)
    return steps
