"""Brings the tables of an earlier version to this one's, in one transaction: what is kept stays word for word.

Format 1 had no chain. Format 2 chains a game's entries to one another and to how the game began; what was kept
before is chained as it stands when something is written for the first time.
"""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from companion.games.errors import UnreadableDocument
from companion.journal import tables
from companion.journal.values import letters


def migrate(connection: sa.Connection) -> None:
    """Does so in the transaction that ``connection`` is in; nothing where another program was quicker."""
    connection.execute(sa.update(tables.journal).values(format=tables.journal.c.format))  # waits for other writers
    if tables.format_of(connection) >= tables.SCHEMA:
        return
    for table in (tables.games, tables.entries):
        _add_chain(connection, table)
    for row in connection.execute(sa.select(tables.games)).mappings().all():
        try:
            _chain(connection, dict(row), letters(row["id"], "id"))
        except UnreadableDocument:  # nobody can ask for a game of such an id
            continue
    connection.execute(sa.update(tables.journal).values(format=tables.SCHEMA))


def _add_chain(connection: sa.Connection, table: sa.Table) -> None:
    column = table.c[tables.CHAIN]
    if column.name not in {there["name"] for there in sa.inspect(connection).get_columns(table.name)}:
        kind = column.type.compile(connection.dialect)
        connection.execute(sa.text(f"ALTER TABLE {table.name} ADD COLUMN {column.name} {kind}"))


def _chain(connection: sa.Connection, begun: dict[str, Any], game: str) -> None:
    last = tables.linked(tables.games, begun, "")
    connection.execute(sa.update(tables.games).where(tables.games.c.id == game).values(chain=last))
    of_game = tables.entries.c.game == game
    rows = connection.execute(sa.select(tables.entries).where(of_game).order_by(tables.entries.c.seq)).mappings().all()
    links = []
    for row in rows:
        last = tables.linked(tables.entries, dict(row), last)
        links.append({"place": row["seq"], "link": last})
    if links:
        place = tables.entries.c.seq == sa.bindparam("place")
        connection.execute(sa.update(tables.entries).where(of_game, place).values(chain=sa.bindparam("link")), links)
