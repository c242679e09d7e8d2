"""Migration of an earlier version's tables in one transaction; stored moves stay word for word.

Format 1 had no chain. Format 2 chains a game's entries to each other and to its setup. Format 3 stores the number of
entries and the last link with each game. Format 4 stores a summary with each game. Existing rows are chained
and counted as they are at the first write; lists write the summaries. Entries of format 2 in tables before format 3
have the earlier of its two meanings, and become entries of format 3.
"""

from contextlib import suppress
from typing import Any

import sqlalchemy as sa

from companion.games.errors import UnreadableDocument
from companion.journal.entries import DamagedJournal
from companion.journal.store import tables
from companion.journal.store.database import BRING_BACK
from companion.journal.values import letters
from companion.locale import Message

CHAINED = 2
"""The first format whose entries carry links."""

COUNTED = 3
"""The first format that stores the number of entries."""

EARLIER = {2: 3}
"""Formats of entries with two meanings, by the format that has the one meant in tables before :data:`COUNTED`."""

COUNT = (
    "UPDATE games SET moves = (SELECT count(*) FROM entries WHERE entries.game = games.id),"
    " last = coalesce((SELECT entries.chain FROM entries WHERE entries.game = games.id"
    " ORDER BY entries.seq DESC LIMIT 1), chain)"
    " WHERE moves IS NULL"
)
"""Counts the entries of games that are chained but not counted."""


def migrate(connection: sa.Connection, where: str) -> None:
    """Migrate the tables in the connection's transaction; do nothing if another program was faster.

    Args:
        connection: the database.
        where: its name in errors.

    Raises:
        DamagedJournal: if the file is not sound: entries hidden by a damaged index would count as never written.
    """
    connection.execute(sa.update(tables.journal).values(format=tables.journal.c.format))  # waits for other writers
    format_ = tables.format_of(connection)
    if format_ >= tables.SCHEMA:
        return
    if connection.dialect.name == "sqlite":
        found = connection.exec_driver_sql("PRAGMA integrity_check(1)").scalar()
        if found != "ok":
            raise DamagedJournal(where, Message("damaged ({why})", {"why": str(found)}), BRING_BACK)
    for table in (tables.games, tables.entries):
        _add_columns(connection, table)
    for row in connection.execute(sa.select(tables.games)).mappings().all():
        with suppress(UnreadableDocument):  # nobody can ask for a game of an unreadable id
            _migrate_game(connection, dict(row), letters(row["id"], "id"), has_two_meanings=format_ < COUNTED)
    connection.execute(sa.text(COUNT))
    connection.execute(sa.update(tables.journal).values(format=tables.SCHEMA))


def _add_columns(connection: sa.Connection, table: sa.Table) -> None:
    there = {column["name"] for column in sa.inspect(connection).get_columns(table.name)}
    for name in tables.LATER[table.name]:
        if name not in there:
            kind = table.c[name].type.compile(connection.dialect)
            connection.execute(sa.text(f"ALTER TABLE {table.name} ADD COLUMN {name} {kind}"))


def _migrate_game(connection: sa.Connection, begun: dict[str, Any], game: str, has_two_meanings: bool) -> None:
    """Set the format of each entry of a sound game, and chain the entries without a link."""
    place = tables.entries.c
    of_game = sa.select(tables.entries).where(place.game == game).order_by(place.seq)
    rows = [dict(row) for row in connection.execute(of_game).mappings()]
    if has_two_meanings and _is_sound(begun, rows):  # links cover the format: they are written anew
        meant = sa.case(EARLIER, value=place.format, else_=place.format)
        connection.execute(sa.update(tables.entries).where(place.game == game).values(format=meant, chain=None))
        rows = [dict(row) for row in connection.execute(of_game).mappings()]
    last = begun[tables.CHAIN] or tables.linked(tables.games, begun, "")
    if begun[tables.CHAIN] is None:
        connection.execute(sa.update(tables.games).where(tables.games.c.id == game).values(chain=last))
    links = []
    for row in rows:
        last = row[tables.CHAIN] or tables.linked(tables.entries, row, last)
        if row[tables.CHAIN] is None:
            links.append({"place": row["seq"], "link": last})
    if links:
        this = place.game == game, place.seq == sa.bindparam("place")
        connection.execute(sa.update(tables.entries).where(*this).values(chain=sa.bindparam("link")), links)


def _is_sound(begun: dict[str, Any], rows: list[dict[str, Any]]) -> bool:
    link = tables.linked(tables.games, begun, "")
    fits = tables.carries(begun, link)
    for row in rows:
        link = tables.linked(tables.entries, row, link)
        fits = fits and tables.carries(row, link)
    return fits
