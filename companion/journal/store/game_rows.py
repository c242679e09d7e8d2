"""The rows of a game: append and count, remove, restore, rename."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import sqlalchemy as sa
from sqlalchemy.sql.expression import Executable

from companion.journal.course.summaries import Summary, read_summary, write_summary
from companion.journal.entries import AlreadyKept, Entry, KeptGame, NoSuchGame
from companion.journal.store import tables

Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class RemovedGame:
    """All rows of a removed game, sound or damaged."""

    game: Row
    entries: tuple[Row, ...]


def counted(game: Row, entries: Sequence[Row]) -> dict[str, Any]:
    """Return the row of a game with the number of its entries and the link of the last."""
    return {**game, tables.MOVES: len(entries), tables.LAST: (entries or [game])[-1][tables.CHAIN]}


def new_rows(game: KeptGame, entries: Sequence[Entry], summary: Summary | None) -> list[dict[str, Any]]:
    """Return the rows of a game and its entries, chained, counted and summarised."""
    rows = [tables.game_row(game)]
    for entry in entries:
        rows.append(tables.entry_row(entry, rows[-1][tables.CHAIN]))
    row = counted(rows[0], rows[1:])
    return [{**row, tables.SUMMARY: _written(summary, row[tables.LAST])}, *rows[1:]]


def begun(connection: sa.Connection, id_: str) -> Row | None:
    """Return the row of a game, or None.

    Tables of a format without a count get the number of entries in their pages, because a damaged index hides some.
    """
    games = tables.everything(tables.games)
    found = connection.execute(games.where(tables.games.c.id == id_)).mappings().first()
    if found is None or tables.MOVES in found or connection.dialect.name != "sqlite":
        return None if found is None else dict(found)
    count = sa.text("SELECT count(*) FROM entries NOT INDEXED WHERE game = :game")
    return {**found, tables.MOVES: connection.execute(count, {"game": id_}).scalar_one()}


def put_behind(connection: sa.Connection, entry: Row, before: str, summary: Summary | None) -> bool:
    """Append an entry, count it and store the game's summary, all or nothing.

    Args:
        connection: a connection in a transaction that holds the game.
        entry: the entry's row.
        before: the link that it is chained to.
        summary: the game's summary after it, or None if it is not known.

    Returns:
        False if it does not follow.
    """
    row = {f"said_{name}": value for name, value in entry.items()}
    row |= {"before": before, "last": entry["seq"] - 1, "summary": _written(summary, entry[tables.CHAIN])}
    if connection.dialect.name == "postgresql":  # both in one statement: each is a way to the server and back
        return connection.execute(_put_and_count(), row).rowcount == 1
    put = connection.execute(_behind().execution_options(preserve_rowcount=True), row)
    if put.rowcount == 1:
        counted = {tables.MOVES: entry["seq"], tables.LAST: entry[tables.CHAIN], tables.SUMMARY: row["summary"]}
        connection.execute(sa.update(tables.games).where(tables.games.c.id == entry["game"]).values(counted))
    return put.rowcount == 1


def take_out(connection: sa.Connection, id_: str) -> RemovedGame:
    """Delete a game and return its rows.

    Raises:
        NoSuchGame: if there is no such game.
    """
    place = tables.entries.c
    found = connection.execute(sa.select(tables.games).where(tables.games.c.id == id_)).mappings().first()
    if found is None:
        raise NoSuchGame(id_)
    entries = sa.select(tables.entries).where(place.game == id_).order_by(place.seq)
    removed = RemovedGame(dict(found), tuple(dict(row) for row in connection.execute(entries).mappings()))
    connection.execute(sa.delete(tables.entries).where(tables.entries.c.game == id_))
    connection.execute(sa.delete(tables.games).where(tables.games.c.id == id_))
    return removed


def put_in(connection: sa.Connection, removed: RemovedGame) -> None:
    """Insert the rows of a removed game.

    Raises:
        AlreadyKept: if another game has its id by now.
    """
    try:
        connection.execute(sa.insert(tables.games), [dict(removed.game)])
        if removed.entries:
            connection.execute(sa.insert(tables.entries), [dict(row) for row in removed.entries])
    except sa.exc.IntegrityError:
        raise AlreadyKept(f"game {removed.game['id']!r}") from None


def call(connection: sa.Connection, game: KeptGame) -> None:
    """Give a sound game and its players other names, and chain its entries anew, because their links depend on them."""
    removed = take_out(connection, game.id)
    new = tables.game_row(game)
    row = {**removed.game, "name": new["name"], "players": new["players"]}
    row[tables.CHAIN] = link = tables.linked(tables.games, row, "")
    entries = []
    for entry in removed.entries:
        link = tables.linked(tables.entries, entry, link)
        entries.append({**entry, tables.CHAIN: link})
    same = row["players"] == removed.game["players"]
    row[tables.SUMMARY] = _written(read_summary(row[tables.SUMMARY], row[tables.LAST]), link) if same else None
    put_in(connection, RemovedGame(counted(row, entries), tuple(entries)))


def _written(summary: Summary | None, last: str) -> str | None:
    return None if summary is None else write_summary(summary, last)


@cache
def _behind() -> sa.Insert:
    """Return the statement that appends an entry.

    It is inserted only if it is the next of its game, none before it is lost, and the row before it (the game, for the
    first) still carries the link that it is chained to: the game may have been renamed.
    """
    place, game = tables.entries.alias(), tables.games.alias().c
    before, last = sa.bindparam("before", type_=sa.String), sa.bindparam("last", type_=sa.Integer)
    of_game, this_game = place.c.game == sa.bindparam("said_game"), game.id == sa.bindparam("said_game")
    end = sa.select(sa.func.coalesce(sa.func.max(place.c.seq), 0)).where(of_game).scalar_subquery()
    kept = sa.func.coalesce(sa.select(game.moves).where(this_game).scalar_subquery(), 0)
    first = sa.select(game.chain).where(this_game, last == 0)
    link = sa.union_all(sa.select(place.c.chain).where(of_game, place.c.seq == last), first)
    row = (sa.bindparam(f"said_{column.name}", type_=column.type) for column in tables.entries.columns)
    follows = end == last, kept <= last, sa.func.coalesce(link.scalar_subquery(), before) == before
    return sa.insert(tables.entries).from_select(tables.entries.columns.keys(), sa.select(*row).where(*follows))


@cache
def _put_and_count() -> Executable:
    """Return one PostgreSQL statement that appends and counts."""
    put = _behind().returning(tables.entries.c.game, tables.entries.c.seq, tables.entries.c.chain).cte("put")
    counting = sa.update(tables.games).where(tables.games.c.id == put.c.game)
    summary = sa.bindparam("summary", type_=sa.Text)
    return counting.values({tables.MOVES: put.c.seq, tables.LAST: put.c.chain, tables.SUMMARY: summary})
