"""What a club writes down beside its games, in the same database: who goes by several names, and its seasons.

Nothing that is kept of a game depends on it. The tables are made when the first thing is written into them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from typing import Any

import sqlalchemy as sa
from sqlalchemy.schema import CreateTable

from companion.journal.database import Database

metadata = sa.MetaData()

_names = sa.Table(
    "club_names",
    metadata,
    sa.Column("key", sa.String(200), primary_key=True),
    sa.Column("other", sa.Text, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
)

_seasons = sa.Table(
    "club_seasons",
    metadata,
    sa.Column("key", sa.String(200), primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("first", sa.Date),
    sa.Column("last", sa.Date),
)


@dataclass(frozen=True, slots=True)
class OtherName:
    """Another name of a player's."""

    key: str
    """What is the same for every way to write it."""
    other: str
    name: str
    """The one that counts."""


@dataclass(frozen=True, slots=True)
class KeptSeason:
    """A season that has a name."""

    key: str
    name: str
    first: date | None
    """Its first evening; None: from the beginning."""
    last: date | None
    """Its last evening; None: it goes on."""


class Book:
    """The book of a journal in ``database``. Every method raises a ``JournalError`` where the database fails."""

    def __init__(self, database: Database, wrote: Callable[[], None]) -> None:
        self._database, self._wrote = database, wrote

    def names(self) -> tuple[OtherName, ...]:
        """Who is called otherwise, in the order of the letters."""
        return tuple(OtherName(**row) for row in self._rows(_names))

    def seasons(self) -> tuple[KeptSeason, ...]:
        """The seasons, in the order of their names."""
        return tuple(KeptSeason(**row) for row in self._rows(_seasons))

    def put_name(self, name: OtherName) -> None:
        """From now on that is so; what was said of this other name before is not."""
        self._put(_names, asdict(name))

    def put_season(self, season: KeptSeason) -> None:
        """The same of a season."""
        self._put(_seasons, asdict(season))

    def drop_name(self, key: str) -> bool:
        """Whether there was such an other name; it is nobody's now."""
        return self._drop(_names, key)

    def drop_season(self, key: str) -> bool:
        """The same of a season."""
        return self._drop(_seasons, key)

    def _rows(self, table: sa.Table) -> Sequence[dict[str, Any]]:
        with self._database.reading() as connection:
            if not sa.inspect(connection).has_table(table.name):
                return []
            rows = [dict(row) for row in connection.execute(sa.select(table)).mappings()]
        return sorted(rows, key=lambda row: str(row["key"]))

    def _put(self, table: sa.Table, row: dict[str, Any]) -> None:
        with self._database.writing() as connection:
            if not sa.inspect(connection).has_table(table.name):
                connection.execute(CreateTable(table, if_not_exists=True))
            connection.execute(sa.delete(table).where(table.c.key == row["key"]))
            connection.execute(sa.insert(table).values(**row))
        self._wrote()

    def _drop(self, table: sa.Table, key: str) -> bool:
        if not any(row["key"] == key for row in self._rows(table)):
            return False
        with self._database.writing() as connection:
            connection.execute(sa.delete(table).where(table.c.key == key))
        self._wrote()
        return True
