"""Inspection of a database: whether it is a journal, and its rows as games and entries, or what is wrong with them."""

import sqlite3
from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.schema import CreateTable

from companion.games.errors import UnreadableDocument
from companion.journal.entries import (
    FORMAT,
    DamagedJournal,
    Entry,
    ForeignSchema,
    KeptGame,
    NewerJournal,
    NoJournal,
    UnreadableGame,
)
from companion.journal.store import aliases_and_seasons, tables
from companion.journal.store.database import BRING_BACK
from companion.journal.store.sqlite_guard import Foreign, foreign
from companion.journal.values import LONGEST_ID, LONGEST_NAME, MOST_ENTRIES
from companion.locale import Message, Wording, listed
from companion.names import shorten

_SAVE_THE_REST = Message("export the moves before it, or restore a backup with `companion restore FILE`")
_SAVE_ITS_MOVES = Message("export its moves, or restore a backup with `companion restore FILE`")
_BRING_BACK = Message("restore a backup with `companion restore FILE`")
_CHANGED = Message("checksum mismatch: the disk is damaged, or another program changed the data")


def is_journal(connection: sa.Connection, where: str, otherwise: Message) -> bool:
    """Return whether a database holds a journal; False if it is empty or half created.

    Args:
        connection: the database.
        where: its name in errors.
        otherwise: the advice if it is another program's.

    Raises:
        NoJournal: if it is another program's.
        DamagedJournal: if it names no format or a table lost a column.
        NewerJournal: if a later version wrote it.
        ForeignSchema: if an SQLite file defines anything else.
    """
    strange = _foreign(connection)
    found = set(sa.inspect(connection).get_table_names())
    found -= set(aliases_and_seasons.metadata.tables)
    if found - set(tables.metadata.tables):
        raise NoJournal(where, Message("database of another program"), otherwise)
    begun = tables.journal.name in found and tables.journal.name not in {one.name for one in strange}
    formats: Sequence[int] = connection.execute(sa.select(tables.journal.c.format)).scalars().all() if begun else ()
    if not all(type(written) is int for written in formats):
        raise DamagedJournal(where, Message("unknown format"), BRING_BACK)
    if max(formats, default=0) > tables.READABLE:
        raise _newer(where)
    for table in (tables.games, tables.entries):
        if table.name in found:
            _check_columns(connection, table, where)
    refuse_foreign(connection, where)
    return bool(formats) and found == set(tables.metadata.tables)


def refuse_foreign(connection: sa.Connection, where: str) -> None:
    """Refuse an SQLite file that defines more than the companion's tables.

    Raises:
        ForeignSchema: if it does.
    """
    strange = _foreign(connection)
    if not strange:
        return
    what: Wording = {"what": listed([one.named() for one in strange[:3]])}
    raise ForeignSchema(
        where,
        Message("unexpected content: {what}, which may change your saved games", what),
        Message("copy the file and its log to another folder, then recover the games with `companion restore COPY`"),
    )


def make_tables(connection: sa.Connection) -> None:
    """Create the missing tables."""
    for table in tables.metadata.sorted_tables:
        connection.execute(CreateTable(table, if_not_exists=True))
    if not tables.format_of(connection):
        connection.execute(sa.insert(tables.journal).values(format=tables.SCHEMA))


def game_in(row: Mapping[str, Any]) -> KeptGame | UnreadableGame:
    """Return the game of a row, or what can be read of it with the error."""
    try:
        game = tables.game_of(row)
    except UnreadableDocument as error:
        return _unreadable(row, _not_read(error))
    return game if tables.carries(row, tables.linked(tables.games, row, "")) else _unreadable(row, _CHANGED)


