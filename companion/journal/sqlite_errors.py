"""The meaning of SQLite's and the system's errors for a journal."""

from __future__ import annotations

import os
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy as sa

from companion.journal.database import BRING_BACK, MAKE_ROOM
from companion.journal.errors import DamagedJournal, JournalError, LockedJournal, NoJournal, UnwritableJournal
from companion.locale import Message

_LEAST_ROOM = 64 * 1024
"""Bytes that SQLite needs next to a file to open it and write a move."""


@contextmanager
def translate_errors(path: Path, lost: Message = BRING_BACK) -> Iterator[None]:
    """Turn errors of SQLite and the system about a file into the journal's errors, with advice.

    Args:
        path: the file.
        lost: the advice for a file that is no database or is damaged.
    """
    try:
        yield
    except sa.exc.IntegrityError:
        raise
    except MemoryError as error:  # also SQLite's SQLITE_NOMEM, as Python says it
        used_up, free_some = (
            Message("cannot open or write: out of memory"),
            Message("close other programs and try again"),
        )
        raise UnwritableJournal(str(path), used_up, free_some) from error
    except UnicodeDecodeError as error:  # SQLite names what is damaged, and that name is no text any more
        raise DamagedJournal(str(path), Message("damaged ({why})", {"why": error.reason}), lost) from error
    except (sa.exc.DBAPIError, sqlite3.Error, OSError) as error:
        raise _plain(path, error.orig if isinstance(error, sa.exc.DBAPIError) else error, lost) from error


def code_of(error: BaseException | None) -> int:
    """Return SQLite's primary code of an error, 0 for other errors."""
    cause = error.orig if isinstance(error, sa.exc.DBAPIError) else error
    return getattr(cause, "sqlite_errorcode", 0) & 0xFF


def _plain(path: Path, cause: BaseException | None, lost: Message) -> JournalError:
    where = str(path)
    why = {"why": getattr(cause, "strerror", None) or str(cause)}
    match code_of(cause):
        case sqlite3.SQLITE_NOTADB:
            return NoJournal(where, Message("not a database"), lost)
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return LockedJournal(
                where, Message("another program is writing to it"), Message("close that program and try again")
            )
        case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_INTERRUPT as code:
            too_long = Message("check timed out: the file is too large or not a database of games")
            damaged = Message("damaged ({why})", why) if code == sqlite3.SQLITE_CORRUPT else too_long
            return DamagedJournal(where, damaged, lost)
        case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN if not _may_be_written(path):
            return UnwritableJournal(where, Message("cannot write: the file or its folder is read-only"), MAKE_ROOM)
        case sqlite3.SQLITE_FULL | sqlite3.SQLITE_IOERR if _free_bytes(path) < _LEAST_ROOM:
            return UnwritableJournal(where, Message("cannot write: the disk is full"), MAKE_ROOM)
        case _:
            return UnwritableJournal(where, Message("cannot open or write ({why})", why), MAKE_ROOM)


def _may_be_written(path: Path) -> bool:
    effective = os.access in os.supports_effective_ids
    if not os.access(path.parent, os.W_OK | os.X_OK, effective_ids=effective):
        return False
    return os.access(path, os.W_OK, effective_ids=effective) or not path.exists()


def _free_bytes(path: Path) -> int:
    """Return the free bytes, or a large number if unknown."""
    try:
        return shutil.disk_usage(path.parent).free
    except OSError:
        return sys.maxsize
