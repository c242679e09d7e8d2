"""Transfer of games from one journal to another; a repeated transfer takes only what is new."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.journal.aliases_and_seasons import Book
from companion.journal.entries import Entry, KeptGame
from companion.journal.errors import AlreadyKept, JournalError, NoSuchGame, StaleEntry
from companion.journal.journal import Journal


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
    for name in names:
        target.put_name(name)
    for season in seasons:
        target.put_season(season)
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
