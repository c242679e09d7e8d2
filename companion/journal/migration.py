"""Brings the tables of an earlier version to this one's, in one transaction: what is kept stays word for word.

Format 1 had no chain. Format 2 chains a game's entries to one another and to how the game began. Format 3 keeps with
each game how many entries it has and the link of the last. What was kept before is chained and counted as it stands
when something is written for the first time.
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

COUNT = (
    "UPDATE games SET moves = (SELECT count(*) FROM entries WHERE entries.game = games.id),"
    " last = coalesce((SELECT entries.chain FROM entries WHERE entries.game = games.id"
    " ORDER BY entries.seq DESC LIMIT 1), chain)"
    " WHERE moves IS NULL"
)
"""Counts the entries of games that are chained whole and not counted yet."""


def migrate(connection: sa.Connection, where: str) -> None:
    """Does so in the transaction that ``connection`` is in; nothing where another program was quicker.

    Raises :class:`DamagedJournal` for a file, called ``where``, that is not sound: what a damaged index hides would
    count as never written.
    """
    connection.execute(sa.update(tables.journal).values(format=tables.journal.c.format))  # waits for other writers
    if tables.format_of(connection) >= tables.SCHEMA:
        return
    if connection.dialect.name == "sqlite":
        found = connection.exec_driver_sql("PRAGMA integrity_check(1)").scalar()
        if found != "ok":
            raise DamagedJournal(where, Message("is damaged ({why})", {"why": str(found)}), BRING_BACK)
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
    """Chains what carries no link yet; the links that are there stay."""
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
