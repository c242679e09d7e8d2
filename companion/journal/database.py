"""A database that may hold a journal: connections to read and to write, and what its errors mean."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import sqlalchemy as sa

from companion.journal.errors import UnwritableJournal
from companion.locale import Message

MAKE_ROOM = Message("make room, make it writable, or name another folder with --data")

BRING_BACK = Message("bring a backup back with `companion restore FILE`, or name another folder with --data")
"""What to do where something is lost: to copy a file into its place would mix it with a log that was left there."""


class Database:
    """Any database that SQLAlchemy knows. Every method raises a ``JournalError`` where it fails.

    A key that is taken already (``IntegrityError``) is no failure of the database and passes through.
    """

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine

    @property
    def where(self) -> str:
        """What it is called in errors."""
        return self._engine.url.render_as_string()

    def make(self) -> None:
        """Makes the database where there is none, without tables."""

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """A connection to look at what is kept."""
        with self._said_plainly(), self._engine.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        """A connection in a transaction, which is on the disk once the block was left."""
        with self._said_plainly(), self._engine.begin() as connection:
            yield connection

    def take(self, connection: sa.Connection, game: str) -> None:
        """Until the transaction that ``connection`` is in ends, nobody else writes in this game; those who follow are
        told then. A database in which one writer keeps all others out needs nothing for that."""

    def check(self) -> None:
        """Raises ``DamagedJournal`` where the database finds itself damaged; not every database looks."""

    def quick_check(self) -> None:
        """The same as far as it can be looked at in no time, as the journal is opened."""

    def close(self) -> None:
        self._engine.dispose()

    @contextmanager
    def _said_plainly(self) -> Iterator[None]:
        try:
            yield
        except sa.exc.IntegrityError:
            raise
        except sa.exc.DBAPIError as error:
            why = Message("cannot be opened or written ({why})", {"why": str(error.orig)})
            raise UnwritableJournal(self.where, why, MAKE_ROOM) from error
