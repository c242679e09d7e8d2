"""Reading of an SQLite file from anybody: settings, time limits, what it defines, and a copy of its rows alone."""

import sqlite3
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from time import monotonic

from sqlalchemy.dialects import sqlite
from sqlalchemy.schema import CreateTable

from companion.journal.entries import DamagedJournal, ForeignSchema
from companion.journal.store import aliases_and_seasons, tables
from companion.journal.store.database import code_of
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
    (:func:`foreign`) stands alone.
    """
    connection.execute("PRAGMA trusted_schema=OFF")
    connection.execute("PRAGMA cell_size_check=ON")
    if sys.version_info >= (3, 12):
        connection.setconfig(sqlite3.SQLITE_DBCONFIG_DEFENSIVE, True)
        connection.setconfig(sqlite3.SQLITE_DBCONFIG_ENABLE_TRIGGER, False)
        connection.setconfig(sqlite3.SQLITE_DBCONFIG_ENABLE_VIEW, False)


def check(connection: sqlite3.Connection, where: str, lost: Message, at_a_glance: bool = False) -> None:
    """Let SQLite check the whole file, with its indexes.

    Args:
        connection: the file.
        where: its name in errors.
        lost: the advice if it is damaged.
        at_a_glance: whether to check for :data:`AT_A_GLANCE` seconds only; a file that takes longer passes.

    Raises:
        DamagedJournal: if it is damaged or the check takes too long.
        sqlite3.Error: if SQLite fails otherwise.
    """
    try:
        with limited(connection, AT_A_GLANCE if at_a_glance else TO_CHECK):
            (found,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    except sqlite3.OperationalError as error:
        if not at_a_glance or code_of(error) != sqlite3.SQLITE_INTERRUPT:
            raise
        return
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


@dataclass(frozen=True, slots=True)
class Foreign:
    """Something that a file defines and the companion does not."""

    kind: str
    """``trigger``, ``view``, ``index`` or ``table``."""
    name: str

    def named(self) -> Message:
        """Return its name for people."""
        name = {"name": self.name}
        known = {
            "trigger": Message("trigger {name}", name),
            "view": Message("view {name}", name),
            "index": Message("index {name}", name),
        }
        return known.get(self.kind) or Message("changed table {name}", name)


def foreign(connection: sqlite3.Connection) -> tuple[Foreign, ...]:
    """List the triggers, views and indexes that a file defines; the indexes of keys are SQLite's own."""
    asked = "SELECT type, CAST(name AS BLOB) FROM sqlite_master WHERE type <> 'table' AND sql IS NOT NULL"
    found = connection.execute(asked).fetchall()
    return tuple(Foreign(str(kind), (name or b"").decode(errors="backslashreplace")) for kind, name in found)


_TABLES = (*tables.metadata.sorted_tables, *aliases_and_seasons.metadata.sorted_tables)


def copy_rows(content: sqlite3.Connection, fresh: sqlite3.Connection, where: str, lost: Message) -> None:
    """Create fresh tables with the rows of another database, damaged values included.

    Args:
        content: the file.
        fresh: an empty database.
        where: its name in errors.
        lost: the advice if rows cannot be copied.

    Raises:
        DamagedJournal: if the tables do not take a row.
        sqlite3.Error: if SQLite fails otherwise.
    """
    try:
        for table in _TABLES:
            fresh.execute(str(CreateTable(table).compile(dialect=sqlite.dialect())))
            there = _columns(content, table.name)
            if columns := [column.name for column in table.columns if column.name in there]:
                _copy(content, fresh, table.name, columns)
            elif table.metadata is aliases_and_seasons.metadata:
                fresh.execute(f"DROP TABLE {table.name}")
        fresh.execute("UPDATE journal SET format = ? WHERE format > ?", (tables.SCHEMA, tables.SCHEMA))
    except sqlite3.IntegrityError as error:
        raise DamagedJournal(where, Message("damaged ({why})", {"why": str(error)}), lost) from error


def refuse_computed(content: sqlite3.Connection, where: str, lost: Message) -> None:
    """Refuse tables without rows of their own: views, virtual tables and generated columns.

    Raises:
        ForeignSchema: if there is one.
    """
    for table in _TABLES:
        of_this_name = "SELECT type, sql FROM sqlite_master WHERE name = ?"
        for kind, sql in content.execute(of_this_name, (table.name,)).fetchall():
            virtual = kind != "table" or str(sql).upper().startswith("CREATE VIRTUAL")
            if virtual or any(_columns(content, table.name).values()):
                what = {"what": Foreign(kind, table.name).named()}
                raise ForeignSchema(where, Message("unexpected content: {what}", what), lost)


def _columns(content: sqlite3.Connection, table: str) -> dict[str, int]:
    """Return the columns, each with 0 if its values are stored in the rows."""
    return {name: hidden for _, name, *_, hidden in content.execute(f'PRAGMA table_xinfo("{table}")')}


def _copy(content: sqlite3.Connection, fresh: sqlite3.Connection, table: str, columns: Sequence[str]) -> None:
    """Copy from the table's own pages, because an index may hide rows."""
    asked = ", ".join(f'"{name}", typeof("{name}")' for name in columns)
    content.text_factory = bytes
    fresh.execute("BEGIN")
    for row in content.execute(f'SELECT {asked} FROM "{table}" NOT INDEXED'):
        kinds = tuple(kind == b"text" for kind in row[1::2])
        fresh.execute(_put(table, tuple(columns), kinds), row[::2])
    fresh.execute("COMMIT")
    content.text_factory = str


@cache
def _put(table: str, columns: tuple[str, ...], texts: tuple[bool, ...]) -> str:
    """Return the statement for a row whose texts in these places are bytes, which need not be valid text."""
    values = ", ".join("CAST(? AS TEXT)" if text else "?" for text in texts)
    names = ", ".join(f'"{name}"' for name in columns)
    return f'INSERT INTO "{table}" ({names}) VALUES ({values})'
