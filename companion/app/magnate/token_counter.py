"""Tokens counted for a table that plays without the companion, and every step that led there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from companion.app.document import Document, UnusableDocument
from companion.errors import CompanionError
from companion.locale import Message
from companion.pieces import Suit, Tokens

Purses = tuple[Tokens, ...]

FEWEST, MOST = 2, 4
"""Players."""
REMEMBERED = 60
"""Steps that can be taken back."""


@dataclass(frozen=True, slots=True)
class Counted:
    """Each step's purses, seat by seat; the last is how it stands."""

    steps: tuple[Purses, ...] = ((Tokens(),) * FEWEST,)

    @property
    def purses(self) -> Purses:
        return self.steps[-1]

    @property
    def can_undo(self) -> bool:
        return len(self.steps) > 1

    def undone(self) -> Counted:
        """As it stood before the last step."""
        return Counted(self.steps[:-1]) if self.can_undo else self

    def with_count(self, seat: int, suit: Suit, count: int) -> Counted:
        purse = Tokens.from_counts({**dict(self.purses[seat].items()), suit: count})
        return self._then(tuple(purse if seat == one else held for one, held in enumerate(self.purses)))

    def taxed(self, suit: Suit) -> Counted:
        """Every purse keeps one of ``suit`` (B10)."""
        left = (Tokens.from_counts({**dict(purse.items()), suit: min(purse[suit], 1)}) for purse in self.purses)
        return self._then(tuple(left))

    def cleared(self) -> Counted:
        return self._then((Tokens(),) * len(self.purses))

    def seated(self, players: int) -> Counted:
        """For so many players; who comes has nothing."""
        return self._then((*self.purses, *(Tokens(),) * players)[:players])

    @classmethod
    def of(cls, document: Document) -> tuple[Counted, UnusableDocument | None]:
        """What a document says, and nothing counted where it says nothing usable; then the error says what is wrong."""
        try:
            said = document.read()
        except UnusableDocument as error:
            return cls(), error
        if not said:
            return cls(), None
        try:
            return cls(_steps(said.get("steps"))), None
        except (CompanionError, ValueError, TypeError):
            return cls(), document.unusable(Message("counts no tokens of two to four players"))

    def keep_in(self, document: Document) -> None:
        """Writes it, whole or not at all; raises :class:`~companion.files.UnwritableFile`."""
        document.keep({"steps": [[str(purse) for purse in purses] for purses in self.steps]})

    def _then(self, purses: Purses) -> Counted:
        return self if purses == self.purses else Counted((*self.steps, purses)[-REMEMBERED:])


def _steps(said: Any) -> tuple[Purses, ...]:
    """Raises what reading any of it raises."""
    steps = tuple(tuple(Tokens.parse(purse) for purse in purses) for purses in said)
    if not steps or any(not FEWEST <= len(purses) <= MOST for purses in steps):
        raise ValueError(steps)
    return steps
