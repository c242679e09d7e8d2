"""A database that may hold a journal: connections, and the meaning of its errors."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import sqlalchemy as sa

from companion.journal.errors import JournalError, UnwritableJournal
from companion.locale import Message

MAKE_ROOM = Message("free some space, make it writable, or choose another folder with --data")

BRING_BACK = Message("restore a backup with `companion restore FILE`, or choose another folder with --data")
"""The advice if something is lost. A file copied into its place would mix with a log that is still there."""


class Database:
    """Any database that SQLAlchemy supports. Every method raises a :class:`JournalError` if it fails.

    A key that already exists (``IntegrityError``) is no failure and passes through.
    """

    doubt: JournalError | None = None
    """What may be lost of it, as found when it was opened first."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine

    @property
    def where(self) -> str:
        """The database's name in errors."""
        return self._engine.url.render_as_string()

    def make(self) -> None:
        """Create the database if it does not exist, without tables."""

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """Open a connection for reading."""
        with self._translate_errors(), self._engine.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        """Open a transaction, which is on disk when the block ends."""
        with self._translate_errors(), self._engine.begin() as connection:
            yield connection

    def take(self, connection: sa.Connection, game: str) -> None:
        """Lock a game for this connection's transaction; followers are notified when it ends.

        A database with a single writer needs nothing for that.
        """

    def check(self) -> None:
        """Raise :class:`DamagedJournal` if the database finds itself damaged; some databases cannot check."""

    def quick_check(self) -> None:
        """Check as far as possible in an instant, as the journal is opened."""

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()

    @contextmanager
    def _translate_errors(self) -> Iterator[None]:
        try:
            yield
        except sa.exc.IntegrityError:
            raise
        except sa.exc.DBAPIError as error:
            why = Message("cannot open or write ({why})", {"why": str(error.orig)})
            raise UnwritableJournal(self.where, why, MAKE_ROOM) from error
