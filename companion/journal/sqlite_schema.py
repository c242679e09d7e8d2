"""Comparison of everything that an SQLite file defines with the companion's tables.

A trigger or view runs when something else is written or read, and an index or constraint can call any function. A file
that defines more than the companion's tables is not trusted.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from sqlalchemy.dialects import sqlite
from sqlalchemy.schema import CreateTable

from companion.journal import aliases_and_seasons, outbox_table, tables
from companion.locale import Message

_OF_SQLITE = {
    "sqlite_stat1": "create table sqlite_stat1(tbl,idx,stat)",
    "sqlite_stat4": "create table sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)",
}
"""What SQLite itself adds when a file is analysed."""

_EARLIER = {tables.entries.name: frozenset({"checkpoint text"})}
"""Columns of earlier formats that are not used."""

_DEFINITION = re.compile(r"create table (\w+)\((.*)\)")
_QUOTED = re.compile(r'"(\w+)"|`(\w+)`|\[(\w+)\]')


@dataclass(frozen=True, slots=True)
class Foreign:
    """Something that a file defines and the companion does not."""

    kind: str
    """``trigger``, ``view``, ``index`` or ``table``."""
    name: str

    def named(self) -> Message:
        """Return its name for people."""
        name = {"name": self.name}
        match self.kind:
            case "trigger":
                return Message("trigger {name}", name)
            case "view":
                return Message("view {name}", name)
            case "index":
                return Message("index {name}", name)
        return Message("changed table {name}", name)


def foreign(connection: sqlite3.Connection) -> tuple[Foreign, ...]:
    """List what ``connection`` defines besides the tables of the journal, its aliases and its outbox."""
    asked = "SELECT type, CAST(name AS BLOB), CAST(tbl_name AS BLOB), CAST(sql AS BLOB) FROM sqlite_master"
    rows = [(str(row[0]), _text(row[1]), _text(row[2]), _text(row[3])) for row in connection.execute(asked)]
    return tuple(_foreign(rows))


def _foreign(rows: Iterable[tuple[str, str, str, str]]) -> Iterable[Foreign]:
    for kind, name, table, sql in rows:
        known = _known().get(name)
        if kind == "table" and ((known is not None and known.holds(sql)) or _OF_SQLITE.get(name) == _plain(sql)):
            continue
        of_a_key = kind == "index" and not sql and name.startswith(f"sqlite_autoindex_{table}_")
        if not (of_a_key and table in _known()):
            yield Foreign(kind, name)


@dataclass(frozen=True, slots=True)
class _Known:
    """A table's definition part by part; columns that later formats added may be missing."""

    needed: frozenset[str]
    later: frozenset[str]

    def holds(self, sql: str) -> bool:
        parts = _parts(sql)
        return len(parts) == len(set(parts)) and self.needed <= set(parts) <= self.needed | self.later


@cache
def _known() -> dict[str, _Known]:
    known = {}
    for table in (
        *tables.metadata.tables.values(),
        *aliases_and_seasons.metadata.tables.values(),
        *outbox_table.metadata.tables.values(),
    ):
        later = {column.name for column in table.columns if column.name in tables.LATER.get(table.name, ())}
        parts = _parts(str(CreateTable(table).compile(dialect=sqlite.dialect())))
        added = frozenset(part for part in parts if part.split(" ")[0] in later)
        known[table.name] = _Known(frozenset(parts) - added, added | _EARLIER.get(table.name, frozenset()))
    return known


def _parts(sql: str) -> tuple[str, ...]:
    """Return the columns and constraints of a ``CREATE TABLE``; none for other statements or if a clause follows."""
    defined = _DEFINITION.fullmatch(_plain(sql))
    if defined is None:
        return ()
    parts, depth = [""], 0
    for letter in defined[2]:
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if depth < 0:
            return ()
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return tuple(parts)


def _plain(sql: str) -> str:
    """Return a statement without case, line ends, blanks and quotes around names."""
    bare = _QUOTED.sub(lambda found: next(filter(None, found.groups())), sql)
    return re.sub(r" ?([(),]) ?", r"\1", " ".join(bare.split())).casefold()


def _text(value: bytes | None) -> str:
    return (value or b"").decode(errors="backslashreplace")
