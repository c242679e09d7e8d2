"""The only place that knows which database this is: how to connect, and what its errors mean.

SQLite writes ahead (WAL) with ``synchronous=FULL``: the log is on the disk before a commit
returns, also through a power cut (the older rollback journal needs ``EXTRA`` for that, because
it commits by deleting a file), and somebody who looks at a game never keeps its writer waiting.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

import sqlalchemy as sa
from sqlalchemy.engine.interfaces import DBAPIConnection

from companion.journal.errors import DamagedJournal, JournalError, LockedJournal, NoJournal, UnwritableJournal
from companion.locale import Message

_PATIENCE = 5.0
"""Seconds to wait for another writer."""


def connect(url: str) -> sa.Engine:
    """An engine for the database that ``url`` names, durable and strictly transactional.

    Nothing is opened or made yet. Raises :class:`NoJournal` for a URL that names no database.
    """
    try:
        if sa.make_url(url).get_backend_name() != "sqlite":
            return sa.create_engine(url)
        engine = sa.create_engine(url, connect_args={"timeout": _PATIENCE})
    except (sa.exc.ArgumentError, sa.exc.NoSuchModuleError, ImportError) as error:
        raise NoJournal(
            url, Message("names no database"), Message("write it as SQLAlchemy does: sqlite:///file")
        ) from error

    @sa.event.listens_for(engine, "connect")
    def set_up(connection: DBAPIConnection, _record: object) -> None:
        assert isinstance(connection, sqlite3.Connection)
        connection.isolation_level = None  # the driver's own late BEGIN would leave table making outside of it
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA fullfsync=ON")  # macOS keeps a plain fsync in the drive's cache
        connection.execute("PRAGMA foreign_keys=ON")

    @sa.event.listens_for(engine, "begin")
    def begin(connection: sa.Connection) -> None:
        connection.exec_driver_sql("BEGIN")

    return engine


def write_ahead(engine: sa.Engine) -> None:
    """Switches a database that is to become a journal to write-ahead logging, once and for good."""
    if engine.dialect.name == "sqlite":
        raw = engine.raw_connection()
        try:
            raw.cursor().execute("PRAGMA journal_mode=WAL")
        finally:
            raw.close()


@contextmanager
def said_plainly(engine: sa.Engine) -> Iterator[None]:
    """Turns the database's errors into the journal's own, each with what to do about it.

    A key that is taken already (``IntegrityError``) is no failure of the database and passes through.
    """
    try:
        yield
    except sa.exc.IntegrityError:
        raise
    except (sa.exc.DBAPIError, sqlite3.Error) as error:
        raise _plain(engine, error) from error


def _plain(engine: sa.Engine, error: sa.exc.DBAPIError | sqlite3.Error) -> JournalError:
    where = engine.url.database or str(engine.url)
    cause = error.orig if isinstance(error, sa.exc.DBAPIError) else error
    why = {"why": str(cause)}
    match getattr(cause, "sqlite_errorcode", 0) & 0xFF:
        case sqlite3.SQLITE_NOTADB:
            return NoJournal(
                where, Message("is no database"), Message("move it away, or name another folder with --data")
            )
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return LockedJournal(
                where, Message("another program is writing to it"), Message("close that program and try again")
            )
        case sqlite3.SQLITE_CORRUPT:
            return DamagedJournal(
                where,
                Message("is damaged ({why})", why),
                Message("restore it from a copy, or name another folder with --data"),
            )
        case _:
            return UnwritableJournal(
                where,
                Message("cannot be opened or written ({why})", why),
                Message("make room, make it writable, or name another folder with --data"),
            )
