"""What a play needs of the store of its game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from companion.games.protocol import Game
from companion.journal.entries import Entry, KeptGame

if TYPE_CHECKING:
    from companion.journal.checkpoints import Checkpoint
    from companion.journal.summaries import Summary


class CheckpointStorage(Protocol):
    """Stores checkpoints of long games."""

    def newest(self, rules: Game[Any, Any, Any, Any], game: str) -> Checkpoint[Any, Any] | None:
        """Return the checkpoint that a game is opened from; None if it has none or has lost entries."""

    def keep(self, rules: Game[Any, Any, Any, Any], entry: Entry, checkpoint: Checkpoint[Any, Any]) -> None:
        """Store the checkpoint after an entry, unless another entry is in its place."""

    def remove(self, game: str) -> None:
        """Remove every checkpoint of a game."""

    def seq_of(self, game: str, entry: str) -> int | None:
        """Return the number of the entry of a game with this id, or None."""


class GameStorage(Protocol):
    """Stores the entries of games: the journal, or the log of the browser edition."""

    @property
    def checkpoints(self) -> CheckpointStorage | None:
        """Return the checkpoints of its long games, or None if it stores none."""

    def game(self, id_: str) -> KeptGame:
        """Return a game; raise ``NoSuchGame`` or ``DamagedJournal``."""

    def entries(self, game: str, after: int = 0) -> tuple[Entry, ...]:
        """Return a game's entries after number ``after``, in order."""

    def append(self, entry: Entry, summary: Summary | None = None) -> Entry:
        """Append an entry to its game; it is durable when this returns. An id that exists returns the stored entry."""
