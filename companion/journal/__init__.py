"""The journal: an append-only store of games and moves, and the record files made from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.journal.entries import DamagedJournal, Entry, JournalError, KeptGame, UnreachableJournal, UnreadableGame

if TYPE_CHECKING:
    from companion.journal.store.journal import Journal

__all__ = ["DamagedJournal", "Entry", "Journal", "JournalError", "KeptGame", "UnreachableJournal", "UnreadableGame"]


def __getattr__(name: str) -> type[Journal]:
    """Return :class:`Journal` on first use, so that folding a record imports no database package."""
    if name == "Journal":
        from companion.journal.store.journal import Journal

        return Journal
    raise AttributeError(name)