def entry_in(row: Mapping[str, Any], seq: int, link: str) -> Entry:
    """Return the entry of a row.

    Args:
        row: a row of ``entries``.
        seq: the number it must have.
        link: the link it must carry.

    Raises:
        NewerJournal: if a later version wrote it.
        DamagedJournal: if it cannot be read, is not what was written, or no game has as many.
    """
    if seq > MOST_ENTRIES:
        thing, most = Message("game {game}", {"game": repr(row["game"])}), {"most": MOST_ENTRIES}
        raise DamagedJournal(thing, Message("more than {most} moves", most), _SAVE_THE_REST)
    thing = Message("game {game}, move {n}", {"game": repr(row["game"]), "n": seq})
    if type(row["format"]) is int and row["format"] > FORMAT:
        raise _newer(thing)
    try:
        entry = tables.entry_of(row)
    except UnreadableDocument as error:
        raise DamagedJournal(thing, _not_read(error), _SAVE_THE_REST) from error
    if entry.seq != seq:
        raise DamagedJournal(thing, Message("missing"), _SAVE_THE_REST)
    if not tables.carries(row, link):
        raise DamagedJournal(thing, _CHANGED, _SAVE_THE_REST)
    return entry


def _foreign(connection: sa.Connection) -> tuple[Foreign, ...]:
    raw = connection.connection.dbapi_connection
    return foreign(raw) if isinstance(raw, sqlite3.Connection) else ()


def without_beginning(game: object) -> UnreadableGame:
    """Return an unreadable game whose entries exist without its row."""
    thing, reason = Message("game {game}", {"game": repr(game)}), Message("the start of the game is missing")
    return UnreadableGame(legible(game), legible(game), DamagedJournal(thing, reason, _BRING_BACK), None)


def lost_end(begun: Mapping[str, Any], after: int, links: Sequence[str]) -> DamagedJournal | None:
    """Return the error if a game does not end as its row says.

    Args:
        begun: the game's row.
        after: the number of the entry that carries the first of ``links``.
        links: the link of that entry and of all entries after it.

    Returns:
        The error, or None if the end fits or no count was stored.
    """
    moves, last, game = begun.get(tables.MOVES), begun.get(tables.LAST), {"game": repr(begun["id"])}
    if moves is None and last is None:
        return None
    if type(moves) is not int or (last is None and tables.LAST in begun):
        return DamagedJournal(Message("game {game}", game), _CHANGED, _SAVE_ITS_MOVES)
    there = after + len(links) - 1
    if moves > there:
        thing = Message("game {game}, move {n}", {**game, "n": there + 1})
        return DamagedJournal(thing, Message("missing; {n} moves were saved", {"n": moves}), _SAVE_THE_REST)
    if last is not None and after <= moves and links[moves - after] != last:
        return DamagedJournal(Message("game {game}, move {n}", {**game, "n": moves}), _CHANGED, _SAVE_ITS_MOVES)
    return None


def _check_columns(connection: sa.Connection, table: sa.Table, where: str) -> None:
    there = set(connection.execute(tables.everything(table).limit(0)).keys())
    for name in tables.CONTENT[table.name]:
        if name not in there:
            lost: Wording = {"table": table.name, "column": name}
            raise DamagedJournal(where, Message("damaged (table {table} has no column {column})", lost), BRING_BACK)


def _unreadable(row: Mapping[str, Any], reason: Message) -> UnreadableGame:
    id_, name = legible(row["id"]), legible(row["name"], LONGEST_NAME)
    thing = Message("game {game}", {"game": repr(name or id_)})
    rest = tables.rest_of(row, name or id_)
    next_step = _BRING_BACK if rest is None else _SAVE_ITS_MOVES
    return UnreadableGame(id_, name, DamagedJournal(thing, reason, next_step), rest)


def _not_read(error: UnreadableDocument) -> Message:
    return Message("cannot read ({place}: {reason})", {"place": error.thing, "reason": error.reason})


def legible(value: object, most: int = LONGEST_ID) -> str:
    """Return a value of a damaged column as a text that can be printed, shortened to ``most`` characters."""
    if isinstance(value, str | bytes):
        value = value[: most + 1]
    text = value.encode(errors="backslashreplace").decode() if isinstance(value, str) else repr(value)
    return shorten(text, most)


def _newer(where: Message | str) -> NewerJournal:
    return NewerJournal(
        where,
        Message("written by a newer version of the companion"),
        Message("update the companion, or choose another folder with --data"),
    )
