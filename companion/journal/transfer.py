"""Games taken from one journal into another, a tablet's into a club's or back; done again it takes only what is new."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.journal.aliases_and_seasons import Book
from companion.journal.entries import Entry, KeptGame
from companion.journal.errors import AlreadyKept, JournalError, NoSuchGame, StaleEntry
from companion.journal.journal import Journal


@dataclass(frozen=True, slots=True)
class Transferred:
    """What became of the games of a journal in another one."""

    games: int
    """Those that were not there before."""
    moves: int
    """Those that were not there before, in all games."""
    names: int
    """Other names of players that were said of nobody there before."""
    seasons: int
    """Those that were not there before."""
    left: tuple[JournalError, ...]
    """Why games were left where they are: damaged, or gone on otherwise in the other journal."""


def transfer(source: Journal, target: Journal) -> Transferred:
    """Every game of ``source`` is kept in ``target`` too, whole or not at all; none is changed that went on otherwise.

    A game that both have under different names keeps the one that it has in ``target``, and what is said there of a
    player's name or of a season counts there. Raises a ``JournalError`` only
    where a journal itself fails; everything before is kept then.
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
    """How many other names and seasons were not there."""
    said, there = {one.key for one in target.names()}, {one.key for one in target.seasons()}
    names = [one for one in source.names() if one.key not in said]
    seasons = [one for one in source.seasons() if one.key not in there]
    for name in names:
        target.put_name(name)
    for season in seasons:
        target.put_season(season)
    return len(names), len(seasons)


def _take(game: KeptGame, entries: tuple[Entry, ...], target: Journal) -> tuple[bool, int]:
    """Whether the game was not there, and how many moves were not."""
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
