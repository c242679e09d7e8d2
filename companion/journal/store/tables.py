"""The journal's tables, and conversion of rows to values and back."""

import json
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any

import sqlalchemy as sa

from companion.games.documents import json_type, optional_reader, read_integer
from companion.games.errors import UnreadableDocument
from companion.journal.entries import Document, Entry, KeptGame
from companion.journal.values import LINK_LENGTH, LONGEST_NAME, MOST_PLAYERS, bounded, instant, json_in, letters, link
from companion.locale import Message

SCHEMA = 4
"""The format of these tables. A lower one is migrated by :mod:`companion.journal.store.migration`."""

READABLE = 5
"""The highest format that is read; a higher one was written by a later version. Format 5 had one more column in
``entries``, which is not used."""

CHAIN = "chain"
"""The column with a row's :func:`~companion.journal.values.link`: in ``games`` of the setup, in ``entries`` behind the
entry before. None if a version without a chain wrote the row."""

MOVES, LAST = "moves", "last"
"""The columns of ``games`` with the number of entries and the last link (before the first entry: of the setup), written
in the same transaction, so that a lost end does not fit. None if an earlier version wrote the row; entries behind the
counted ones are such a version's too."""

SUMMARY = "summary"
"""The column of ``games`` with the game's :mod:`summary <companion.journal.course.summaries>`. None if an earlier
version or a transfer wrote the row, until a list has folded the game."""

LATER: Mapping[str, tuple[str, ...]] = {"games": (CHAIN, MOVES, LAST, SUMMARY), "entries": (CHAIN,)}
"""Columns that later formats added, by table."""

_UNKNOWN = datetime(1970, 1, 1, tzinfo=UTC)
"""The beginning of a game whose time cannot be read."""

metadata = sa.MetaData()


def _ordered(length: int) -> sa.String:
    """Return a text type that is sorted letter by letter, whatever the server's language."""
    return sa.String(length).with_variant(sa.VARCHAR(length, collation="C"), "postgresql")


journal = sa.Table("journal", metadata, sa.Column("format", sa.Integer, primary_key=True, autoincrement=False))

games = sa.Table(
    "games",
    metadata,
    sa.Column("id", _ordered(64), primary_key=True),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("players", sa.Text, nullable=False),
    sa.Column("options", sa.Text, nullable=False),
    sa.Column("setup", sa.Text, nullable=False),
    sa.Column("created", _ordered(40), nullable=False),
    sa.Column(CHAIN, sa.String(LINK_LENGTH)),
    sa.Column(MOVES, sa.Integer),
    sa.Column(LAST, sa.String(LINK_LENGTH)),
    sa.Column(SUMMARY, sa.Text),
)

entries = sa.Table(
    "entries",
    metadata,
    sa.Column("game", _ordered(64), sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("id", sa.String(64), nullable=False),
    sa.Column("base_seq", sa.Integer, nullable=False),
    sa.Column("at", sa.String(40), nullable=False),
    sa.Column("seat", sa.Integer),
    sa.Column("source", sa.String(64), nullable=False),
    sa.Column("move", sa.Text, nullable=False),
    sa.Column("format", sa.Integer, nullable=False),
    sa.Column(CHAIN, sa.String(LINK_LENGTH)),
    sa.UniqueConstraint("game", "id"),
)


CONTENT = {
    table.name: [column.name for column in table.columns if column.name not in LATER[table.name]]
    for table in (games, entries)
}
"""Columns that every version had, by table: a row's contents, which its link covers."""


def format_of(connection: sa.Connection) -> int:
    """Return the format of the tables, 0 if they name none."""
    return max(connection.execute(sa.select(journal.c.format)).scalars(), default=0)


def everything(table: sa.Table) -> sa.Select[Any]:
    """Select all columns that exist; earlier versions had fewer."""
    return sa.select(sa.literal_column("*")).select_from(table)


def linked(table: sa.Table, row: Mapping[str, Any], before: str) -> str:
    """Return the link of a row behind the link ``before``, whatever link it carries."""
    return link(before, [row[name] for name in CONTENT[table.name]])


def carries(row: Mapping[str, Any], link_: str) -> bool:
    """Return whether a row carries this link or none."""
    return row.get(CHAIN) in (None, link_)


def game_row(game: KeptGame) -> dict[str, Any]:
    """Return a game as a row of ``games``, with its link and no entry yet."""
    row = _row(games, game)
    begins = linked(games, row, "")
    return {**row, CHAIN: begins, MOVES: 0, LAST: begins, SUMMARY: None}


def game_of(row: Mapping[str, Any], otherwise: Mapping[str, Any] = MappingProxyType({})) -> KeptGame:
    """Read a row of ``games``.

    Args:
        row: the row.
        otherwise: what stands for a column that cannot be read, by the column's name.

    Raises:
        UnreadableDocument: if another column cannot be read.
    """

    def read(column: str) -> Any:
        try:
            return _READERS[column](row[column], column)
        except UnreadableDocument:
            if column not in otherwise:
                raise
            return otherwise[column]

    return KeptGame(**{column: read(column) for column in CONTENT["games"]})


def rest_of(row: Mapping[str, Any], name: str) -> KeptGame | None:
    """Read what can be read of a row of ``games``: without unreadable player names, own name or beginning.

    Returns:
        The game, or None if its id, options or setup cannot be read.
    """
    try:
        return game_of(row, {"name": name, "players": (), "created": _UNKNOWN})
    except UnreadableDocument:
        return None


def entry_row(entry: Entry, before: str) -> dict[str, Any]:
    """Return an entry as a row of ``entries``, with its link behind the link ``before``."""
    row = _row(entries, entry)
    return {**row, CHAIN: linked(entries, row, before)}


def entry_of(row: Mapping[str, Any]) -> Entry:
    """Read a row of ``entries``.

    Raises:
        UnreadableDocument: if a column cannot be read.
    """
    return Entry(**{column: _READERS[column](row[column], column) for column in CONTENT["entries"]})


def _row(table: sa.Table, value: KeptGame | Entry) -> dict[str, Any]:
    return {name: _written(getattr(value, name)) for name in CONTENT[table.name]}


def _written(value: object) -> object:
    """Return a value as a column has it: a moment as text, and what is neither a number nor a text as JSON."""
    if isinstance(value, datetime):
        if value.tzinfo is None:
            raise ValueError("a moment without a time zone")
        return value.astimezone(UTC).isoformat()
    if value is None or isinstance(value, int | str):
        return value
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def _name(value: object, place: str) -> str:
    return letters(value, place, LONGEST_NAME)


def _players(value: object, place: str) -> tuple[str, ...]:
    return bounded(_name, MOST_PLAYERS)(json_in(value, place), place)


def _document(value: object, place: str) -> Document:
    found = json_in(value, place)
    if not isinstance(found, dict):
        raise UnreadableDocument(place, Message("must be an object, not {kind}", {"kind": json_type(found)}))
    return found


_READERS: Mapping[str, Callable[[object, str], Any]] = {
    "id": letters,
    "game": letters,
    "name": _name,
    "players": _players,
    "options": _document,
    "setup": _document,
    "created": instant,
    "seq": read_integer,
    "base_seq": read_integer,
    "at": instant,
    "seat": optional_reader(read_integer),
    "source": letters,
    "move": _document,
    "format": read_integer,
}
"""Readers of columns, of games and entries alike."""
