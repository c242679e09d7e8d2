"""A file of SQLite's read as a whole into memory: also where it cannot be opened as usual, or must not be touched."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.journal.errors import DamagedJournal
from companion.journal.sqlite_errors import code_of
from companion.journal.sqlite_guard import guard
from companion.journal.sqlite_log import is_torn_inside
from companion.locale import Message

LOGS = ("-wal", "-journal")
"""What SQLite calls the logs beside a file: parts of what is kept may stand only there."""

WANTS_WRITING = (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY)
"""SQLite's codes where it cannot open a file since it must write beside it: on a full disk, in a read-only folder."""

_TIMES = 5
"""How often a file is read again that was written meanwhile."""


def read(file: Path) -> sqlite3.Connection:
    """What a database holds, in memory; where it cannot be opened as usual, for want of room or leave to write, too.

    Raises :class:`OSError`, ``sqlite3.Error``, or :class:`DamagedJournal` for a log that lost moves.
    """
    refuse_torn_log(file)
    try:
        return _in_memory(file, "mode=rw")
    except sqlite3.OperationalError as error:
        if code_of(error) not in WANTS_WRITING:
            raise
        with suppress(sqlite3.OperationalError):
            return _in_memory(file, "mode=rw", "PRAGMA locking_mode=EXCLUSIVE")  # needs no shared memory beside it
        with suppress(OSError, sqlite3.OperationalError):
            return read_untouched(file)
        raise


def refuse_torn_log(file: Path) -> None:
    """Raises :class:`DamagedJournal` where the log beside a file is damaged and lost what was kept in it.

    SQLite would open it all the same and, once closed, delete the log. Raises :class:`OSError` too.
    """
    log = beside(file, "-wal")
    if is_torn_inside(log):
        raise DamagedJournal(
            str(file),
            Message("has a damaged log {log}: the last moves stand in it and cannot be read", {"log": log.name}),
            Message(
                "bring a backup back with `companion restore FILE`: also a copy of both files, as far as it can be read"
            ),
        )


def read_untouched(file: Path) -> sqlite3.Connection:
    """What a database holds, read without a lock and without writing anything where the file lies.

    Raises as :func:`read` does, ``SQLITE_BUSY`` for a file that is written all the time.
    """
    for _ in range(_TIMES):
        before = _stamps(file)
        memory = _read_untouched_once(file)
        if _stamps(file) == before:
            return memory
        memory.close()
    busy = sqlite3.OperationalError("it is written all the time")
    busy.sqlite_errorcode = sqlite3.SQLITE_BUSY
    raise busy


def beside(file: Path, ending: str) -> Path:
    """A log of a file, or its shared memory."""
    return file.with_name(file.name + ending)


def _read_untouched_once(file: Path) -> sqlite3.Connection:
    logs = [log for ending in LOGS if _stamp(log := beside(file, ending))[1]]
    if not logs:  # all of it is in the file, whoever has it open
        return _in_memory(file, "immutable=1")
    with TemporaryDirectory() as folder:
        for part in (file, *logs):
            shutil.copyfile(part, Path(folder) / part.name)
        return _in_memory(Path(folder) / file.name, "mode=rw")


def _in_memory(file: Path, how: str, first: str = "") -> sqlite3.Connection:
    memory = sqlite3.connect(":memory:", check_same_thread=False, isolation_level=None)
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?{how}", uri=True)) as source:
            guard(source)
            source.execute(first)
            source.backup(memory)
        guard(memory)
    except BaseException:
        memory.close()
        raise
    return memory


def _stamps(file: Path) -> list[tuple[int, int, int]]:
    """What is another where somebody wrote."""
    return [_stamp(file), *(_stamp(beside(file, ending)) for ending in LOGS)]


def _stamp(path: Path) -> tuple[int, int, int]:
    """Which file it is, its size in bytes and the moment of the last change; zeros where it is not there."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return 0, 0, 0
    return found.st_ino, found.st_size, found.st_mtime_ns
