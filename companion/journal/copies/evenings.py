"""Copies of a journal: after each game, on a timer while a program hosts games, and on closing.

They are kept by evening, for the last ten, as far as there is room. A copy never takes the room that the journal needs.
"""

import re
import shutil
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing, suppress
from datetime import datetime, timedelta
from itertools import chain, count
from pathlib import Path

from companion.errors import CompanionError
from companion.files import ANOTHER_FOLDER, UnwritableFile, free_path
from companion.journal.copies.backups import back_up, journal_file
from companion.journal.entries import JournalError
from companion.journal.store.database import translate_errors
from companion.journal.store.sqlite_copies import LOGS, read, read_untouched, sidecar
from companion.locale import Message

EVERY = 900.0
"""Seconds between two copies of a journal that a host goes on writing."""


SMALL = 8 * 2**20
"""Bytes of a journal that every command copies after it wrote: about 400 games, a moment's work."""


class Copies:
    """The copies that a program makes of a journal while it has it open. A copy never delays a move.

    Args:
        url: the journal's database URL.
        folder: the folder of copies.
        report: called with the error of a copy that could not be made, on any thread.
        hosts: whether the program keeps the journal open for an evening. Then it is copied in the background after each
            game and every :data:`EVERY` seconds, and on closing if it was written since. Otherwise it is copied on
            closing if a game ended or the journal is :data:`SMALL`.
    """

    def __init__(self, url: str, folder: Path, report: Callable[[CompanionError], object], *, hosts: bool) -> None:
        self._url, self._folder, self._report, self._hosts = url, folder, report, hosts
        self._due, self._ended, self._closing = False, False, False
        self._wake = threading.Event()
        self._thread: threading.Thread | None = None

    def wrote(self, over: bool) -> None:
        """Take note that the journal was written.

        Args:
            over: whether a move ended its game.
        """
        self._due, self._ended = True, self._ended or over
        if self._hosts and self._thread is None:
            self._thread = threading.Thread(target=self._run, name="copies", daemon=True)
            self._thread.start()
        if over:
            self._wake.set()

    def close(self) -> None:
        """Make the copy that is due; the journal is closed by now."""
        self._closing = True
        self._wake.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None
        if self._hosts or self._ended or size_of(journal_file(self._url)) <= SMALL:
            self._copy()
        self._closing = False

    def _run(self) -> None:
        while not self._closing:
            self._wake.wait(EVERY)
            self._wake.clear()
            if not self._closing:
                self._copy()

    def _copy(self) -> None:
        if not self._due:
            return
        self._due = False
        try:
            keep_evening(self._url, self._folder, datetime.now().astimezone())
        except CompanionError as error:
            self._report(error)


KEPT = 10
"""Evenings of which a copy is kept."""

TOTAL = 512 * 2**20
"""Bytes of all evenings' copies; the newest one may be larger."""

ROOM = 64 * 2**20
"""Bytes that a copy leaves free on the disk: the journal's log grows to a few MB, and a move needs some kB."""

DAWN = timedelta(hours=6)
"""A game before six in the morning belongs to the evening before."""

_NAME = re.compile(r"evening-\d{4}-\d{2}-\d{2}(-\d+)?\.db")

Moves = dict[bytes, int]
"""The number of moves by the games' ids."""


def keep_evening(url: str, folder: Path, now: datetime) -> Path:
    """Copy the journal as this evening's backup.

    An earlier copy of this evening is replaced if the journal and the evening's other copies contain all of it;
    otherwise both stay. Older evenings are deleted if there are more than :data:`KEPT` or :data:`TOTAL` bytes of them.

    Args:
        url: the journal's database URL.
        folder: the folder of copies.
        now: the local time.

    Raises:
        JournalError: as :func:`~companion.journal.copies.backups.back_up`; every earlier copy is unchanged then.
        UnwritableFile: if the folder cannot be written, or the disk would have less than :data:`ROOM` left.
    """
    keep_folder(folder)
    made = _place(url, folder, f"evening-{(now - DAWN).date()}")
    _check_room(journal_file(url), folder)
    back_up(url, made, ANOTHER_FOLDER)
    _forget_the_oldest(folder, made)
    return made


