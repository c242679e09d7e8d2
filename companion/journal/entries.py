"""The two things a journal keeps: games, and what happened in them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from companion.journal.errors import JournalError
from companion.names import distinct_names

Document = Mapping[str, object]
"""A JSON object. The journal keeps moves, options and setups as such and never looks into them."""

FORMAT = 2
"""The format of the entries that this version writes. A game goes on by what its first entry's format meant.

1 judged with the last card drawn whether anything is left to shuffle, and took any card named in a draw. 2 judges that
when the shuffle is due, and refuses cards that cannot have been drawn.
"""


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game as it was set up; it never changes afterwards."""

    id: str
    game: str
    """The game's name in the registry: ``magnate``."""
    name: str
    """What the players call this game."""
    players: tuple[str, ...]
    options: Document
    setup: Document
    created: datetime
    """With its time zone."""

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names as they are shown: of two that are the same, one has a number."""
        return distinct_names(self.players)


@dataclass(frozen=True, slots=True)
class UnreadableGame:
    """A game that is kept and cannot be read back; the others can."""

    id: str
    name: str
    """Both as far as they can be read."""
    error: JournalError
    rest: KeptGame | None
    """The game with stand-ins for what cannot be read; None where that would be what it is played with."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that happened in a game: a move, or what was done to moves (undo, redo, a preference)."""

    game: str
    """The :class:`KeptGame`'s id."""
    seq: int
    """Its place in the game, from 1, without gaps."""
    id: str
    """Unique within the game: the same id appended twice is the same entry."""
    base_seq: int
    """The last entry that whoever proposed it had seen; less than ``seq - 1`` where it was checked again."""
    at: datetime
    """With its time zone."""
    seat: int | None
    """Who did it, where that is known."""
    source: str
    """``touch``, ``app``, ``camera``, ``roller``, ``page``, ``file`` or ``preference``."""
    move: Document
    format: int = FORMAT
