"""Settings and time limits for reading an SQLite file from anybody."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

from companion.journal.errors import DamagedJournal
from companion.journal.sqlite_errors import code_of
from companion.locale import Message

TO_CHECK = 60.0
"""Seconds for a thorough check: 1 GiB needs about ten."""

TO_READ = 60.0
"""Seconds to check a foreign file and to read its rows."""

AT_A_GLANCE = 0.3
"""Seconds for a check while the journal is opened: about 100 MiB."""

_STEPS = 10_000
"""SQLite instructions between two looks at the clock, about a millisecond."""


def guard(connection: sqlite3.Connection) -> None:
    """Run nothing that the file defines by itself, and detect damaged pages early.

    Python 3.11 can neither set SQLite's defensive mode nor disable triggers and views. There the look for them
    (:mod:`companion.journal.sqlite_schema`) stands alone.
    """
    connection.execute("PRAGMA trusted_schema=OFF")
    connection.execute("PRAGMA cell_size_check=ON")
    if sys.version_info >= (3, 12):
        connection.setconfig(sqlite3.SQLITE_DBCONFIG_DEFENSIVE, True)
        connection.setconfig(sqlite3.SQLITE_DBCONFIG_ENABLE_TRIGGER, False)
        connection.setconfig(sqlite3.SQLITE_DBCONFIG_ENABLE_VIEW, False)


def check(connection: sqlite3.Connection, where: str, lost: Message, seconds: float = TO_CHECK) -> None:
    """Let SQLite check the whole file, with its indexes.

    Args:
        connection: the file.
        where: its name in errors.
        lost: the advice if it is damaged.
        seconds: the time limit.

    Raises:
        DamagedJournal: if it is damaged or the check takes too long.
        sqlite3.Error: if SQLite fails otherwise.
    """
    with limited(connection, seconds):
        _checked(connection, where, lost)


def check_at_a_glance(connection: sqlite3.Connection, where: str, lost: Message) -> None:
    """Check the file for :data:`AT_A_GLANCE` seconds; one that takes longer passes."""
    try:
        with limited(connection, AT_A_GLANCE):
            _checked(connection, where, lost)
    except sqlite3.OperationalError as error:
        if code_of(error) != sqlite3.SQLITE_INTERRUPT:
            raise


def _checked(connection: sqlite3.Connection, where: str, lost: Message) -> None:
    (found,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if found != "ok":
        raise DamagedJournal(where, Message("damaged ({why})", {"why": str(found)}), lost)


@contextmanager
def limited(connection: sqlite3.Connection, seconds: float) -> Iterator[None]:
    """Interrupt what runs longer: ``sqlite3.OperationalError`` with ``SQLITE_INTERRUPT``."""
    end = monotonic() + seconds
    connection.set_progress_handler(lambda: monotonic() > end, _STEPS)
    try:
        yield
    finally:
        connection.set_progress_handler(None, 0)