def keep_damaged(url: str, folder: Path, game: str) -> Path:
    """Return a copy of the journal that holds a damaged game as it is now.

    Args:
        url: the journal's database URL.
        folder: the folder of deleted games.
        game: the id of the damaged game.

    Returns:
        An earlier copy in the folder if it holds the game, so that many deletions need one copy; otherwise a new one.

    Raises:
        JournalError: as :func:`~companion.journal.copies.backups.back_up`.
        UnwritableFile: as :func:`keep_evening`.
    """
    keep_folder(folder)
    journal = journal_file(url)
    with translate_errors(journal), closing(read(journal)) as content:
        rows = _rows(content, game)
    for copy in folder.glob("games-*.db"):
        with suppress(JournalError), translate_errors(copy), closing(read_untouched(copy)) as content:
            if rows[0] and _rows(content, game) == rows:
                return copy
    _check_room(journal, folder)
    return back_up_into(url, folder)


def list_backups(folder: Path) -> tuple[Path, ...]:
    """Return every copy of all games in a folder, the newest first."""
    return tuple(sorted(folder.glob("*.db"), key=lambda copy: copy.stat().st_mtime_ns, reverse=True))


def back_up_into(url: str, folder: Path) -> Path:
    """Copy all games into a new file of the folder, and return its path; raise what ``back_up`` raises."""
    keep_folder(folder)
    made = free_path(folder / f"games-{moment()}.db")
    back_up(url, made, ANOTHER_FOLDER)
    return made


def moment() -> str:
    """Return the present moment for the name of a file."""
    return datetime.now().astimezone().strftime("%Y%m%d-%H%M%S")


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
    for newest in list_backups(folder)[:1]:
        if games := _moves_in(newest):
            return newest, len(games)
    return None


def _place(url: str, folder: Path, name: str) -> Path:
    """Return the first file of this evening that does not exist or holds nothing that would be lost with it."""
    journal = journal_file(url)
    with translate_errors(journal), closing(read(journal)) as content:
        now = _moves(content)
    copies = {path: _moves_in(path) for path in evenings(folder) if path.name.startswith(name)}
    names = (f"{name}{more}.db" for more in chain([""], (f"-{number}" for number in count(2))))
    return next(path for path in map(folder.joinpath, names) if not path.exists() or _is_held(path, now, copies))


def _is_held(copy: Path, now: Moves, copies: dict[Path, Moves | None]) -> bool:
    """Return whether each game of a copy has as many moves in the journal or in another copy of the evening."""
    games, others = copies.get(copy), [now, *(moves for path, moves in copies.items() if path != copy and moves)]
    return games is not None and all(
        any(other.get(game, -1) >= moves for other in others) for game, moves in games.items()
    )


def _moves_in(copy: Path) -> Moves | None:
    """Return the moves in a copy, None if it cannot be read."""
    with suppress(JournalError), translate_errors(copy), closing(read_untouched(copy)) as content:
        return _moves(content)
    return None


def _moves(content: sqlite3.Connection) -> Moves:
    content.text_factory = bytes
    of_games = "FROM games LEFT JOIN entries ON entries.game = games.id GROUP BY games.id"
    return dict(content.execute(f"SELECT games.id, count(entries.seq) {of_games}").fetchall())


def _rows(content: sqlite3.Connection, game: str) -> tuple[list[tuple[object, ...]], list[tuple[object, ...]]]:
    """Return all rows of a game."""
    content.text_factory = bytes
    begun = content.execute("SELECT * FROM games WHERE id = ?", (game,)).fetchall()
    return begun, content.execute("SELECT * FROM entries WHERE game = ? ORDER BY seq", (game,)).fetchall()


def _check_room(journal: Path, folder: Path) -> None:
    """Raise :class:`UnwritableFile` if a copy of the journal would take the room that the next moves need."""
    if shutil.disk_usage(folder).free < size_of(journal) + ROOM:
        why = Message("not copied: too little room on the disk for a copy and the next moves")
        raise UnwritableFile(str(folder), why, ANOTHER_FOLDER)


def size_of(journal: Path) -> int:
    """Return the bytes of a journal with its log."""
    parts = (journal, *(sidecar(journal, log) for log in LOGS))
    return sum(part.stat().st_size for part in parts if part.exists())


def _forget_the_oldest(folder: Path, made: Path) -> None:
    """Delete all but this evening's copies and the newest nine others, by name, and what exceeds the room for all."""
    others = [path for path in evenings(folder) if _evening(path) != _evening(made)]
    last = sorted({_evening(path) for path in others}, reverse=True)[: KEPT - 1]
    room = TOTAL - made.stat().st_size
    for path in [path for path in evenings(folder) if path != made]:
        room -= path.stat().st_size
        if (path in others and _evening(path) not in last) or room < 0:
            path.unlink(missing_ok=True)


def _evening(copy: Path) -> str:
    return copy.name.removeprefix("evening-")[: len("2026-11-30")]
