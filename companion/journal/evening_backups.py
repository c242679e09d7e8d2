"""Backups by evening: a program that wrote in the journal copies it on exit; the last ten evenings are kept.

A copy never delays or endangers a move.
"""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from datetime import datetime, timedelta
from itertools import chain, count
from pathlib import Path

from companion.files import ANOTHER_FOLDER, UnwritableFile
from companion.journal.backups import back_up, journal_file
from companion.journal.errors import JournalError
from companion.journal.sqlite_copies import read, read_untouched
from companion.journal.sqlite_errors import translate_errors
from companion.locale import Message

KEPT = 10
"""Evenings of which a copy is kept."""

DAWN = timedelta(hours=6)
"""A game before six in the morning belongs to the evening before."""

_NAME = re.compile(r"evening-(\d{4}-\d{2}-\d{2})(-\d+)?\.db")


def keep_evening(url: str, folder: Path, now: datetime) -> Path:
    """Copy the journal as this evening's backup.

    This evening's earlier copy is replaced if the journal contains all of it; otherwise both stay.

    Args:
        url: the journal's database URL.
        folder: the folder of copies.
        now: the local time.

    Returns:
        The copy.

    Raises:
        JournalError: as :func:`~companion.journal.backups.back_up`; every earlier copy is unchanged then.
    """
    keep_folder(folder)
    made = _place(url, folder, f"evening-{(now - DAWN).date()}")
    back_up(url, made, ANOTHER_FOLDER)
    _forget_the_oldest(folder, made)
    return made


def keep_folder(folder: Path) -> None:
    """Create the folder of copies if it does not exist.

    Raises:
        UnwritableFile: if it cannot be created.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        why = Message("cannot write ({why})", {"why": error.strerror or str(error)})
        raise UnwritableFile(str(folder), why, ANOTHER_FOLDER) from error


def evenings(folder: Path) -> tuple[Path, ...]:
    """Return the copies in a folder, the newest first."""
    found = (path for path in folder.glob("evening-*.db") if _NAME.fullmatch(path.name))
    return tuple(sorted(found, key=lambda path: (_evening(path), path.stat().st_mtime_ns), reverse=True))


def lost_games(folder: Path) -> tuple[Path, int] | None:
    """Return the newest copy and its number of games, or None if it holds none.

    It is named if the journal holds no games. If players removed their games themselves, the last copy is empty too.
    """
    copies = [*folder.glob("evening-*.db"), *folder.glob("games-*.db")]
    for newest in sorted(copies, key=lambda path: path.stat().st_mtime_ns, reverse=True)[:1]:
        try:
            with translate_errors(newest), closing(read_untouched(newest)) as content:
                games = len(_moves(content))
        except JournalError:
            return None
        return (newest, games) if games else None
    return None


def _place(url: str, folder: Path, name: str) -> Path:
    journal = journal_file(url)
    with translate_errors(journal), closing(read(journal)) as content:
        now = _moves(content)
    names = (f"{name}{more}.db" for more in chain([""], (f"-{number}" for number in count(2))))
    return next(path for path in map(folder.joinpath, names) if _is_held(path, now))


def _is_held(copy: Path, now: dict[bytes, int]) -> bool:
    """Return whether a journal with so many moves of each game contains all of this copy."""
    if not copy.exists():
        return True
    try:
        with translate_errors(copy), closing(read_untouched(copy)) as content:
            return all(now.get(game, -1) >= moves for game, moves in _moves(content).items())
    except JournalError:
        return False


def _moves(content: sqlite3.Connection) -> dict[bytes, int]:
    """Return the number of moves by the games' ids."""
    content.text_factory = bytes
    of_games = "FROM games LEFT JOIN entries ON entries.game = games.id GROUP BY games.id"
    return dict(content.execute(f"SELECT games.id, count(entries.seq) {of_games}").fetchall())


def _forget_the_oldest(folder: Path, made: Path) -> None:
    """Delete all but this evening's copies and the newest nine others, by name."""
    others = [path for path in evenings(folder) if _evening(path) != _evening(made)]
    last = sorted({_evening(path) for path in others}, reverse=True)[: KEPT - 1]
    for path in others:
        if _evening(path) not in last:
            path.unlink(missing_ok=True)


def _evening(copy: Path) -> str:
    named = _NAME.fullmatch(copy.name)
    assert named is not None
    return named[1]
