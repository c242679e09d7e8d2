"""Reading files and folders that people name: regular files of limited size, folders of limited length."""

import os
import stat
from itertools import islice
from pathlib import Path

from companion.errors import CompanionError
from companion.locale import Message

_NO_WAITING = getattr(os, "O_NONBLOCK", 0)
"""Opening a pipe to which nobody writes would block otherwise."""
_MEGABYTE = 1_000_000


def read_input_file(path: Path, max_bytes: int, error_type: type[CompanionError]) -> bytes:
    """Return the bytes of a regular file, without waiting for pipes.

    Args:
        path: The file.
        max_bytes: The largest accepted size.
        error_type: The type of error to raise.

    Raises:
        error_type: The file is missing, too large, unreadable, or no regular file.
    """
    try:
        opened = os.open(path, os.O_RDONLY | _NO_WAITING)
        try:
            return _read(path, opened, max_bytes, error_type)
        finally:
            os.close(opened)
    except FileNotFoundError:
        raise error_type(str(path), Message("no such file"), Message("check the name")) from None
    except OSError as error:
        why = Message("cannot read ({why})", {"why": error.strerror or str(error)})
        raise error_type(str(path), why, Message("check the file and its permissions")) from error


def not_a_file(path: Path, error_type: type[CompanionError]) -> CompanionError:
    """Return the error for a path that is a folder, a pipe or a device."""
    return error_type(
        str(path),
        Message("not a regular file (a folder, a pipe or a device)"),
        Message("use a regular file; save piped input to a file first"),
    )


def list_folder(folder: Path, max_files: int, error_type: type[CompanionError]) -> list[Path]:
    """Return the entries of a folder, by name; raise ``OSError`` if it is no folder.

    Args:
        folder: The folder.
        max_files: The largest accepted number of entries.
        error_type: The type of error to raise for more.

    Returns:
        The entries' paths, sorted.

    Raises:
        error_type: The folder has too many entries.
    """
    with os.scandir(folder) as listing:
        found = [folder / entry.name for entry in islice(listing, max_files + 1)]
    if len(found) > max_files:
        raise error_type(
            str(folder),
            Message("contains more than {most} files", {"most": max_files}),
            Message("use a folder that contains only the pictures"),
        )
    return sorted(found)


def _read(path: Path, opened: int, max_bytes: int, error_type: type[CompanionError]) -> bytes:
    status = os.fstat(opened)
    if not stat.S_ISREG(status.st_mode):
        raise not_a_file(path, error_type)
    if status.st_size > max_bytes:
        raise error_type(
            str(path),
            Message("too large ({size} MB)", {"size": -(-status.st_size // _MEGABYTE)}),
            Message("use a file of at most {most} MB", {"most": max_bytes // _MEGABYTE}),
        )
    with open(opened, "rb", closefd=False) as file:
        return file.read(status.st_size)
