"""Clears away what a program that was killed left half written.

Whoever fills such a file holds a lock on it, which ends with the program: what nobody holds is nobody's.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

try:
    import fcntl
except ImportError:  # on Windows, where no file can be deleted that a program has open
    fcntl = None  # type: ignore[assignment]

_HALF_WRITTEN = re.compile(r"\.[0-9a-f]{16}\.new(-journal|-wal|-shm)?")


@contextmanager
def in_use(path: Path) -> Iterator[None]:
    """Keeps a file that is being written from being cleared away."""
    with path.open("rb") as file:
        if fcntl is not None:
            with suppress(OSError):  # some network drives know no locks
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield


def clear(folder: Path) -> None:
    """Deletes what lies half written in a folder and is no running program's. What cannot be deleted stays."""
    try:
        names = [name for name in os.listdir(folder) if _HALF_WRITTEN.fullmatch(name)]  # noqa: PTH208 - no Path each
    except OSError:
        return
    for name in names:
        with suppress(OSError):
            _clear(folder / name)


def _clear(left: Path) -> None:
    """Deletes one; a part that SQLite put beside it goes where it itself is gone or goes."""
    filled = left.with_name(left.name.partition(".new")[0] + ".new")
    if filled.exists() and fcntl is not None:
        with filled.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            filled.unlink()
    elif filled.exists():
        filled.unlink()
    left.unlink(missing_ok=True)
