"""Settings and limits under which a file of SQLite's is read that anybody may have made."""

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
"""Seconds that a thorough check may take: 1 GiB needs about ten."""

TO_READ = 60.0
"""Seconds that it may take to check a stranger's file and to read its rows."""

AT_A_GLANCE = 0.3
"""Seconds that a check may take as a journal is opened and nobody should have to wait: about 100 MiB."""

_STEPS = 10_000
"""Instructions of SQLite's between two looks at the clock, about a millisecond."""


def guard(connection: sqlite3.Connection) -> None:
    """Lets nothing that the file defines run by itself, and has damaged pages noticed early.

    Python 3.11 cannot set SQLite's defensive mode, nor switch triggers and views off: there the comparison of the
    whole schema (:mod:`companion.journal.sqlite_schema`) stands alone.
    """
    connection.execute("PRAGMA trusted_schema=OFF")
    connection.execute("PRAGMA cell_size_check=ON")
    if sys.version_info >= (3, 12):
        connection.setconfig(sqlite3.SQLITE_DBCONFIG_DEFENSIVE, True)
        connection.setconfig(sqlite3.SQLITE_DBCONFIG_ENABLE_TRIGGER, False)
        connection.setconfig(sqlite3.SQLITE_DBCONFIG_ENABLE_VIEW, False)


def check(connection: sqlite3.Connection, where: str, lost: Message, seconds: float = TO_CHECK) -> None:
    """Has SQLite check the whole file, indexes too.

    Raises :class:`DamagedJournal` about ``where``, with ``lost`` for what to do, and ``sqlite3.Error``.
    """
    with limited(connection, seconds):
        _checked(connection, where, lost)


def check_at_a_glance(connection: sqlite3.Connection, where: str, lost: Message) -> None:
    """The same as far as :data:`AT_A_GLANCE` reaches: a file that is too large for it passes."""
    try:
        with limited(connection, AT_A_GLANCE):
            _checked(connection, where, lost)
    except sqlite3.OperationalError as error:
        if code_of(error) != sqlite3.SQLITE_INTERRUPT:
            raise


def _checked(connection: sqlite3.Connection, where: str, lost: Message) -> None:
    (found,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if found != "ok":
        raise DamagedJournal(where, Message("is damaged ({why})", {"why": str(found)}), lost)


@contextmanager
def limited(connection: sqlite3.Connection, seconds: float) -> Iterator[None]:
    """Interrupts what runs after so many seconds: ``sqlite3.OperationalError`` with ``SQLITE_INTERRUPT``."""
    end = monotonic() + seconds
    connection.set_progress_handler(lambda: monotonic() > end, _STEPS)
    try:
        yield
    finally:
        connection.set_progress_handler(None, 0)
