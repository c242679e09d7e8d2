"""Deleting half-written files of programs that were killed.

A program holds a lock on the file that it writes. The lock ends with the program, so an unlocked file is left over.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

try:
    import fcntl
except ImportError:  # on Windows, where an open file cannot be deleted
    fcntl = None  # type: ignore[assignment]

_HALF_WRITTEN = re.compile(r"\.[0-9a-f]{16}\.new(-journal|-wal|-shm)?")


@contextmanager
def in_use(path: Path) -> Iterator[None]:
    """Keep a file that is being written from being deleted by :func:`clear`."""
    with path.open("rb") as file:
        if fcntl is not None:
            with suppress(OSError):  # some network drives have no locks
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield


def clear(folder: Path) -> None:
    """Delete the half-written files in a folder that no running program holds; errors are ignored."""
    try:
        names = [name for name in os.listdir(folder) if _HALF_WRITTEN.fullmatch(name)]  # noqa: PTH208 - no Path each
    except OSError:
        return
    for name in names:
        with suppress(OSError):
            _clear(folder / name)


def _clear(left: Path) -> None:
    """Delete one file; SQLite's files next to a database are deleted only with the database or after it."""
    filled = left.with_name(left.name.partition(".new")[0] + ".new")
    if filled.exists() and fcntl is not None:
        with filled.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            filled.unlink()
    elif filled.exists():
        filled.unlink()
    left.unlink(missing_ok=True)
