"""The platform that this program runs on, and how its memory is given back."""

import ctypes
import gc
import os
import platform
import re
import sys
from functools import cache
from pathlib import Path

MMAP_BYTES = 256 * 1024
"""Size in bytes from which glibc allocates with mmap, so that freed memory returns to the system at once."""

ARENAS = 2
"""Heaps that glibc's allocator keeps, one for each core: threads with heaps of their own held 110 MB that none used."""
_M_MMAP_THRESHOLD, _M_ARENA_MAX = -3, -8
"""The parameters' numbers in ``mallopt(3)``."""
_NEVER = 1_000_000
"""Collections of younger objects before a full one."""


def allocate_images_with_mmap() -> None:
    """Allocate images with mmap, to avoid a fragmented heap: glibc would raise the limit to their size."""
    if _is_glibc():
        ctypes.CDLL(None).mallopt(_M_MMAP_THRESHOLD, MMAP_BYTES)


@cache
def share_heaps() -> None:
    """Let all threads share :data:`ARENAS` heaps."""
    if _is_glibc():
        ctypes.CDLL(None).mallopt(_M_ARENA_MAX, ARENAS)


def trim_heap() -> None:
    """Return free heap memory to the system: glibc would keep more of it with every picture of another size."""
    if _is_glibc():
        ctypes.CDLL(None).malloc_trim(0)


def collect_only_when_idle() -> None:
    """Leave full garbage collections to :func:`collect_garbage`: they would come in the middle of a touch."""
    gc.set_threshold(*gc.get_threshold()[:2], _NEVER)


def collect_garbage() -> None:
    """Collect reference cycles, of widgets above all, and return their memory; takes some tenths of a second."""
    gc.collect()
    trim_heap()


@cache
def _is_glibc() -> bool:
    return platform.libc_ver()[0] == "glibc"


NETWORK_FILE_SYSTEMS = frozenset(
    {"nfs", "nfs4", "cifs", "smb3", "smbfs", "fuse.sshfs", "fuse.davfs", "9p", "afs", "ceph"}
)
"""Types of file systems, as Linux names them, that other computers can change at the same time."""
MOUNTS = Path("/proc/self/mountinfo")
"""Linux's list of mounted file systems."""
_DRIVE_REMOTE = 4  # Windows' GetDriveTypeW


def on_android() -> bool:
    """Return whether this is an app on Android, by python-for-android's variable or Python's own platform name."""
    return sys.platform == "android" or "ANDROID_ARGUMENT" in os.environ


def on_network_drive(folder: Path, mounts: Path = MOUNTS) -> bool:
    """Return whether a folder is on a network drive, as far as Linux or Windows tells it.

    Args:
        folder: The folder, which need not exist.
        mounts: Linux's list of mounted file systems, as in proc(5), ``/proc/PID/mountinfo``.

    Returns:
        Whether it does; False on systems that do not tell.
    """
    if sys.platform == "win32":
        import ctypes

        return bool(ctypes.windll.kernel32.GetDriveTypeW(folder.absolute().anchor) == _DRIVE_REMOTE)
    if not mounts.exists():
        return False
    types: dict[Path, str] = {}
    for line in mounts.read_text("utf8", "surrogateescape").splitlines():
        place, _, system = line.partition(" - ")
        # A space in a path is written as an octal number.
        point = re.sub(r"\\(\d{3})", lambda code: chr(int(code[1], 8)), place.split()[4])
        types[Path(point)] = system.split()[0]
    path = folder.resolve()
    return next((types[at] for at in (path, *path.parents) if at in types), "") in NETWORK_FILE_SYSTEMS
