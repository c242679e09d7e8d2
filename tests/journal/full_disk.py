"""A journal that takes nothing more."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

WHY = "integer overflow"
"""What SQLite says meanwhile."""
OVERFLOW = "abs(-9223372036854775807 - 1 + 0 * seq)"


@contextmanager
def nothing_more_kept(database: Path) -> Iterator[None]:
    """Every entry is refused by the database itself; what is kept already can be read.

    An index over what cannot be computed does it, for the rows to come: the journal's connections run no trigger.
    """
    with closing(sqlite3.connect(database)) as connection, connection:
        (last,) = connection.execute("SELECT coalesce(max(rowid), 0) FROM entries").fetchone()
        connection.execute(f"CREATE INDEX full ON entries ({OVERFLOW}) WHERE rowid > {last}")
    try:
        yield
    finally:
        with closing(sqlite3.connect(database)) as connection, connection:
            connection.execute("DROP INDEX full")
