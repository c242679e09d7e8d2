"""What happened, kept for good: an append-only journal of moves, and record files made from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.journal.entries import Document, Entry, KeptGame, UnreadableGame
from companion.journal.errors import (
    AlreadyKept,
    DamagedJournal,
    ForeignSchema,
    JournalError,
    LockedJournal,
    MovedJournal,
    NewerJournal,
    NoJournal,
    NoSuchGame,
    StaleEntry,
    UnreachableJournal,
    UnwritableJournal,
)

if TYPE_CHECKING:
    from companion.journal.journal import Journal

__all__ = [
    "AlreadyKept",
    "DamagedJournal",
    "Document",
    "Entry",
    "ForeignSchema",
    "Journal",
    "JournalError",
    "KeptGame",
    "LockedJournal",
    "MovedJournal",
    "NewerJournal",
    "NoJournal",
    "NoSuchGame",
    "StaleEntry",
    "UnreachableJournal",
    "UnreadableGame",
    "UnwritableJournal",
]


def __getattr__(name: str) -> type[Journal]:
    """The journal itself, once it is asked for: folding a record needs no database and starts sooner without."""
    if name == "Journal":
        from companion.journal.journal import Journal

        return Journal
    raise AttributeError(name)
