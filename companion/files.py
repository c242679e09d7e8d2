"""Writing files: whole or not at all, and never over the companion's own files or a command's input.

A program holds a lock on the file that it writes. The lock ends with the program, so an unlocked file is left over.
"""

import errno
import os
import re
import secrets
import stat
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import count
from pathlib import Path

from companion.errors import CompanionError
from companion.locale import Message

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


ANOTHER_FILE = Message("choose another file")
ANOTHER_FOLDER = Message("free some space, make it writable, or choose another folder with --data")

_NO_FOLDER_SYNC = {errno.EINVAL, errno.ENOTSUP, errno.EACCES, errno.EISDIR}
"""Error numbers of systems that cannot sync a folder: Windows, some network drives."""


class UnwritableFile(CompanionError):
    """A file that cannot be written, or that nothing may be written over."""


def write(path: Path, content: bytes, *, protected: Iterable[Path] = (), inputs: Iterable[Path] = ()) -> None:
    """Write a file that somebody named; until it is on the disk as a whole, the earlier one stays.

    A pipe, a terminal or ``/dev/stdout`` is written to as it is. Raise :class:`UnwritableFile` if the file cannot be
    written, or is among ``protected`` or ``inputs``.

    Args:
        path: The file.
        content: All of its bytes.
        protected: Files and folders that the companion keeps.
        inputs: Files and folders that are this command's input.
    """
    check_output_path(path, protected, inputs)
    if is_stream(path):
        with _plain_errors(path, ANOTHER_FILE), path.open("ab") as stream:
            stream.write(content)
        return
    with replacing(path) as fresh, _plain_errors(path, ANOTHER_FILE):
        fresh.write_bytes(content)


def write_data_file(path: Path, content: bytes) -> None:
    """Write a file in the data folder as :func:`write` does, and create its folder."""
    with _plain_errors(path, ANOTHER_FOLDER):
        path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path, ANOTHER_FOLDER) as fresh, _plain_errors(path, ANOTHER_FOLDER):
        fresh.write_bytes(content)


def write_new_file(path: Path, content: bytes) -> Path:
    """Write a file as :func:`write_data_file` does, but never over another one.

    Args:
        path: The file; if it exists with other content, a number is added to its name.
        content: All of its bytes.

    Returns:
        The file that has the content now.
    """
    with _plain_errors(path.parent, ANOTHER_FOLDER):
        path.parent.mkdir(parents=True, exist_ok=True)
    with _plain_errors(path, ANOTHER_FOLDER):
        if path.is_file() and path.stat().st_size == len(content) and path.read_bytes() == content:
            return path
    path = free_path(path)
    with replacing(path, ANOTHER_FOLDER, new=True) as fresh, _plain_errors(path, ANOTHER_FOLDER):
        fresh.write_bytes(content)
    return path


def free_path(path: Path) -> Path:
    """Return this path, or the first with a number added to its name, at which nothing exists."""
    names = (path.stem if number == 1 else f"{path.stem}-{number}" for number in count(1))
    paths = (path.with_name(name + path.suffix) for name in names)
    return next(one for one in paths if not os.path.lexists(one))


def write_private_file(path: Path, content: bytes) -> None:
    """Write a file in the data folder as :func:`write_data_file` does, for this account alone to read."""
    with _plain_errors(path, ANOTHER_FOLDER):
        path.parent.mkdir(parents=True, exist_ok=True)
        # The file exists with its mode before the content is in it, so that nobody else can ever read it.
        path.touch(mode=0o600)
    keep_private(path)
    write_data_file(path, content)


def keep_private(path: Path) -> None:
    """Let only this account read a file in the data folder; raise :class:`UnwritableFile` if that is refused."""
    with _plain_errors(path, ANOTHER_FOLDER):
        if stat.S_IMODE(path.stat().st_mode) & 0o077:
            path.chmod(0o600)


