"""The journal: games, and what happened in each, in order. Append-only; durable before it answers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import TracebackType
from typing import Any, Self

import sqlalchemy as sa
from sqlalchemy.schema import CreateTable

from companion.games.errors import UnreadableDocument
from companion.journal import tables
from companion.journal.connect import connect
from companion.journal.database import BRING_BACK, Database
from companion.journal.entries import FORMAT, Entry, KeptGame, UnreadableGame
from companion.journal.errors import (
    AlreadyKept,
    DamagedJournal,
    JournalError,
    NewerJournal,
    NoJournal,
    NoSuchGame,
    StaleEntry,
)
from companion.locale import Message

_SAVE_THE_REST = Message("show or export the moves before it, or bring a backup back with `companion restore FILE`")
_SAVE_ITS_MOVES = Message("show or export its moves, or bring a backup back with `companion restore FILE`")
_BRING_BACK = Message("bring a backup back with `companion restore FILE`")


class Journal:
    """An open journal. Use it from any thread; several programs may hold the same one open.

    Every method raises a :class:`~companion.journal.errors.JournalError` where the database fails.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    @classmethod
    def open(cls, url: str) -> Self:
        """The journal in the database that ``url`` names, made where there is none.

        Raises :class:`NoJournal` for a file that is no database or another program's,
        :class:`NewerJournal` for one that a later version wrote; neither is touched.
        """
        database = connect(url)
        try:
            database.make()
            with database.reading() as connection:
                complete = is_journal(connection, database.where, Message("name another folder with --data"))
            if not complete:
                _make_tables(database)
        except JournalError:
            database.close()
            raise
        return cls(database)

    def close(self) -> None:
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def create(self, game: KeptGame, entries: Sequence[Entry] = ()) -> None:
        """Keeps a new game, with all of ``entries`` or not at all; the same again changes nothing.

        Raises :class:`AlreadyKept` where the id belongs to a game that says something else.
        """
        if [entry.seq for entry in entries] != list(range(1, len(entries) + 1)):
            raise StaleEntry(game.id, next(e.seq for n, e in enumerate(entries, 1) if e.seq != n))
        try:
            with self._database.writing() as connection:
                connection.execute(sa.insert(tables.games), tables.game_row(game))
                if entries:
                    connection.execute(sa.insert(tables.entries), [tables.entry_row(entry) for entry in entries])
        except sa.exc.IntegrityError:
            if self._kept(game.id) != game or self.entries(game.id)[: len(entries)] != tuple(entries):
                raise AlreadyKept(f"game {game.id!r}") from None

    def append(self, entry: Entry) -> Entry:
        """Puts ``entry`` at the end of its game and gives what is kept: it is on the disk when this returns.

        An id that is kept already gives the entry kept under it, so that a writer who never heard the
        answer may ask again (:class:`AlreadyKept` where its move differs). Raises :class:`StaleEntry`
        where ``seq`` does not follow the last entry, :class:`NoSuchGame` for a game never created.
        """
        place = tables.entries.alias()
        last = sa.select(sa.func.coalesce(sa.func.max(place.c.seq), 0)).where(place.c.game == entry.game)
        row = tables.entry_row(entry)
        values = sa.select(*(sa.literal(row[column.name], column.type) for column in tables.entries.columns))
        try:
            with self._database.writing() as connection:
                follows = values.where(last.scalar_subquery() == entry.seq - 1)
                done = connection.execute(sa.insert(tables.entries).from_select(list(row), follows))
                if done.rowcount == 1:
                    return entry
        except sa.exc.IntegrityError:
            if self._kept(entry.game) is None:
                raise NoSuchGame(entry.game) from None
        kept = next((one for one in self.entries(entry.game) if one.id == entry.id), None)
        if kept is None:
            raise StaleEntry(entry.game, entry.seq)
        if kept.move != entry.move:
            raise AlreadyKept(f"entry {entry.id!r}")
        return kept

    def games(self) -> tuple[KeptGame, ...]:
        """Every game kept that can be read back, the newest first."""
        return tuple(found for found in self._games() if isinstance(found, KeptGame))

    def unreadable(self) -> tuple[UnreadableGame, ...]:
        """The games kept that cannot be read back, each with the reason."""
        return tuple(found for found in self._games() if isinstance(found, UnreadableGame))

    def game(self, id_: str) -> KeptGame:
        """The game with this id. Raises :class:`NoSuchGame`, and :class:`DamagedJournal` for an unreadable one."""
        kept = self._kept(id_)
        if kept is None:
            raise NoSuchGame(id_)
        return kept

    def entries(self, game: str, after: int = 0) -> tuple[Entry, ...]:
        """What happened in a game after the entry ``after``, in order; raises what :meth:`readable` gives."""
        found, error = self.readable(game, after)
        if error is not None:
            raise error
        return found

    def readable(self, game: str, after: int = 0) -> tuple[tuple[Entry, ...], JournalError | None]:
        """The same up to the first entry that cannot be read back, and why that one cannot."""
        asked = sa.select(tables.entries).where(tables.entries.c.game == game, tables.entries.c.seq > after)
        found: list[Entry] = []
        for seq, row in enumerate(self._read(asked.order_by(tables.entries.c.seq)), after + 1):
            try:
                found.append(_entry(row, seq))
            except JournalError as error:
                return tuple(found), error
        return tuple(found), None

    def holds(self, entry: str) -> bool:
        """Whether any game has an entry with this id: what a device repeats was counted already."""
        asked = sa.select(tables.entries.c.id).where(tables.entries.c.id == entry).limit(1)
        return bool(self._read(asked))

    def _games(self) -> Iterator[KeptGame | UnreadableGame]:
        newest_first = sa.select(tables.games).order_by(tables.games.c.created.desc(), tables.games.c.id)
        for row in self._read(newest_first):
            try:
                yield tables.game_of(row)
            except UnreadableDocument as error:
                yield _unreadable(row, error)

    def _kept(self, id_: str) -> KeptGame | None:
        for row in self._read(sa.select(tables.games).where(tables.games.c.id == id_)):
            try:
                return tables.game_of(row)
            except UnreadableDocument as error:
                raise _unreadable(row, error).error from error
        return None

    def _read(self, asked: sa.Select[Any]) -> Sequence[Mapping[str, Any]]:
        with self._database.reading() as connection:
            return [dict(row) for row in connection.execute(asked).mappings()]


