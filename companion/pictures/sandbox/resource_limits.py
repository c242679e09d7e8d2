"""Limit time and memory of the sandbox, before each thing that it decodes.

Windows has no such limits; there only the caller's clock counts.
"""

import math
import sys
import time
from contextlib import suppress
from pathlib import Path

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

_UNKNOWN = 400_000_000
"""Bytes of address space at the start, where the system does not report it."""


def disable_limits() -> None:
    """Set no limits in this process, which does more than decode."""
    global resource  # noqa: PLW0603 - as where the system knows no limits
    resource = None  # type: ignore[assignment]


def forbid_files_and_core_dumps() -> None:
    """Forbid this process to write files and core dumps."""
    if resource is not None:
        for limit in (resource.RLIMIT_FSIZE, resource.RLIMIT_CORE):
            with suppress(OSError, ValueError):
                resource.setrlimit(limit, (0, 0))


def allow_seconds(seconds: float) -> None:
    """Allow so many more seconds of processor time; then the system ends this process."""
    if resource is not None:
        _set(resource.RLIMIT_CPU, math.ceil(time.process_time() + seconds))


def allow_bytes(more: int, before: int | None = None) -> None:
    """Allow so many bytes of address space beyond what is used now, or was ``before``; then allocation fails."""
    if resource is not None:
        _set(resource.RLIMIT_AS, (address_bytes() if before is None else before) + more)


def lift_byte_limit() -> None:
    """Raise the limit of address space to the system's, for loading libraries and receiving input."""
    if resource is not None:
        _set(resource.RLIMIT_AS, resource.getrlimit(resource.RLIMIT_AS)[1])


def _set(limit: int, most: int) -> None:
    _, hard = resource.getrlimit(limit)
    # A Mac knows the limit of addresses, but refuses to have it set.
    with suppress(OSError, ValueError):
        resource.setrlimit(limit, (most if resource.RLIM_INFINITY in (most, hard) else min(most, hard), hard))


def peak_address_bytes() -> int:
    """Return the largest address space so far in bytes; 0 if unknown."""
    return _status("VmPeak:")


def peak_memory_mb() -> float:
    """Return the largest memory use so far in megabytes; 0 if unknown."""
    # What `getrusage` says on Linux counts the program that started this one, too, as large as that was.
    if peak := _status("VmHWM:"):
        return peak / 1_000_000
    if resource is None:
        return 0.0
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1_000_000


def _status(name: str) -> int:
    """Return a value of Linux's process status in bytes; 0 if it is missing."""
    with suppress(OSError):
        for line in Path("/proc/self/status").read_text("ascii").splitlines():
            if line.startswith(name):
                return int(line.split()[1]) * 1024
    return 0


def address_bytes() -> int:
    """Return the address space in use, bytes."""
    try:
        return int(Path("/proc/self/statm").read_text("ascii").split()[0]) * resource.getpagesize()
    except (OSError, AttributeError):
        return _UNKNOWN
