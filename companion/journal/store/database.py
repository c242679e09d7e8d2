"""A database that may hold a journal: connections, and the meaning of its errors."""

import os
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import sqlalchemy as sa

from companion.journal.entries import DamagedJournal, JournalError, LockedJournal, NoJournal, UnwritableJournal
from companion.locale import Message

MAKE_ROOM = Message("free some space, make it writable, or choose another folder with --data")

BRING_BACK = Message("restore a backup with `companion restore FILE`, or choose another folder with --data")
"""The advice if something is lost. A file copied into its place would mix with a log that is still there."""


BUSY = Message("another program is writing to it"), Message("close that program and try again")


class Database:
    """Any database that SQLAlchemy supports. Every method raises a :class:`JournalError` if it fails.

    A key that already exists (``IntegrityError``) is no failure and passes through.
    """

    doubt: JournalError | None = None
    """What may be lost of it, as found when it was opened first."""

    where: str
    """The database's name in errors."""

    def __init__(self, engine: sa.Engine, reads: sa.Engine | None = None) -> None:
        self._engine, self._reads = engine, reads or engine

    def make(self) -> None:
        """Create the database if it does not exist, without tables."""

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """Open a connection for reading."""
        with self._translate_errors(), self._reads.connect() as connection:
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

    def check(self, at_a_glance: bool) -> None:
        """Raise :class:`DamagedJournal` if the database finds itself damaged; some databases cannot check.

        Args:
            at_a_glance: whether to check only as far as possible in an instant.
        """

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()

    def _translate_errors(self) -> AbstractContextManager[None]:
        """Turn the database's errors into the journal's."""
        raise NotImplementedError


_LEAST_ROOM = 64 * 1024
"""Bytes that SQLite needs next to a file to open it and write a move."""


@contextmanager
def translate_errors(path: Path, lost: Message = BRING_BACK) -> Iterator[None]:
    """Turn errors of SQLite and the system about a file into the journal's errors, with advice.

    Args:
        path: the file.
        lost: the advice for a file that is no database or is damaged.
    """
    try:
        yield
    except sa.exc.IntegrityError:
        raise
    except MemoryError as error:  # also SQLite's SQLITE_NOMEM, as Python says it
        used_up = Message("cannot open or write: out of memory")
        raise UnwritableJournal(str(path), used_up, Message("close other programs and try again")) from error
    except UnicodeDecodeError as error:  # SQLite names what is damaged, and that name is no text any more
        raise DamagedJournal(str(path), Message("damaged ({why})", {"why": error.reason}), lost) from error
    except (sa.exc.DBAPIError, sqlite3.Error, OSError) as error:
        raise _plain(path, error.orig if isinstance(error, sa.exc.DBAPIError) else error, lost) from error


def code_of(error: BaseException | None) -> int:
    """Return SQLite's primary code of an error, 0 for other errors."""
    cause = error.orig if isinstance(error, sa.exc.DBAPIError) else error
    return getattr(cause, "sqlite_errorcode", 0) & 0xFF


def _plain(path: Path, cause: BaseException | None, lost: Message) -> JournalError:
    where = str(path)
    why = {"why": getattr(cause, "strerror", None) or str(cause)}
    match code_of(cause):
        case sqlite3.SQLITE_NOTADB:
            return NoJournal(where, Message("not a database"), lost)
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return LockedJournal(where, *BUSY)
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_INTERRUPT as code:
            too_long = Message("check timed out: the file is too large or not a database of games")
            damaged = Message("damaged ({why})", why) if code == sqlite3.SQLITE_CORRUPT else too_long
            return DamagedJournal(where, damaged, lost)
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN if not _may_be_written(path):
            return UnwritableJournal(where, Message("cannot write: the file or its folder is read-only"), MAKE_ROOM)
        case sqlite3.SQLITE_FULL | sqlite3.SQLITE_IOERR if _free_bytes(path) < _LEAST_ROOM:
            return UnwritableJournal(where, Message("cannot write: the disk is full"), MAKE_ROOM)
        case _:
            return UnwritableJournal(where, Message("cannot open or write ({why})", why), MAKE_ROOM)


def _may_be_written(path: Path) -> bool:
    effective = os.access in os.supports_effective_ids
    if not os.access(path.parent, os.W_OK | os.X_OK, effective_ids=effective):
        return False
    return os.access(path, os.W_OK, effective_ids=effective) or not path.exists()


def _free_bytes(path: Path) -> int:
    """Return the free bytes, or a large number if unknown."""
    try:
        return shutil.disk_usage(path.parent).free
    except OSError:
        return sys.maxsize
