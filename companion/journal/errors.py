"""Errors of a journal. Each is one line for people, and none leaves anything half written."""

from __future__ import annotations

from companion.errors import CompanionError
from companion.locale import Message


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
