"""Copying of a journal's rows into fresh tables; whatever else a file defines stays behind."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from functools import cache

from sqlalchemy.dialects import sqlite
from sqlalchemy.schema import CreateTable

from companion.journal import aliases_and_seasons, tables
from companion.journal.errors import DamagedJournal, ForeignSchema
from companion.journal.sqlite_schema import Foreign
from companion.locale import Message

_TABLES = (*tables.metadata.sorted_tables, *aliases_and_seasons.metadata.sorted_tables)


def rows_only(content: sqlite3.Connection, where: str, lost: Message) -> sqlite3.Connection:
    """Return a database in memory with fresh tables and the rows of ``content``, damaged values included.

    Args:
        content: the file.
        where: its name in errors.
        lost: the advice if rows cannot be copied.

    Raises:
        DamagedJournal: if the tables do not take a row.
        sqlite3.Error: if SQLite fails otherwise.
    """
    fresh = sqlite3.connect(":memory:", check_same_thread=False, isolation_level=None)
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
        fresh.close()
        raise DamagedJournal(where, Message("damaged ({why})", {"why": str(error)}), lost) from error
    except BaseException:
        fresh.close()
        raise
    return fresh


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
