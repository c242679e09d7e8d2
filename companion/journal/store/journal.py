"""The journal: games and their entries in order; append-only, durable before it answers."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from typing import Any, Protocol, Self

import sqlalchemy as sa

from companion.errors import CompanionError, report_on_stderr
from companion.journal.course.summaries import Summary
from companion.journal.entries import (
    AlreadyKept,
    Entry,
    JournalError,
    KeptGame,
    NoSuchGame,
    StaleEntry,
    UnreadableGame,
    UnwritableJournal,
    with_players,
)
from companion.journal.store import game_rows, tables
from companion.journal.store.aliases_and_seasons import Book
from companion.journal.store.connect import connect
from companion.journal.store.database import Database
from companion.journal.store.game_list import NEWEST_FIRST, GameList
from companion.journal.store.game_rows import RemovedGame
from companion.journal.store.inspection import entry_in, game_in, is_journal, lost_end, make_tables
from companion.journal.store.migration import COUNTED, EARLIER, migrate
from companion.journal.values import MOST_ENTRIES
from companion.locale import Message, Wording


class JournalCopies(Protocol):
    """Makes the copies of a journal."""

    def wrote(self, over: bool) -> None:
        """Take note that the journal was written, and whether a move ended its game."""

    def close(self) -> None:
        """Make the copy that is due; the journal is closed by now."""


class Journal(AbstractContextManager["Journal"]):
    """An open journal, for any thread and several programs. Methods raise ``JournalError`` if the database fails."""

    def __init__(self, database: Database, format_: int, copies: JournalCopies | None) -> None:
        self._database, self._copies = database, copies
        self.doubt = database.doubt
        """Why the last move may be lost, as found when the journal was opened; None if nothing is."""
        self.book = Book(database, self._has_written)
        """The aliases and seasons stored beside the games."""
        self._format = format_
        """Of the tables there; an earlier one is written to only after it was brought to this version's."""
        self._ends: dict[str, tuple[int, str]] = {}
        """By game: the last entry that was read or written here, and its link. Another program may have put others
        behind it or given the game another name: whoever relies on this finds out, and looks."""

    @classmethod
    def open(
        cls,
        url: str,
        copies: JournalCopies | None = None,
        report: Callable[[CompanionError], object] = report_on_stderr,
    ) -> Self:
        """Open the journal in a database, creating it if necessary.

        Args:
            url: the database's URL.
            copies: the copies that are made of it while it is open and when it is closed.
            report: called with :attr:`doubt`, if there is one.

        Raises:
            NoJournal: if the file is no database or another program's; :class:`NewerJournal` for a later version's.
        """
        database = connect(url)
        try:
            database.make()
            with database.reading() as connection:
                complete = is_journal(connection, database.where, Message("choose another folder with --data"))
                format_ = tables.format_of(connection) if complete else tables.SCHEMA
            if not complete:
                with database.writing() as connection:
                    database.take(connection, "")
                    make_tables(connection)
        except BaseException:
            database.close()
            raise
        if database.doubt is not None:
            report(database.doubt)
        return cls(database, format_, copies)

    @property
    def game_list(self) -> GameList:
        """Return the list of games, in pages and with their summaries."""
        return GameList(self._database, self._format >= tables.SCHEMA)

    def close(self) -> None:
        """Close the journal and make the copy that is due."""
        self._database.close()
        if self._copies is not None:
            self._copies.close()

    def __exit__(self, *_: object) -> None:
        self.close()

    def create(self, game: KeptGame, entries: Sequence[Entry] = (), summary: Summary | None = None) -> None:
        """Store a new game with all of ``entries``, or nothing. The same again changes nothing.

        Args:
            game: the game.
            entries: its entries.
            summary: its summary after them, if known.

        Raises:
            AlreadyKept: if the id belongs to a different game; :class:`StaleEntry` if entries are not numbered from 1.
        """
        if [entry.seq for entry in entries] != list(range(1, len(entries) + 1)):
            raise StaleEntry(game.id, next(e.seq for n, e in enumerate(entries, 1) if e.seq != n))
        try:
            with self._writing(game.id) as connection:
                rows = game_rows.new_rows(game, entries, summary)
                connection.execute(sa.insert(tables.games), rows[0])
                if entries:
                    connection.execute(sa.insert(tables.entries), rows[1:])
        except sa.exc.IntegrityError:
            if self._kept(game.id) != game or self.entries(game.id)[: len(entries)] != tuple(entries):
                raise AlreadyKept(f"game {game.id!r}") from None

    def append(self, entry: Entry, summary: Summary | None = None) -> Entry:
        """Append an entry to its game; it is on disk when this returns.

        An id that exists already returns the stored entry, so that a writer who got no answer may repeat.

        Args:
            entry: the entry.
            summary: the game's summary after it, if known.

        Returns:
            The stored entry.

        Raises:
            JournalError: :class:`StaleEntry` if ``seq`` does not follow, :class:`AlreadyKept` if the id has another
                move, :class:`NoSuchGame`, or :class:`UnwritableJournal` if the game cannot be continued.
        """
        try:
            if self._put_behind(entry, summary):
                return entry
        except sa.exc.IntegrityError as error:
            if self._kept(entry.game) is None:
                raise NoSuchGame(entry.game) from None
            there = self.entries(entry.game)
            if len(there) == entry.seq - 1 and not any(one.id == entry.id for one in there):
                # It follows, and no other has its id or its place: something else in the database stands against it.
                why: Wording = {"seq": entry.seq, "why": str(error.orig)}
                step = Message("run `companion doctor`, or restore a backup")
                raise UnwritableJournal(
                    self._database.where, Message("cannot save entry {seq} ({why})", why), step
                ) from error
        kept = next((one for one in self.entries(entry.game) if one.id == entry.id), None)
        if kept is None:
            raise StaleEntry(entry.game, entry.seq)
        if kept.move != entry.move:
            raise AlreadyKept(f"entry {entry.id!r}")
        return kept

    def _put_behind(self, entry: Entry, summary: Summary | None) -> bool:
        """Append ``entry`` behind the one before it; return whether it is stored now."""
        if self._format < tables.SCHEMA:
            with self._writing(entry.game):  # migrates, which may change links
                pass
        seq, link = self._ends.get(entry.game, (None, ""))
        if seq == entry.seq - 1 and self._insert(entry, link, summary):
            return True
        return self._insert(entry, self._link(entry.game, entry.seq - 1), summary)

    def _insert(self, entry: Entry, before: str, summary: Summary | None) -> bool:
        """Insert ``entry`` behind the last one with the link ``before``; return whether that worked."""
        row = tables.entry_row(entry, before)
        with self._writing(entry.game, over=summary is not None and summary.over) as connection:
            done = game_rows.put_behind(connection, row, before, summary)
        if done:
            self._ends[entry.game] = entry.seq, row[tables.CHAIN]
        return done

    def games(self) -> tuple[KeptGame, ...]:
        """Return every readable game, the newest first."""
        return tuple(found for found in self._games() if isinstance(found, KeptGame))

    def unreadable(self) -> tuple[UnreadableGame, ...]:
        """Return the games that cannot be read, each with the error, also those of which only entries exist."""
        found = tuple(found for found in self._games() if isinstance(found, UnreadableGame))
        # a game whose id is damaged has lost its moves: it is named already
        return found or self.game_list.without_row()

    def game(self, id_: str) -> KeptGame:
        """Return a game; raise :class:`NoSuchGame`, or :class:`DamagedJournal` if it cannot be read."""
        kept = self._kept(id_)
        if kept is None:
            raise NoSuchGame(id_)
        return kept

    def entries(self, game: str, after: int = 0) -> tuple[Entry, ...]:
        """Return a game's entries after number ``after``, in order; raise the error that :meth:`readable` returns."""
        found, error = self.readable(game, after)
        if error is not None:
            raise error
        return found

    def readable(self, game: str, after: int = 0) -> tuple[tuple[Entry, ...], JournalError | None]:
        """Return a game's entries up to the first unreadable one, and that one's error."""
        seq, link = self._ends.get(game, (0, ""))
        begun, before = (None, link) if seq == after > 0 else self._begun(game, after)
        while True:
            found, links, error = self._readable(game, after, before)
            if error is None and begun is not None:
                error = lost_end(begun, after, links)
            if error is None:
                self._ends[game] = after + len(found), links[-1]
                return found, None
            # A game that is called otherwise has all its links written anew: perhaps since this one was looked up.
            earlier = begun, before
            begun, before = self._begun(game, after)
            if (begun, before) == earlier:
                return found, error

    def _readable(self, game: str, after: int, before: str) -> tuple[tuple[Entry, ...], list[str], JournalError | None]:
        """Return the readable entries, the link before them and theirs, and the error that ends them."""
        place = tables.entries.c
        asked = tables.everything(tables.entries).where(place.game == game, place.seq > after)
        found: list[Entry] = []
        links = [before]
        for seq, row in enumerate(self._read(asked.order_by(place.seq).limit(MOST_ENTRIES + 1)), after + 1):
            links.append(tables.linked(tables.entries, row, links[-1]))
            try:
                entry = entry_in(row, seq, links[-1])
            except JournalError as error:
                return tuple(found), links, error
            meant = EARLIER.get(entry.format) if self._format < COUNTED else None
            found.append(entry if meant is None else replace(entry, format=meant))
        return tuple(found), links, None

    def _begun(self, game: str, after: int) -> tuple[Mapping[str, Any] | None, str]:
        """Return the row of a game, or None, and the link of its entry ``after``."""
        with self._database.reading() as connection:
            row = game_rows.begun(connection, game)
        if row is not None and after == 0:
            return row, row.get(tables.CHAIN) or tables.linked(tables.games, row, "")
        return row, self._link(game, after)

    def holds(self, entry: str) -> bool:
        """Return whether any game has an entry with this id: a repeated roll was counted already."""
        asked = sa.select(tables.entries.c.id).where(tables.entries.c.id == entry).limit(1)
        return bool(self._read(asked))

    def remove(self, game: str) -> RemovedGame:
        """Remove a game, sound or damaged, for :meth:`put_back`; raise :class:`NoSuchGame`."""
        with self._writing(game) as connection:
            return game_rows.take_out(connection, game)

    def put_back(self, removed: RemovedGame) -> None:
        """Restore a removed game with every entry; raise :class:`AlreadyKept` if its id is taken."""
        with self._writing(str(removed.game["id"])) as connection:
            game_rows.put_in(connection, removed)

    def rename(self, game: str, name: str) -> None:
        """Rename a game; raise what :meth:`game` and :meth:`entries` raise, because a damaged game keeps its name."""
        self._call(replace(self.game(game), name=name))

    def rename_players(self, game: str, players: Sequence[str]) -> None:
        """Give a game's players other names, by seat; raise as :meth:`rename` does, and ``UnusableName``."""
        self._call(with_players(self.game(game), players))

    def _call(self, game: KeptGame) -> None:
        self.entries(game.id)
        with self._writing(game.id) as connection:
            game_rows.call(connection, game)

    def check(self, *, at_a_glance: bool = False) -> None:
        """Check the database, or only what takes no time to check; raise :class:`DamagedJournal`."""
        self._database.check(at_a_glance)

    def _games(self) -> Iterator[KeptGame | UnreadableGame]:
        return map(game_in, self._read(NEWEST_FIRST))

    def _kept(self, id_: str) -> KeptGame | None:
        for row in self._read(tables.everything(tables.games).where(tables.games.c.id == id_)):
            found = game_in(row)
            if isinstance(found, UnreadableGame):
                raise found.error
            return found
        return None

    def _link(self, game: str, seq: int) -> str:
        """Return the link of an entry, or of the setup (0); "" if there is none."""
        begun, place = tables.everything(tables.games).where(tables.games.c.id == game), tables.entries.c
        behind = tables.everything(tables.entries).where(place.game == game, place.seq <= seq).order_by(place.seq)
        link = ""
        for table, asked in (tables.games, begun), (tables.entries, behind):
            for row in self._read(asked):
                link = row.get(tables.CHAIN) or tables.linked(table, row, link)
        return link

    @contextmanager
    def _writing(self, game: str, over: bool = False) -> Iterator[sa.Connection]:
        self._ends.pop(game, None)
        with self._database.writing() as connection:
            self._database.take(connection, game)
            if self._format < tables.SCHEMA:
                migrate(connection, self._database.where)
            yield connection
        self._format = max(self._format, tables.SCHEMA)
        self._has_written(over)

    def _has_written(self, over: bool = False) -> None:
        if self._copies is not None:
            self._copies.wrote(over)

    def _read(self, asked: sa.Select[Any]) -> Sequence[Mapping[str, Any]]:
        with self._database.reading() as connection:
            return [dict(row) for row in connection.execute(asked).mappings()]
