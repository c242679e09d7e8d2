"""A journal in an SQLite file.

It uses a write-ahead log (WAL) with ``synchronous=FULL``: the log is on disk before a commit returns, also through a
power cut, and readers never block the writer. The older rollback journal would need ``EXTRA``, because it commits by
deleting a file.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path

import sqlalchemy as sa

from companion.journal.entries import DamagedJournal, MovedJournal
from companion.journal.store.database import BRING_BACK, Database, code_of, translate_errors
from companion.journal.store.sqlite_copies import WANTS_WRITING, check_log, read, sidecar
from companion.journal.store.sqlite_guard import check, guard
from companion.locale import Message

PATIENCE = 5.0
"""Seconds to wait for another writer."""

_Identity = tuple[int, int]
"""A file's device and inode number."""


class SQLiteFile(Database):
    """The database in one file, with its log while it is open."""

    def __init__(self, path: Path) -> None:
        self.path = Path(os.path.realpath(path))
        self.where = str(self.path)
        self._named = path.absolute()
        self._opened: _Identity | None = None
        """The file that was opened first: all that is read and written later is in that one."""
        super().__init__(sa.create_engine("sqlite://", creator=self._open, poolclass=sa.QueuePool))
        sa.event.listen(self._engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))

    def make(self) -> None:
        """Create the file if it does not exist."""
        with self._translate_errors():
            if self.path.exists():
                return
            log = sidecar(self.path, "-wal")
            if log.exists() and log.stat().st_size:  # SQLite would delete it
                raise DamagedJournal(
                    self.where,
                    Message("file missing, but its log exists: {log}", {"log": log.name}),
                    Message("move it back next to its log, or restore a backup with `companion restore FILE`"),
                )
            self.path.touch()

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """Open a connection for reading."""
        with self._translate_errors(), self._connect_to_read() as connection:
            self._check_in_place(connection)
            yield connection

    @contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        """Open a transaction, which is on disk when the block ends."""
        self._check_in_place()
        self._check_log()
        with self._translate_errors(), self._not_kept_read_only(), self._engine.connect() as connection:
            self._check_in_place(connection)
            _raw(connection).execute("PRAGMA journal_mode=WAL")  # the file keeps the setting
            with connection.begin():
                yield connection
            self._check_in_place(connection)  # it may have happened meanwhile: then nobody may rely on this

    def check(self, at_a_glance: bool) -> None:
        """Check the whole file, or only what takes no time to check."""
        with self.reading() as connection:
            check(_raw(connection), self.where, BRING_BACK, at_a_glance)

    @contextmanager
    def _not_kept_read_only(self) -> Iterator[None]:
        """Open the file again if SQLite once opened it read-only: the disk may be writable by now."""
        try:
            yield
        except (sa.exc.OperationalError, sqlite3.OperationalError) as error:
            if code_of(error) == sqlite3.SQLITE_READONLY:
                self._engine.dispose()
            raise

    def _open(self) -> sqlite3.Connection:
        uri = f"{self.path.as_uri()}?mode=rw"
        connection = sqlite3.connect(uri, uri=True, timeout=PATIENCE, check_same_thread=False)
        connection.text_factory = _text
        connection.isolation_level = None  # the driver's own late BEGIN would leave table making outside of it
        try:
            guard(connection)
            connection.execute("PRAGMA synchronous=FULL")
            connection.execute("PRAGMA fullfsync=ON")  # macOS keeps a plain fsync in the drive's cache
            connection.execute("PRAGMA foreign_keys=ON")
            connection.execute("PRAGMA schema_version").fetchone()  # opens the file and its log: now, or not at all
        except BaseException:
            connection.close()
            raise
        self._opened = self._opened or _identity(self._named)
        return connection

    def _connect_to_read(self) -> sa.Connection:
        """Connect to the file, or to a copy of its contents if SQLite would have to write to open it."""
        self._check_in_place()
        self._check_log()
        try:
            return self._engine.connect()
        except sa.exc.OperationalError as error:
            if code_of(error) not in WANTS_WRITING:
                raise
        content = read(self.path)
        content.text_factory = _text
        return sa.create_engine("sqlite://", creator=lambda: content, poolclass=sa.NullPool).connect()

    def _check_log(self) -> None:
        """Raise :class:`DamagedJournal` for a log that lost moves, before SQLite opens and clears it."""
        if self._opened is None:
            with self._translate_errors():
                check_log(self.path, partial(setattr, self, "doubt"))

    def _check_in_place(self, connection: sa.Connection | None = None) -> None:
        """Raise :class:`MovedJournal` if the path leads to another file than the one opened, or to none.

        With a connection: also if the log next to it is not that connection's.
        """
        there = _identity(self._named)
        if self._opened is not None and there != self._opened:
            raise MovedJournal(self.where, *(_DELETED if there is None else _REPLACED))
        if connection is not None:
            log = sidecar(self.path, "-wal")
            found = _identity(log)
            connection.info["log"] = connection.info.get("log") or found
            if found != connection.info["log"]:
                raise MovedJournal(
                    self.where,
                    Message("log {log} was deleted or replaced while it was open", {"log": log.name}),
                    Message("close the companion everywhere, which saves the moves in the log, then reopen it"),
                )

    def _translate_errors(self) -> AbstractContextManager[None]:
        return translate_errors(self.path)


def _identity(path: Path) -> _Identity | None:
    """Return which file a path leads to now, or None."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


_DELETED = (
    Message("deleted or moved while it was open"),
    Message("move it back, or restore a backup with `companion restore FILE`, then open the app again"),
)
_REPLACED = (
    Message("replaced by another file while it was open"),
    Message("put the first file back, or reopen the companion to continue with the new one"),
)


def _text(content: bytes) -> str:
    """Decode a text; bytes that are no text in one row must not hide the others."""
    return content.decode(errors="surrogateescape")


def _raw(connection: sa.Connection) -> sqlite3.Connection:
    raw = connection.connection.dbapi_connection
    assert isinstance(raw, sqlite3.Connection)
    return raw
