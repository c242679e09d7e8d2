"""Games taken from one journal into another, a tablet's into a club's or back; done again it takes only what is new."""

from __future__ import annotations

from dataclasses import dataclass, replace

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
    left: tuple[JournalError, ...]
    """Why games were left where they are: damaged, or gone on otherwise in the other journal."""


def transfer(source: Journal, target: Journal) -> Transferred:
    """Every game of ``source`` is kept in ``target`` too, whole or not at all; none is changed that went on otherwise.

    A game that both have under different names keeps the one that it has in ``target``. Raises a ``JournalError`` only
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
    return Transferred(games, moves, tuple(left))


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
