"""A journal that takes nothing more."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

WHY = "no such function: the_disk_is_full"
"""What SQLite says meanwhile."""


@contextmanager
def nothing_more_kept(database: Path) -> Iterator[None]:
    """Every entry is refused by the database itself; what is kept already can be read."""
    _run(database, "CREATE TRIGGER full BEFORE INSERT ON entries BEGIN SELECT the_disk_is_full(); END")
    try:
        yield
    finally:
        _run(database, "DROP TRIGGER full")


def _run(database: Path, statement: str) -> None:
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute(statement)
