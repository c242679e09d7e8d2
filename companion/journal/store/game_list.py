"""The list of stored games, in pages: games and their summaries, without their moves."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from companion.journal.course.summaries import BEGINNING, Summary, read_summary, write_summary
from companion.journal.entries import DamagedJournal, KeptGame, UnreadableGame
from companion.journal.store import tables
from companion.journal.store.database import Database
from companion.journal.store.inspection import game_in, legible, without_beginning
from companion.journal.values import LONGEST_NAME, MOST_BYTES, MOST_PLAYERS, json_value

_MOST_NAMED = 500
"""Games that are named in a statement, which counts their entries: databases limit the number of values."""

NEWEST_FIRST = tables.everything(tables.games).order_by(tables.games.c.created.desc(), tables.games.c.id)

_GAMES_WITH_ENTRIES = sa.text(
    "WITH RECURSIVE found(id) AS (SELECT min(game) FROM entries UNION ALL"
    " SELECT (SELECT min(game) FROM entries WHERE game > found.id) FROM found WHERE found.id IS NOT NULL)"
    " SELECT id FROM found WHERE id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM games WHERE games.id = found.id)"
)
"""Finds the games that have entries and no row, by a jump in the index from each game to the next."""


@dataclass(frozen=True, slots=True)
class ListedGame:
    """A game's row in the list."""

    game: KeptGame | UnreadableGame
    summary: Summary | None
    """None if the game has to be folded: there is no valid summary, or its end is missing."""
    moves: int | None
    """The number of entries that its row counts."""
    last: str | None
    """The link of the last of them."""


class GameList:
    """The games in ``database``, the newest first. Every method raises a :class:`JournalError` if the database fails.

    Args:
        database: the journal's database.
        has_summaries: whether its tables have a place for summaries.
    """

    def __init__(self, database: Database, has_summaries: bool) -> None:
        self._database, self._has_summaries = database, has_summaries

    def count(self) -> int:
        """Return the number of games."""
        with self._database.reading() as connection:
            return connection.execute(sa.select(sa.func.count()).select_from(tables.games)).scalar_one()

    def is_empty(self) -> bool:
        """Return whether there is neither a game nor an entry."""
        return not self.count() and not self.without_row()

    def page(self, limit: int | None = None, offset: int = 0) -> tuple[ListedGame, ...]:
        """Return the games of one page.

        Args:
            limit: the largest number of games; None: all.
            offset: the number of newer games to leave out.

        Returns:
            The games, readable or not.
        """
        return self._listed(NEWEST_FIRST.limit(limit).offset(offset), whole=limit is None or limit > _MOST_NAMED)

    def without_summary(self, limit: int, offset: int = 0) -> tuple[ListedGame, ...]:
        """Return one page of the games whose summary is missing or of another version, as :meth:`page` does.

        Tables without a place for summaries have no such game.
        """
        if not self._has_summaries:
            return ()
        summary = tables.games.c.summary
        missing = sa.or_(summary.is_(None), ~summary.startswith(BEGINNING, autoescape=True))
        return self._listed(NEWEST_FIRST.where(missing).limit(limit).offset(offset), whole=False)

    def _listed(self, asked: sa.Select[Any], whole: bool) -> tuple[ListedGame, ...]:
        with self._database.reading() as connection:
            rows = [dict(row) for row in connection.execute(asked).mappings()]
        try:
            with self._database.reading() as connection:
                ends = dict(_ends(connection, None if whole else [row["id"] for row in rows]))
        except DamagedJournal:  # a damaged index of moves: each game is folded, and says what is wrong with it
            ends = {}
        return tuple(_listed(row, ends.get(row["id"], (0, 0))) for row in rows)

    def names(self) -> tuple[tuple[str, str], ...]:
        """Return id and name of each game, as far as they can be read, without checking its row."""
        asked = NEWEST_FIRST.with_only_columns(tables.games.c.id, tables.games.c.name)
        with self._database.reading() as connection:
            return tuple((legible(row[0]), legible(row[1], LONGEST_NAME)) for row in connection.execute(asked))

    def players(self) -> tuple[tuple[str, ...], ...]:
        """Return the player names of each game, newest first, as far as they can be read, without checking its row."""
        asked = NEWEST_FIRST.with_only_columns(tables.games.c.players)
        with self._database.reading() as connection:
            return tuple(map(_names_in, connection.execute(asked).scalars()))

    def without_row(self) -> tuple[UnreadableGame, ...]:
        """Return the games of which only entries exist."""
        try:
            with self._database.reading() as connection:
                return tuple(map(without_beginning, connection.execute(_GAMES_WITH_ENTRIES).scalars()))
        except DamagedJournal:  # a damaged index: the games themselves can be read, and the check of the file names it
            return ()

    def keep(self, found: Iterable[tuple[ListedGame, Summary]]) -> None:
        """Store summaries of games that were folded, unless a game went on meanwhile.

        Tables without a place for them stay as they are.
        """
        game = tables.games.c
        rows = [
            {"of": str(one.game.id), "at": summary.seq, "behind": one.last, "new": write_summary(summary, one.last)}
            for one, summary in found
            if one.last is not None and one.moves == summary.seq
        ]
        if not rows or not self._has_summaries:
            return
        stored = sa.update(tables.games).values({tables.SUMMARY: sa.bindparam("new")})
        same = game.id == sa.bindparam("of"), game.moves == sa.bindparam("at"), game.last == sa.bindparam("behind")
        with self._database.writing() as connection:
            connection.execute(stored.where(*same), rows)


def _listed(row: Mapping[str, Any], end: tuple[int, int]) -> ListedGame:
    found, moves, last = game_in(row), row.get(tables.MOVES), row.get(tables.LAST)
    summary = read_summary(row.get(tables.SUMMARY), last) if isinstance(found, KeptGame) else None
    if summary is not None and not summary.seq == moves == end[0] == end[1]:
        summary = None
    return ListedGame(found, summary, moves if type(moves) is int else None, last if isinstance(last, str) else None)


def _names_in(written: object) -> tuple[str, ...]:
    """Return the names in a row's column; none if it is damaged."""
    try:
        names = json_value(written) if isinstance(written, str) and len(written) <= MOST_BYTES else ()
    except ValueError:
        return ()
    found = [name for name in names if isinstance(name, str)] if isinstance(names, list) else []
    return tuple(name for name in found[:MOST_PLAYERS] if len(name) <= LONGEST_NAME)


def _ends(connection: sa.Connection, games: Sequence[Any] | None) -> Iterator[tuple[Any, tuple[int, int]]]:
    """Yield how many entries each game has, and the number of its last; for all games, or for these."""
    place = tables.entries.c
    asked = sa.select(place.game, sa.func.count(), sa.func.max(place.seq)).group_by(place.game)
    for game, count, last in connection.execute(asked if games is None else asked.where(place.game.in_(games))):
        yield game, (count, last)
