"""Delete a person's name from journals, their copies and records; the games stay, with a seat's name in its place."""

import re
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import NoReturn

from companion.errors import CompanionError
from companion.files import write_data_file
from companion.journal.entries import KeptGame, with_players
from companion.journal.records.record import read_record, write_record
from companion.journal.store.database import translate_errors
from companion.journal.store.journal import Journal

IsPerson = Callable[[str], bool]
"""Returns whether a name is one of the person's."""
SeatName = Callable[[int], str]
"""Returns the name that stands for a seat, counted from 1."""


def forget_in_journal(url: str, is_person: IsPerson, seat_name: SeatName) -> tuple[int, list[CompanionError]]:
    """Delete a person's names from every game of a journal, and their aliases.

    Args:
        url: The database's URL. A file is written anew, so that no freed page of it has the name.
        is_person: Tells the person's names.
        seat_name: Names the seat in their place.

    Returns:
        The number of games in which the person played, and the errors of games that cannot be changed.
    """
    n, failed = 0, list[CompanionError]()
    with Journal.open(url) as journal:
        failed += [unreadable.error for unreadable in journal.unreadable()]
        for game in journal.games():
            nameless = without_person(game, is_person, seat_name)
            if nameless is None:
                continue
            try:
                journal.rename_players(game.id, nameless.players)
                journal.rename(game.id, nameless.name)
                n += 1
            except CompanionError as error:
                failed.append(error)
        for alias in journal.book.names():
            if is_person(alias.other) or is_person(alias.name):
                journal.book.drop(type(alias), alias.key)
    if url.startswith("sqlite:///"):
        path = Path(url.removeprefix("sqlite:///"))
        with translate_errors(path), closing(sqlite3.connect(path)) as database:
            database.execute("VACUUM")
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return n, failed


def forget_in_record(path: Path, is_person: IsPerson, seat_name: SeatName) -> int:
    """Delete a person's names from a record file; return the number of games in which the person played, 0 or 1."""
    game, entries = read_record(path.read_bytes(), path.name, now=_complete, new_id=_complete)
    nameless = without_person(game, is_person, seat_name)
    if nameless is None:
        return 0
    write_data_file(path, write_record(nameless, entries).encode())
    return 1


def forget_in_files(
    files: Iterable[Path], is_person: IsPerson, seat_name: SeatName
) -> tuple[int, list[CompanionError]]:
    """Delete a person's names from copies of journals and from records; as :func:`forget_in_journal`."""
    n, failed = 0, list[CompanionError]()
    for path in files:
        try:
            if path.suffix == ".json":
                n += forget_in_record(path, is_person, seat_name)
            else:
                games, errors = forget_in_journal(f"sqlite:///{path}", is_person, seat_name)
                n, failed = n + games, failed + errors
        except CompanionError as error:
            failed.append(error)
    return n, failed


def without_person(game: KeptGame, is_person: IsPerson, seat_name: SeatName) -> KeptGame | None:
    """Return a game with a seat's name in place of the person's, also in the game's name; None if they did not play."""
    names = [name for name in game.players if is_person(name)]
    if not names:
        return None
    players = list[str]()
    for seat, name in enumerate(game.players, 1):
        free = (one for one in map(seat_name, count(seat)) if one not in (*players, *game.players))
        players.append(next(free) if name in names else name)
    nameless = with_players(game, players)
    called = re.compile("|".join(map(re.escape, names)), re.IGNORECASE)
    seats = ", ".join(one for one in players if one not in game.players)
    return replace(nameless, name=called.sub(lambda _found: seats, nameless.name))


def _complete() -> NoReturn:
    raise AssertionError("a record of the companion has every id and time")
