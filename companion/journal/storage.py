"""What a play needs of the store of its game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from companion.journal.entries import Entry, KeptGame

if TYPE_CHECKING:
    from companion.journal.summaries import Summary


class GameStorage(Protocol):
    """Stores the entries of games: the journal, or the log of the browser edition."""

    def game(self, id_: str) -> KeptGame:
        """Return a game; raise ``NoSuchGame`` or ``DamagedJournal``."""

    def entries(self, game: str, after: int = 0) -> tuple[Entry, ...]:
        """Return a game's entries after number ``after``, in order."""

    def append(self, entry: Entry, summary: Summary | None = None) -> Entry:
        """Append an entry to its game; it is durable when this returns. An id that exists returns the stored entry."""
