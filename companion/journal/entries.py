"""What a journal keeps: games and their entries, what a play needs of it, and its errors."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from companion.errors import CompanionError
from companion.locale import Message
from companion.names import distinct_names, game_name, player_names


class JournalError(CompanionError):
    """The journal cannot do this; its contents are unchanged."""


class NoJournal(JournalError):
    """The file is no database, or another program's."""


class ForeignSchema(NoJournal):
    """The file defines more than the companion's tables; a trigger, for example, may change its rows."""


class NewerJournal(JournalError):
    """A later version of the companion wrote it."""


class LockedJournal(JournalError):
    """Another program has it open."""


class UnwritableJournal(JournalError):
    """It cannot be opened or written."""


class UnreachableJournal(JournalError):
    """Its server does not answer; whether the last move is stored is unknown."""


class MovedJournal(JournalError):
    """The file was deleted, moved or replaced while open; a write now would be lost."""


class DamagedJournal(JournalError):
    """Its contents cannot be read."""


class NoSuchGame(JournalError):
    """No game has this id."""

    def __init__(self, game: str) -> None:
        super().__init__(
            Message("game {game}", {"game": repr(game)}),
            Message("not found"),
            Message("list the saved games with `companion games`"),
        )


class AlreadyKept(JournalError):
    """Another game or entry has this id, with other contents."""

    def __init__(self, thing: str) -> None:
        super().__init__(thing, Message("already saved with different content"))


class StaleEntry(JournalError):
    """Another writer was first: the number is taken, or the entry before is missing."""

    def __init__(self, game: str, seq: int) -> None:
        super().__init__(
            f"game {game!r}",
            Message("entry {seq} does not follow the last saved entry", {"seq": seq}),
            Message("read the new entries, then try again"),
        )


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
    name = game_name(players) if game.name == game_name(game.players) else game.name
    return replace(game, players=players, name=name)


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
