"""What an SQLite file defines besides tables: a trigger or a view runs when something else is written or read."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass

from companion.locale import Message


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
    """List the triggers, views and indexes that a file defines; the indexes of keys are SQLite's own."""
    asked = "SELECT type, CAST(name AS BLOB) FROM sqlite_master WHERE type <> 'table' AND sql IS NOT NULL"
    found = connection.execute(asked).fetchall()
    return tuple(Foreign(str(kind), (name or b"").decode(errors="backslashreplace")) for kind, name in found)