def _unreadable(row: Mapping[str, Any], error: UnreadableDocument) -> UnreadableGame:
    id_, name = _legible(row["id"]), _legible(row["name"])
    thing = Message("game {game}", {"game": repr(name or id_)})
    rest = tables.rest_of(row, name or id_)
    return UnreadableGame(id_, name, _damaged(thing, error, _BRING_BACK if rest is None else _SAVE_ITS_MOVES), rest)


def _entry(row: Mapping[str, Any], seq: int) -> Entry:
    """The entry of a row that should be number ``seq``; raises :class:`NewerJournal` and :class:`DamagedJournal`."""
    thing = Message("game {game}, move {n}", {"game": repr(row["game"]), "n": seq})
    if type(row["format"]) is int and row["format"] > FORMAT:
        raise _newer(thing)
    try:
        entry = tables.entry_of(row)
    except UnreadableDocument as error:
        raise _damaged(thing, error, _SAVE_THE_REST) from error
    if entry.seq != seq:
        raise DamagedJournal(thing, Message("is missing"), _SAVE_THE_REST)
    return entry


def _damaged(thing: Message, error: UnreadableDocument, next_step: Message) -> DamagedJournal:
    reason = Message("cannot be read back ({place} {reason})", {"place": error.thing, "reason": error.reason})
    return DamagedJournal(thing, reason, next_step)


def _legible(value: object) -> str:
    return value.encode(errors="backslashreplace").decode() if isinstance(value, str) else repr(value)


def is_journal(connection: sa.Connection, where: str, otherwise: Message) -> bool:
    """Whether the database that is called ``where`` holds a journal; False where it is empty, or one half made.

    Raises :class:`NoJournal`, with ``otherwise`` for what to do, and :class:`NewerJournal` as :meth:`Journal.open`.
    """
    found = set(sa.inspect(connection).get_table_names())
    if found - set(tables.metadata.tables):
        raise NoJournal(where, Message("is a database of another program"), otherwise)
    begun = tables.journal.name in found
    formats: Sequence[int] = connection.execute(sa.select(tables.journal.c.format)).scalars().all() if begun else ()
    if not all(type(written) is int for written in formats):
        raise DamagedJournal(where, Message("does not say which format it has"), BRING_BACK)
    if max(formats, default=0) > tables.SCHEMA:
        raise _newer(where)
    return bool(formats) and found == set(tables.metadata.tables)


def _make_tables(database: Database) -> None:
    with database.writing() as connection:
        for table in tables.metadata.sorted_tables:
            connection.execute(CreateTable(table, if_not_exists=True))
        if not connection.execute(sa.select(tables.journal.c.format)).all():
            connection.execute(sa.insert(tables.journal).values(format=tables.SCHEMA))


def _newer(where: Message | str) -> NewerJournal:
    return NewerJournal(
        where,
        Message("was written by a later version of the companion"),
        Message("update the companion, or name another folder with --data"),
    )
