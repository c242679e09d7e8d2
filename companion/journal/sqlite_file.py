"""A journal in a file of SQLite's: how it is opened, and what SQLite's errors mean.

It writes ahead (WAL) with ``synchronous=FULL``: the log is on the disk before a commit returns, also
through a power cut (the older rollback journal needs ``EXTRA`` for that, because it commits by deleting
a file), and somebody who looks at a game never keeps its writer waiting.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.engine.interfaces import DBAPIConnection

from companion.journal.database import BRING_BACK, MAKE_ROOM, Database
from companion.journal.errors import DamagedJournal, JournalError, LockedJournal, NoJournal, UnwritableJournal
from companion.locale import Message

PATIENCE = 5.0
"""Seconds to wait for another writer."""


class SQLiteFile(Database):
    """The database in one file, and the log that lies beside it while it is open."""

    def __init__(self, path: Path) -> None:
        self.path = Path(os.path.realpath(path))
        super().__init__(sa.create_engine("sqlite://", creator=self._open, poolclass=sa.QueuePool))
        sa.event.listen(self._engine, "connect", _set_up)
        sa.event.listen(self._engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))

    @property
    def where(self) -> str:
        return str(self.path)

    def make(self) -> None:
        with self._said_plainly():
            log = self.path.with_name(f"{self.path.name}-wal")
            if not self.path.exists() and log.exists() and log.stat().st_size:  # SQLite would delete it
                raise DamagedJournal(
                    self.where,
                    Message("is not there, and its log is: {log}", {"log": log.name}),
                    Message("put it back beside its log, or bring a backup back with `companion restore FILE`"),
                )
            self.path.touch()

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        with self._said_plainly(), self._engine.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        with self._said_plainly(), self._engine.connect() as connection:
            _write_ahead(connection)
            with connection.begin():
                yield connection

    def _open(self) -> sqlite3.Connection:
        return sqlite3.connect(f"{self.path.as_uri()}?mode=rw", uri=True, timeout=PATIENCE, check_same_thread=False)

    @contextmanager
    def _said_plainly(self) -> Iterator[None]:
        with said_plainly(self.path):
            yield


def _set_up(connection: DBAPIConnection, _record: object) -> None:
    assert isinstance(connection, sqlite3.Connection)
    connection.text_factory = _text
    connection.isolation_level = None  # the driver's own late BEGIN would leave table making outside of it
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("PRAGMA fullfsync=ON")  # macOS keeps a plain fsync in the drive's cache
    connection.execute("PRAGMA foreign_keys=ON")


def _text(content: bytes) -> str:
    """A text, as far as it is one: bytes that are none in one row must not hide the others."""
    return content.decode(errors="surrogateescape")


def _write_ahead(connection: sa.Connection) -> None:
    """Switches to write-ahead logging where that was not done; the database stays so."""
    raw = connection.connection.dbapi_connection
    assert isinstance(raw, sqlite3.Connection)
    if "ahead" not in connection.info:
        raw.execute("PRAGMA journal_mode=WAL")
        connection.info["ahead"] = True


@contextmanager
def said_plainly(path: Path, lost: Message = BRING_BACK) -> Iterator[None]:
    """Turns what the system and SQLite say about a file into the journal's own errors, each with what to do.

    ``lost`` is what to do about a file that is no database, or a damaged one.
    """
    try:
        yield
    except sa.exc.IntegrityError:
        raise
    except (sa.exc.DBAPIError, sqlite3.Error, OSError) as error:
        raise _plain(str(path), error.orig if isinstance(error, sa.exc.DBAPIError) else error, lost) from error


def _plain(where: str, cause: BaseException | None, lost: Message) -> JournalError:
    why = {"why": getattr(cause, "strerror", None) or str(cause)}
    match getattr(cause, "sqlite_errorcode", 0) & 0xFF:
        case sqlite3.SQLITE_NOTADB:
            return NoJournal(where, Message("is no database"), lost)
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return LockedJournal(
                where, Message("another program is writing to it"), Message("close that program and try again")
            )
        case sqlite3.SQLITE_CORRUPT:
            return DamagedJournal(where, Message("is damaged ({why})", why), lost)
        case _:
            return UnwritableJournal(where, Message("cannot be opened or written ({why})", why), MAKE_ROOM)
