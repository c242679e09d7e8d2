"""Transfer of games from one journal to another, and the entries that a server could not be sent yet."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import sqlalchemy as sa

from companion.journal.entries import AlreadyKept, Entry, JournalError, KeptGame, NoSuchGame, StaleEntry
from companion.journal.store import tables
from companion.journal.store.aliases_and_seasons import Book, KeptSeason, OtherName
from companion.journal.store.inspection import refuse_foreign
from companion.journal.store.journal import Journal
from companion.journal.store.sqlite_file import SQLiteFile


@dataclass(frozen=True, slots=True)
class Transferred:
    """The result of a transfer."""

    games: int
    """Games that were new."""
    moves: int
    """Moves that were new, in all games."""
    names: int
    """Aliases that were new."""
    seasons: int
    """Seasons that were new."""
    left: tuple[JournalError, ...]
    """Reasons why games were not transferred: damaged, or continued differently in the other journal."""


def transfer(source: Journal, target: Journal) -> Transferred:
    """Copy every game of ``source`` to ``target``, whole or not at all; a game that went on differently is not changed.

    A game in both keeps its name in ``target``; aliases and seasons of ``target`` win.

    Raises:
        JournalError: if a journal itself fails; everything copied before is kept.
    """
    games = moves = 0
    left = [found.error for found in source.unreadable()]
    for game in reversed(source.games()):
        entries, error = source.readable(game.id)
        if error is None:
            try:
                begun, made = _take(game, entries, target)
            except (AlreadyKept, StaleEntry) as refused:
                error = refused
            else:
                games, moves = games + begun, moves + made
        if error is not None:
            left.append(error)
    names, seasons = _take_book(source.book, target.book)
    return Transferred(games, moves, names, seasons, tuple(left))


def _take_book(source: Book, target: Book) -> tuple[int, int]:
    """Return how many aliases and seasons were new."""
    known_keys, there = {one.key for one in target.names()}, {one.key for one in target.seasons()}
    names = [one for one in source.names() if one.key not in known_keys]
    seasons = [one for one in source.seasons() if one.key not in there]
    new: list[OtherName | KeptSeason] = [*names, *seasons]
    for one in new:
        target.put(one)
    return len(names), len(seasons)


def _take(game: KeptGame, entries: tuple[Entry, ...], target: Journal) -> tuple[bool, int]:
    """Return whether the game was new, and how many moves were."""
    try:
        kept = target.game(game.id)
    except NoSuchGame:
        target.create(game, entries)
        return True, len(entries)
    there = target.entries(game.id)
    if replace(kept, name=game.name) != game or there[: len(entries)] != entries[: len(there)]:
        raise AlreadyKept(f"game {game.name!r}")
    for entry in entries[len(there) :]:
        target.append(entry)
    return False, max(0, len(entries) - len(there))


class Outbox:
    """The file of waiting entries, created when the first one waits.

    Every method raises a :class:`JournalError` if it cannot be read or written.
    """

    def __init__(self, file: Path) -> None:
        self._file = SQLiteFile(file)

    def of(self, game: str) -> tuple[tuple[Entry, str | None], ...]:
        """Return a game's waiting entries in order, each with the id of the entry that it undoes or redoes, if any."""
        if not self._file.path.exists():
            return ()
        asked = sa.select(waiting).where(waiting.c.game == game).order_by(waiting.c.place)
        with self._checked(self._file.reading()) as connection:
            rows = connection.execute(asked).mappings().all()
        return tuple((tables.entry_of(dict(row)), row["meant"]) for row in rows)

    def count(self) -> int:
        """Return the number of waiting entries of all games."""
        if not self._file.path.exists():
            return 0
        with self._checked(self._file.reading()) as connection:
            return int(connection.execute(sa.select(sa.func.count()).select_from(waiting)).scalar_one())

    def put(self, entry: Entry, meant: str | None) -> None:
        """Append an entry; it is on disk when this returns."""
        self._file.make()
        row = {name: value for name, value in tables.entry_row(entry, "").items() if name != tables.CHAIN}
        with self._checked(self._file.writing()) as connection:
            connection.execute(sa.schema.CreateTable(waiting, if_not_exists=True))
            connection.execute(sa.insert(waiting).values(**row, meant=meant))

    def drop(self, entry: Entry) -> None:
        """Remove an entry that was sent or can never be."""
        with self._checked(self._file.writing()) as connection:
            of_game = waiting.c.game == entry.game
            connection.execute(sa.delete(waiting).where(of_game, waiting.c.id == entry.id))

    @contextmanager
    def _checked(self, opened: AbstractContextManager[sa.Connection]) -> Iterator[sa.Connection]:
        """Raise :class:`ForeignSchema` if the file defines more, before an entry is trusted to it."""
        with opened as connection:
            refuse_foreign(connection, self._file.where)
            yield connection

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
