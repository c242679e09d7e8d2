"""A game's rows as a whole: taken out, put back as they were, or under another name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from companion.journal import tables
from companion.journal.errors import AlreadyKept, NoSuchGame


@dataclass(frozen=True, slots=True)
class RemovedGame:
    """All that was kept of a game, sound or not: the row of how it began, and those of what happened."""

    game: Mapping[str, Any]
    entries: tuple[Mapping[str, Any], ...]


def take_out(connection: sa.Connection, id_: str) -> RemovedGame:
    """Deletes a game; what is given puts it back. Raises :class:`NoSuchGame`."""
    removed = _rows_of(connection, id_)
    connection.execute(sa.delete(tables.entries).where(tables.entries.c.game == id_))
    connection.execute(sa.delete(tables.games).where(tables.games.c.id == id_))
    return removed


def put_in(connection: sa.Connection, removed: RemovedGame) -> None:
    """Puts it back as it was. Raises :class:`AlreadyKept` where another has its id by now."""
    try:
        connection.execute(sa.insert(tables.games), [dict(removed.game)])
        if removed.entries:
            connection.execute(sa.insert(tables.entries), [dict(row) for row in removed.entries])
    except sa.exc.IntegrityError:
        raise AlreadyKept(f"game {removed.game['id']!r}") from None


def call(connection: sa.Connection, id_: str, name: str) -> None:
    """Gives a sound game another name, on which the links of everything after it depend."""
    removed = take_out(connection, id_)
    row = {**removed.game, "name": name}
    row[tables.CHAIN] = link = tables.linked(tables.games, row, "")
    entries = []
    for entry in removed.entries:
        link = tables.linked(tables.entries, entry, link)
        entries.append({**entry, tables.CHAIN: link})
    put_in(connection, RemovedGame(row, tuple(entries)))


def _rows_of(connection: sa.Connection, id_: str) -> RemovedGame:
    games, place = tables.everything(tables.games), tables.entries.c
    found = connection.execute(games.where(tables.games.c.id == id_)).mappings().first()
    if found is None:
        raise NoSuchGame(id_)
    entries = tables.everything(tables.entries).where(place.game == id_).order_by(place.seq)
    return RemovedGame(dict(found), tuple(dict(row) for row in connection.execute(entries).mappings()))
