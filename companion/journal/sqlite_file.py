"""A journal in a file of SQLite's, and how it is opened.

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

from companion.journal.database import Database
from companion.journal.errors import DamagedJournal
from companion.journal.sqlite_copies import WANTS_WRITING, read
from companion.journal.sqlite_errors import code_of, said_plainly
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
            if self.path.exists():
                return
            log = self.path.with_name(f"{self.path.name}-wal")
            if log.exists() and log.stat().st_size:  # SQLite would delete it
                raise DamagedJournal(
                    self.where,
                    Message("is not there, and its log is: {log}", {"log": log.name}),
                    Message("put it back beside its log, or bring a backup back with `companion restore FILE`"),
                )
            self.path.touch()

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        with self._said_plainly(), self._connect_to_read() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        with self._said_plainly(), self._not_kept_read_only(), self._engine.connect() as connection:
            _write_ahead(connection)
            with connection.begin():
                yield connection

    @contextmanager
    def _not_kept_read_only(self) -> Iterator[None]:
        """What SQLite once opened to be read only stays so for it: it is opened anew, the disk may be mended then."""
        try:
            yield
        except (sa.exc.OperationalError, sqlite3.OperationalError) as error:
            if code_of(error) == sqlite3.SQLITE_READONLY:
                self._engine.dispose()
            raise

    def _open(self) -> sqlite3.Connection:
        return sqlite3.connect(f"{self.path.as_uri()}?mode=rw", uri=True, timeout=PATIENCE, check_same_thread=False)

    def _connect_to_read(self) -> sa.Connection:
        """A connection to the file, or to what it holds now where SQLite would have to write there to open it."""
        try:
            return self._engine.connect()
        except sa.exc.OperationalError as error:
            if code_of(error) not in WANTS_WRITING:
                raise
        content = read(self.path)
        content.text_factory = _text
        return sa.create_engine("sqlite://", creator=lambda: content, poolclass=sa.NullPool).connect()

    @contextmanager
    def _said_plainly(self) -> Iterator[None]:
        with said_plainly(self.path):
            yield


def _set_up(connection: DBAPIConnection, _record: object) -> None:
    assert isinstance(connection, sqlite3.Connection)
    connection.text_factory = _text
    connection.isolation_level = None  # the driver's own late BEGIN would leave table making outside of it
    try:
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA fullfsync=ON")  # macOS keeps a plain fsync in the drive's cache
        connection.execute("PRAGMA foreign_keys=ON")
        connection.execute("PRAGMA schema_version").fetchone()  # opens the file and its log: now, or not at all
    except sqlite3.Error:
        connection.close()
        raise


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
