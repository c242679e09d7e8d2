"""What somebody gave to be read: a file, taken in only where it is one and not too long; a folder, where it holds no
more than it may."""

from __future__ import annotations

import os
import stat
from itertools import islice
from pathlib import Path

from companion.errors import CompanionError
from companion.locale import Message

_AT_ONCE = getattr(os, "O_NONBLOCK", 0)
"""A pipe to which nobody writes would not open otherwise."""
_MEGABYTE = 1_000_000


def read_input_file(path: Path, most: int, refused: type[CompanionError]) -> bytes:
    """The bytes of a file. Raises ``refused`` for one of more than ``most``, and for what is none, without waiting."""
    try:
        opened = os.open(path, os.O_RDONLY | _AT_ONCE)
        try:
            return _read(path, opened, most, refused)
        finally:
            os.close(opened)
    except FileNotFoundError:
        raise refused(str(path), Message("there is no such file"), Message("check the name")) from None
    except OSError as error:
        why = Message("cannot be read ({why})", {"why": error.strerror or str(error)})
        raise refused(str(path), why, Message("check the file and its permissions")) from error


def not_a_file(path: Path, refused: type[CompanionError]) -> CompanionError:
    """What is said of a path at which something lies that cannot be read to its end."""
    return refused(
        str(path),
        Message("cannot be read: it is a folder, a pipe or a device, and no file"),
        Message("give a file; save first what comes through a pipe"),
    )


def list_folder(folder: Path, most: int, refused: type[CompanionError]) -> list[Path]:
    """What lies in a folder, by name. Raises ``refused`` for more than ``most``, and ``OSError`` for no folder."""
    with os.scandir(folder) as listing:
        found = [folder / entry.name for entry in islice(listing, most + 1)]
    if len(found) > most:
        raise refused(
            str(folder),
            Message("holds more than {most} files", {"most": most}),
            Message("give a folder with the pictures only"),
        )
    return sorted(found)


def _read(path: Path, opened: int, most: int, refused: type[CompanionError]) -> bytes:
    about = os.fstat(opened)
    if not stat.S_ISREG(about.st_mode):
        raise not_a_file(path, refused)
    if about.st_size > most:
        raise refused(
            str(path),
            Message("is too large ({size} MB)", {"size": -(-about.st_size // _MEGABYTE)}),
            Message("give a file of at most {most} MB", {"most": most // _MEGABYTE}),
        )
    with open(opened, "rb", closefd=False) as file:
        return file.read(about.st_size)
