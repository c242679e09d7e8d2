"""What can be wrong with a journal; each is one line to a person, and none leaves anything half written."""

from __future__ import annotations

from companion.errors import CompanionError
from companion.locale import Message


class JournalError(CompanionError):
    """The journal cannot do what was asked; what it holds is as before."""


class NoJournal(JournalError):
    """The file is no database, or one of another program."""


class ForeignSchema(NoJournal):
    """It defines more than the companion's tables: a trigger, say, may change what is kept there."""


class NewerJournal(JournalError):
    """A later version of the companion wrote it."""


class LockedJournal(JournalError):
    """Another program holds it."""


class UnwritableJournal(JournalError):
    """It cannot be opened or written."""


class UnreachableJournal(JournalError):
    """The server that keeps it does not answer: whether the last move is kept there, nobody knows yet."""


class MovedJournal(JournalError):
    """It was deleted, moved or replaced while it was open: what is written now would be lost."""


class DamagedJournal(JournalError):
    """What is in it cannot be read back."""


class NoSuchGame(JournalError):
    """No game is kept under this id."""

    def __init__(self, game: str) -> None:
        super().__init__(
            Message("game {game}", {"game": repr(game)}),
            Message("is not kept here"),
            Message("`companion games` lists the games that are"),
        )


class AlreadyKept(JournalError):
    """Another game or entry has this id, and it says something else."""

    def __init__(self, thing: str) -> None:
        super().__init__(thing, Message("is kept already and says something else"))


class StaleEntry(JournalError):
    """Another writer was first: the entry's place is taken, or the one before it is missing."""

    def __init__(self, game: str, seq: int) -> None:
        super().__init__(
            f"game {game!r}",
            Message("entry {seq} does not follow the last one kept", {"seq": seq}),
            Message("read what was added and propose again"),
        )
