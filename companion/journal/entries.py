"""What a journal keeps: games and their entries, and what a play needs of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from companion.journal.errors import JournalError
from companion.names import distinct_names, game_name, player_names

Document = Mapping[str, object]
"""A JSON object. The journal never looks into moves, options and setups."""

FORMAT = 4
"""The format of entries that this version writes. A game continues by its first entry's format.

Format 1 decided with the last card drawn whether a shuffle is possible, and accepted any card in a draw. Format 2
decides when the shuffle is due, and refuses cards that cannot have been drawn. Corrected games of Sorcerous Futures and
reopened ones of Magnate were written as format 2 with two meanings: format 3 is the earlier, format 4 the later one.
Tables before format 3 have the earlier one alone.
"""


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game as it was set up; only its name and its players' names can change afterwards."""

    id: str
    game: str
    """The game's name in the registry, such as ``magnate``."""
    name: str
    """The players' name for this game."""
    players: tuple[str, ...]
    options: Document
    setup: Document
    created: datetime
    """With its time zone."""

    @property
    def names(self) -> tuple[str, ...]:
        """Return the player names as shown: of two equal names, one has a number."""
        return distinct_names(self.players)


def with_players(game: KeptGame, written: Sequence[str]) -> KeptGame:
    """Return a game with other names of its players; a game that is called by its players follows.

    Raises:
        UnusableName: if a name cannot be used, or two are the same.
    """
    players = player_names(written)
    return replace(
        game, players=players, name=game_name(players) if game.name == game_name(game.players) else game.name
    )


@dataclass(frozen=True, slots=True)
class UnreadableGame:
    """A kept game that cannot be read; the others can."""

    id: str
    name: str
    """Id and name, as far as they can be read."""
    error: JournalError
    rest: KeptGame | None
    """The game with placeholders for what cannot be read, or None if its options or setup cannot."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One event of a game: a move, an undo, a redo or a preference."""

    game: str
    """The id of the :class:`KeptGame`."""
    seq: int
    """Its number in the game, from 1, without gaps."""
    id: str
    """Unique in the game: an id appended twice is the same entry."""
    base_seq: int
    """The last entry that the proposer knew; less than ``seq - 1`` if the move was checked again."""
    at: datetime
    """With its time zone."""
    seat: int | None
    """The seat that made it, if known."""
    source: str
    """``touch``, ``app``, ``camera``, ``roller``, ``page``, ``file`` or ``preference``."""
    move: Document
    format: int = field(default=FORMAT, compare=False)
