"""An SQLite file read into memory, also if it cannot be opened as usual, and moves that its log lost.

SQLite reads a log up to the first damaged frame and drops the rest silently. What stands before a later transaction was
certainly complete. A damaged last transaction may as well have been torn by a power cut, before it was confirmed.
Format of the log: https://www.sqlite.org/fileformat2.html#the_write_ahead_log
"""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from enum import Enum
from pathlib import Path
from struct import Struct, unpack
from tempfile import TemporaryDirectory

from companion.errors import CompanionError, report_on_stderr
from companion.journal.entries import DamagedJournal
from companion.journal.store.database import code_of
from companion.journal.store.sqlite_guard import guard
from companion.locale import Message

LOGS = ("-wal", "-journal")
"""Endings of the log files, which may hold committed data."""

WANTS_WRITING = (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY)
"""SQLite's codes if it cannot write next to a file: full disk, read-only folder."""

_TIMES = 5
"""Number of attempts to read a file that is written meanwhile."""


Report = Callable[[CompanionError], object]
"""Takes an error after which the journal can be used."""


def read(file: Path, report: Report = report_on_stderr) -> sqlite3.Connection:
    """Read a database into memory, also if it cannot be opened as usual (no disk space, no write permission).

    Args:
        file: the database.
        report: as for :func:`check_log`.

    Raises:
        OSError: if the file cannot be read.
        sqlite3.Error: if it is no database.
        DamagedJournal: if its log lost moves.
    """
    check_log(file, report)
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


def check_log(file: Path, report: Report) -> None:
    """Check the log next to a file. SQLite would open a damaged one silently and delete it on closing.

    Args:
        file: the database.
        report: called if the last entry in the log may be lost.

    Raises:
        DamagedJournal: if the log is damaged and lost entries.
        OSError: if it cannot be read.
    """
    log = sidecar(file, "-wal")
    damage = find_damage(log)
    if damage is LogDamage.INSIDE:
        raise DamagedJournal(
            str(file),
            Message("damaged log {log}: the last moves cannot be read", {"log": log.name}),
            Message("restore a backup, or the readable part of a copy of both files, with `companion restore FILE`"),
        )
    if damage is LogDamage.AT_THE_END:
        reason = Message("the last entry in the log {log} was damaged or not fully written", {"log": log.name})
        report(DamagedJournal(str(file), reason, Message("compare the last move with the table")))


def read_untouched(file: Path) -> sqlite3.Connection:
    """Read a database without a lock and without writing next to it.

    Raises:
        OSError: as :func:`read`.
        sqlite3.OperationalError: ``SQLITE_BUSY`` if the file is written all the time.
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


def sidecar(file: Path, ending: str) -> Path:
    """Return the path of a file's log or shared memory."""
    return file.with_name(file.name + ending)


def _read_untouched_once(file: Path) -> sqlite3.Connection:
    logs = [log for ending in LOGS if _stamp(log := sidecar(file, ending))[1]]
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
    """Return values that differ after every write."""
    return [_stamp(file), *(_stamp(sidecar(file, ending)) for ending in LOGS)]


def _stamp(path: Path) -> tuple[int, int, int]:
    """Return a file's identity, its size in bytes and its modification time; zeros if it does not exist."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return 0, 0, 0
    return found.st_ino, found.st_size, found.st_mtime_ns


_HEADER, _FRAME = 32, 24
"""Bytes of the log's header, and of the header before each page."""
_MAGIC = {0x377F0682: "<", 0x377F0683: ">"}
"""Byte order of the checksums, by the log's first word."""
_WORD = 2**32 - 1

Sum = tuple[int, int]


class LogDamage(Enum):
    """What is damaged in a log."""

    INSIDE = "committed frames follow a damaged one, or the header itself is damaged"
    AT_THE_END = "the last frames are damaged, or were not fully written"


def find_damage(log: Path) -> LogDamage | None:
    """Return what is damaged in a log.

    A log that is being written is read until two attempts agree.

    Raises:
        OSError: if the log cannot be read.
    """
    before = b""
    for _ in range(_TIMES):
        try:
            content = log.read_bytes()
        except FileNotFoundError:
            return None
        found = _damage(content)
        if found is None or content == before:
            return found
        before = content
    return None


def _damage(content: bytes) -> LogDamage | None:
    if len(content) <= _HEADER:
        return None
    order = _MAGIC.get(int.from_bytes(content[:4], "big"))
    size, salts, last = int.from_bytes(content[8:12], "big"), content[16:24], unpack(">II", content[24:32])
    if order is None or _sum(order, content[:24], (0, 0)) != last:
        return LogDamage.INSIDE
    step = _FRAME + (size if 512 <= size <= 65536 else 4096)
    sound = True
    commits: list[bool] = []  # of the first damaged frame and those after it, less those from before the log was reset
    for place in range(_HEADER, len(content) - step + 1, step):
        head, page = content[place : place + _FRAME], content[place + _FRAME : place + step]
        same = head[8:12] == salts[:4], head[12:16] == salts[4:]
        if sound:
            last = _sum(order, page, _sum(order, head[:8], last))
            sound = all(same) and last == unpack(">II", head[16:])
        if not sound and any(same):
            commits.append(int.from_bytes(head[4:8], "big") > 0)
    if any(commits[:-1]):  # the transaction before another one was on disk
        return LogDamage.INSIDE
    return LogDamage.AT_THE_END if commits else None


def _sum(order: str, content: bytes, before: Sum) -> Sum:
    one, two = before
    for first, second in Struct(f"{order}II").iter_unpack(content):
        one = (one + first + two) & _WORD
        two = (two + second + one) & _WORD
    return one, two