def check_output_path(path: Path, protected: Iterable[Path] = (), inputs: Iterable[Path] = ()) -> None:
    """Raise if a file may not be written over, by whatever name: through links, or spelt otherwise.

    Args:
        path: The file to be written.
        protected: Files that the companion keeps; a folder stands for everything in it.
        inputs: Files that are this command's input; a folder stands for everything in it.

    Raises:
        UnwritableFile: The file is among ``protected`` or ``inputs``.
    """
    if any(_is_within(path, kept) for kept in protected):
        raise UnwritableFile(str(path), Message("this path belongs to the companion's own data"), ANOTHER_FILE)
    if any(_is_within(path, source) for source in inputs):
        raise UnwritableFile(str(path), Message("this file is an input of the command"), ANOTHER_FILE)


@contextmanager
def replacing(path: Path, next_step: Message = ANOTHER_FILE, *, new: bool = False) -> Iterator[Path]:
    """Yield an empty file to be filled in the block; at its end the file replaces the one at ``path``.

    A power cut leaves one of the two whole. The file's permissions stay.

    Args:
        path: The file to replace, which need not exist.
        next_step: What the error advises.
        new: Raise an error in place of replacing a file that exists, also one that appears meanwhile.

    Yields:
        The file to fill, in the same folder.

    Raises:
        BaseException: :class:`UnwritableFile`, or what the block raises; the earlier file stays.
    """
    target = Path(os.path.realpath(path))
    fresh = target.with_name(f".{secrets.token_hex(8)}.new")
    with _plain_errors(path, next_step):
        earlier = _check_replaceable(target)
        clear(target.parent)
        fresh.touch(0o666 if earlier is None else 0o600, exist_ok=False)
    try:
        with ExitStack() as held:
            with _plain_errors(path, next_step):
                held.enter_context(in_use(fresh))
            yield fresh
        with _plain_errors(path, next_step):
            with fresh.open("rb+") as filled:
                if earlier is not None:
                    _copy_permissions(fresh, earlier)
                os.fsync(filled.fileno())
            _move(fresh, target, new)
            _sync_folder(target.parent)
    except BaseException:
        with suppress(OSError):  # the error to report is the first one
            fresh.unlink(missing_ok=True)
        raise


def _move(fresh: Path, target: Path, new: bool) -> None:
    if new:
        try:
            target.hardlink_to(fresh)  # fails if the target exists
            fresh.unlink()
            return
        except FileExistsError:
            raise
        except (OSError, NotImplementedError):  # a disk without hard links
            if os.path.lexists(target):
                raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST)) from None
    fresh.replace(target)


def _check_replaceable(target: Path) -> os.stat_result | None:
    """Return the status of the file to be replaced, None if there is none; raise ``OSError`` if it cannot be."""
    try:
        found = target.stat()
    except FileNotFoundError:
        return None
    if stat.S_ISDIR(found.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not stat.S_ISREG(found.st_mode):
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
    if not os.access(target, os.W_OK):  # renaming over it would succeed all the same
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    return found


def _copy_permissions(fresh: Path, earlier: os.stat_result) -> None:
    if hasattr(os, "chown"):
        for owner in ((earlier.st_uid, -1), (-1, earlier.st_gid)):
            with suppress(PermissionError):  # only root may change a file's owner
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


def is_stream(path: Path) -> bool:
    """Return whether this is a pipe, a device or an open file, which cannot be replaced."""
    folder = os.path.realpath(path.parent)
    if folder == "/dev" or folder.startswith("/proc/"):
        return True
    try:
        mode = path.stat().st_mode
    except OSError:
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def _is_within(path: Path, place: Path) -> bool:
    """Return whether ``path`` is ``place``, or in it."""
    real = Path(os.path.realpath(path))
    return any(_same(step, place) for step in (path, real, *real.parents))


def _same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:  # one does not exist: then the name decides, in any case, as some disks ignore case
        return os.path.realpath(one).casefold() == os.path.realpath(other).casefold()


@contextmanager
def _plain_errors(path: Path, next_step: Message) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        why = Message("cannot write ({why})", {"why": error.strerror or str(error)})
        raise UnwritableFile(str(path), why, next_step) from error
