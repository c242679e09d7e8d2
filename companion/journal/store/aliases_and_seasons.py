"""A club's aliases of player names and its seasons, stored beside its games in the same database.

No game depends on them. The tables are created on the first write.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date
from typing import Any

import sqlalchemy as sa
from sqlalchemy.schema import CreateTable

from companion.journal.entries import DamagedJournal
from companion.journal.store.database import BRING_BACK, Database
from companion.journal.values import LONGEST_NAME
from companion.locale import Message

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
    """An alias of a player name."""

    key: str
    """The alias in its compared form: case-folded and normalised."""
    other: str
    name: str
    """The name it stands for."""


@dataclass(frozen=True, slots=True)
class KeptSeason:
    """A named season."""

    key: str
    name: str
    first: date | None
    """The first evening; empty if it has no beginning."""
    last: date | None
    """The last evening; empty if it goes on."""


_TABLES: Mapping[type[OtherName | KeptSeason], sa.Table] = {OtherName: _names, KeptSeason: _seasons}


class Book:
    """The aliases and seasons in ``database``.

    Every method raises a :class:`JournalError` if the database fails.
    """

    def __init__(self, database: Database, wrote: Callable[[], None]) -> None:
        self._database, self._wrote = database, wrote

    def names(self) -> tuple[OtherName, ...]:
        """Return the aliases in alphabetical order."""
        return tuple(OtherName(**row) for row in self._rows(_names))

    def seasons(self) -> tuple[KeptSeason, ...]:
        """Return the seasons by name."""
        return tuple(KeptSeason(**row) for row in self._rows(_seasons))

    def put(self, one: OtherName | KeptSeason) -> None:
        """Store an alias or a season; replace one with the same key."""
        table = _TABLES[type(one)]
        with self._database.writing() as connection:
            if not sa.inspect(connection).has_table(table.name):
                connection.execute(CreateTable(table, if_not_exists=True))
            connection.execute(sa.delete(table).where(table.c.key == one.key))
            connection.execute(sa.insert(table).values(**asdict(one)))
        self._wrote()

    def drop(self, kind: type[OtherName | KeptSeason], key: str) -> bool:
        """Delete an alias or a season and return whether it was there."""
        table = _TABLES[kind]
        if not any(row["key"] == key for row in self._rows(table)):
            return False
        with self._database.writing() as connection:
            connection.execute(sa.delete(table).where(table.c.key == key))
        self._wrote()
        return True

    def _rows(self, table: sa.Table) -> Sequence[dict[str, Any]]:
        with self._database.reading() as connection:
            if not sa.inspect(connection).has_table(table.name):
                return []
            rows = [dict(row) for row in connection.execute(sa.select(table)).mappings()]
        if any(isinstance(one, str) and len(one) > LONGEST_NAME for row in rows for one in row.values()):
            why = Message("damaged ({why})", {"why": f"{table.name}: > {LONGEST_NAME}"})
            raise DamagedJournal(self._database.where, why, BRING_BACK)
        return sorted(rows, key=lambda row: str(row["key"]))
