"""Every file that is written: whole or not at all, and never over the companion's own or what was given to read."""

from __future__ import annotations

import errno
import os
import secrets
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from companion import leftovers
from companion.errors import CompanionError
from companion.locale import Message

ANOTHER_FILE = Message("name another file")
ANOTHER_FOLDER = Message("make room, make it writable, or name another folder with --data")

_NO_FOLDER_SYNC = {errno.EINVAL, errno.ENOTSUP, errno.EACCES, errno.EISDIR}
"""What a system says that cannot sync a folder: Windows, some network drives."""


class UnwritableFile(CompanionError):
    """A file that cannot be written, or that nothing may be written over."""


def write(path: Path, content: bytes, *, own: Iterable[Path] = (), read: Iterable[Path] = ()) -> None:
    """Writes a file that somebody named; until it is on the disk as a whole, the earlier one stays.

    ``own`` and ``read`` as in :func:`check`. A pipe, a terminal or ``/dev/stdout`` is written to as it is.
    Raises :class:`UnwritableFile`.
    """
    check_output_path(path, own, read)
    if _is_stream(path):
        with _translate_errors(path, ANOTHER_FILE), path.open("ab") as stream:
            stream.write(content)
        return
    with replacing(path) as beside, _translate_errors(path, ANOTHER_FILE):
        beside.write_bytes(content)


def write_own(path: Path, content: bytes) -> None:
    """Writes a file of the companion's own, in a folder made for it where there is none, as :func:`write` does."""
    with _translate_errors(path, ANOTHER_FOLDER):
        path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path, ANOTHER_FOLDER) as beside, _translate_errors(path, ANOTHER_FOLDER):
        beside.write_bytes(content)


def check_output_path(path: Path, own: Iterable[Path] = (), read: Iterable[Path] = ()) -> None:
    """Raises :class:`UnwritableFile` for a file among ``own``, which the companion keeps, or ``read``, its input.

    By whatever name: through links, or spelt otherwise. A folder stands for everything in it.
    """
    if any(_lies_at(path, kept) for kept in own):
        raise UnwritableFile(str(path), Message("is where the companion itself keeps something"), ANOTHER_FILE)
    if any(_lies_at(path, given) for given in read):
        raise UnwritableFile(str(path), Message("is what is to be read"), ANOTHER_FILE)


@contextmanager
def replacing(path: Path, next_step: Message = ANOTHER_FILE) -> Iterator[Path]:
    """Gives an empty file beside ``path`` to be filled; at the end of the block it takes that place.

    Until then the earlier file is whole, from then on the new one, also through a power cut; its permissions
    stay. What the block raises leaves the earlier file. Raises :class:`UnwritableFile` with ``next_step``.
    """
    target = Path(os.path.realpath(path))
    beside = target.with_name(f".{secrets.token_hex(8)}.new")
    with _translate_errors(path, next_step):
        earlier = _earlier(target)
        leftovers.clear(target.parent)
        beside.touch(0o666 if earlier is None else 0o600, exist_ok=False)
    try:
        with leftovers.in_use(beside):
            yield beside
        with _translate_errors(path, next_step):
            with beside.open("rb+") as filled:
                if earlier is not None:
                    _as_before(beside, earlier)
                os.fsync(filled.fileno())
            beside.replace(target)
            _sync_folder(target.parent)
    except BaseException:
        with suppress(OSError):  # why it was not written is what is said, not what may lie there besides
            beside.unlink(missing_ok=True)
        raise


def _earlier(target: Path) -> os.stat_result | None:
    """The file that is to be replaced; :class:`OSError` where that cannot be."""
    try:
        found = target.stat()
    except FileNotFoundError:
        return None
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not stat.S_ISREG(found.st_mode):
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
    if not os.access(target, os.W_OK):  # a rename would not mind
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    return found


def _as_before(fresh: Path, earlier: os.stat_result) -> None:
    if hasattr(os, "chown"):
        for owner in ((earlier.st_uid, -1), (-1, earlier.st_gid)):
            with suppress(PermissionError):  # only root gives files away: then it is ours from now on
                os.chown(fresh, *owner)
    fresh.chmod(stat.S_IMODE(earlier.st_mode))


def _sync_folder(folder: Path) -> None:
    try:
        opened = os.open(folder, os.O_RDONLY)
    except PermissionError:  # on Windows; elsewhere a folder that may be written, but not read
        return
    try:
        os.fsync(opened)
    except OSError as error:
        if error.errno not in _NO_FOLDER_SYNC:
            raise
    finally:
        os.close(opened)


def _is_stream(path: Path) -> bool:
    """Whether this is no file that could be replaced: a pipe, a device, the name of what is open already."""
    folder = os.path.realpath(path.parent)
    if folder == "/dev" or folder.startswith("/proc/"):
        return True
    try:
        mode = path.stat().st_mode
    except OSError:
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def _lies_at(path: Path, place: Path) -> bool:
    """Whether ``path`` is ``place``, or in it."""
    real = Path(os.path.realpath(path))
    return any(_same(step, place) for step in (path, real, *real.parents))


def _same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:  # one is not there: then the name decides, on disks too that do not tell A from a
        return os.path.realpath(one).casefold() == os.path.realpath(other).casefold()


@contextmanager
def _translate_errors(path: Path, next_step: Message) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        why = Message("cannot be written ({why})", {"why": error.strerror or str(error)})
        raise UnwritableFile(str(path), why, next_step) from error
