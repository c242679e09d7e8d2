"""Entries that a server could not be sent yet, on local disk in order until it has them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy as sa

from companion.journal import tables
from companion.journal.entries import Entry
from companion.journal.inspection import refuse_foreign
from companion.journal.sqlite_file import SQLiteFile


class Outbox:
    """The file of waiting entries, created when the first one waits.

    Every method raises a :class:`JournalError` if it cannot be read or written.
    """

    def __init__(self, file: Path) -> None:
        self._file, self._ours = SQLiteFile(file), False

    def of(self, game: str) -> tuple[tuple[Entry, str | None], ...]:
        """Return a game's waiting entries in order, each with the id of the entry that it undoes or redoes, if any."""
        if not self._file.path.exists():
            return ()
        asked = sa.select(waiting).where(waiting.c.game == game).order_by(waiting.c.place)
        with self._reading() as connection:
            rows = connection.execute(asked).mappings().all()
        return tuple((tables.entry_of(dict(row)), row["meant"]) for row in rows)

    def count(self) -> int:
        """Return the number of waiting entries of all games."""
        if not self._file.path.exists():
            return 0
        with self._reading() as connection:
            return int(connection.execute(sa.select(sa.func.count()).select_from(waiting)).scalar_one())

    def put(self, entry: Entry, meant: str | None) -> None:
        """Append an entry; it is on disk when this returns."""
        self._file.make()
        row = {name: value for name, value in tables.entry_row(entry, "").items() if name != tables.CHAIN}
        with self._writing() as connection:
            connection.execute(sa.schema.CreateTable(waiting, if_not_exists=True))
            connection.execute(sa.insert(waiting).values(**row, meant=meant))

    def drop(self, entry: Entry) -> None:
        """Remove an entry that was sent or can never be."""
        with self._writing() as connection:
            of_game = waiting.c.game == entry.game
            connection.execute(sa.delete(waiting).where(of_game, waiting.c.id == entry.id))

    @contextmanager
    def _reading(self) -> Iterator[sa.Connection]:
        with self._file.reading() as connection:
            self._check(connection)
            yield connection

    @contextmanager
    def _writing(self) -> Iterator[sa.Connection]:
        with self._file.writing() as connection:
            self._check(connection)
            yield connection

    def _check(self, connection: sa.Connection) -> None:
        """Raise :class:`ForeignSchema` if the file defines more, before an entry is trusted to it."""
        if not self._ours:
            refuse_foreign(connection, self._file.where)
            self._ours = True

    def close(self) -> None:
        """Close the file."""
        self._file.close()


metadata = sa.MetaData()

waiting = sa.Table(
    "waiting",
    metadata,
    sa.Column("place", sa.Integer, primary_key=True),
    *(sa.Column(column.name, column.type) for column in tables.entries.columns if column.name != tables.CHAIN),
    sa.Column("meant", sa.String(64)),
)
