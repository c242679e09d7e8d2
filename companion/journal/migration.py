"""Migration of an earlier version's tables in one transaction; stored contents stay word for word.

Format 1 had no chain. Format 2 chains a game's entries to each other and to its setup. Format 3 stores the number of
entries and the last link with each game. Format 4 stores a summary with each game. Existing rows are chained
and counted as they are at the first write; lists write the summaries.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from companion.games.errors import UnreadableDocument
from companion.journal import tables
from companion.journal.database import BRING_BACK
from companion.journal.errors import DamagedJournal
from companion.journal.values import letters
from companion.locale import Message

CHAINED = 2
"""The first format whose entries carry links."""

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
    if tables.format_of(connection) >= tables.SCHEMA:
        return
    if connection.dialect.name == "sqlite":
        found = connection.exec_driver_sql("PRAGMA integrity_check(1)").scalar()
        if found != "ok":
            raise DamagedJournal(where, Message("damaged ({why})", {"why": str(found)}), BRING_BACK)
    for table in (tables.games, tables.entries):
        _add_columns(connection, table)
    for row in connection.execute(sa.select(tables.games)).mappings().all():
        try:
            _chain(connection, dict(row), letters(row["id"], "id"))
        except UnreadableDocument:  # nobody can ask for a game of such an id
            continue
    connection.execute(sa.text(COUNT))
    connection.execute(sa.update(tables.journal).values(format=tables.SCHEMA))


def _add_columns(connection: sa.Connection, table: sa.Table) -> None:
    there = {column["name"] for column in sa.inspect(connection).get_columns(table.name)}
    for name in tables.LATER[table.name]:
        if name not in there:
            kind = table.c[name].type.compile(connection.dialect)
            connection.execute(sa.text(f"ALTER TABLE {table.name} ADD COLUMN {name} {kind}"))


def _chain(connection: sa.Connection, begun: dict[str, Any], game: str) -> None:
    """Chain the entries that carry no link yet; existing links stay."""
    of_game = tables.entries.c.game == game
    last = begun[tables.CHAIN]
    if last is None:
        last = tables.linked(tables.games, begun, "")
        connection.execute(sa.update(tables.games).where(tables.games.c.id == game).values(chain=last))
    elif not connection.execute(sa.select(tables.entries).where(of_game, tables.entries.c.chain.is_(None))).first():
        return
    rows = connection.execute(sa.select(tables.entries).where(of_game).order_by(tables.entries.c.seq)).mappings().all()
    links = []
    for row in rows:
        carried = row[tables.CHAIN]
        last = carried or tables.linked(tables.entries, dict(row), last)
        if carried is None:
            links.append({"place": row["seq"], "link": last})
    if links:
        place = tables.entries.c.seq == sa.bindparam("place")
        connection.execute(sa.update(tables.entries).where(of_game, place).values(chain=sa.bindparam("link")), links)
