"""The system that the companion runs on, and its drives."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

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
