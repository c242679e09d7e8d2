"""What the worker may take: set by itself before each thing that it decodes. Where the system knows no such limits
(Windows), only the time by the clock is kept, by whoever waits."""

from __future__ import annotations

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
"""Bytes of addresses that the worker has at its start, where the system does not say."""


def disable_limits() -> None:
    """From now on nothing is limited in this process, which does more than decode."""
    global resource  # noqa: PLW0603 - as where the system knows no limits
    resource = None  # type: ignore[assignment]


def forbid_files_and_core_dumps() -> None:
    """The worker writes no file, and leaves none where it crashes."""
    if resource is not None:
        for limit in (resource.RLIMIT_FSIZE, resource.RLIMIT_CORE):
            with suppress(OSError, ValueError):
                resource.setrlimit(limit, (0, 0))


def allow_seconds(seconds: float) -> None:
    """So many seconds of processor time more, and then the system ends this process."""
    if resource is not None:
        _set(resource.RLIMIT_CPU, math.ceil(time.process_time() + seconds))


def allow_bytes(more: int, before: int | None = None) -> None:
    """So many bytes of addresses more than are taken now, or were ``before``, and then there is no memory."""
    if resource is not None:
        _set(resource.RLIMIT_AS, (address_bytes() if before is None else before) + more)


def lift_byte_limit() -> None:
    """As many as the system gives again: for loading what decodes, and taking in what is asked."""
    if resource is not None:
        _set(resource.RLIMIT_AS, resource.getrlimit(resource.RLIMIT_AS)[1])


def _set(limit: int, most: int) -> None:
    _, hard = resource.getrlimit(limit)
    # A Mac knows the limit of addresses, but refuses to have it set.
    with suppress(OSError, ValueError):
        resource.setrlimit(limit, (most if resource.RLIM_INFINITY in (most, hard) else min(most, hard), hard))


def peak_address_bytes() -> int:
    """Bytes of addresses, the most that were taken at once until now; 0 where the system does not say."""
    return _status("VmPeak:")


def peak_memory_mb() -> float:
    """Megabytes of memory, the most that were used at once until now; 0 where the system does not say."""
    # What `getrusage` says on Linux counts the program that started this one, too, as large as that was.
    if said := _status("VmHWM:"):
        return said / 1_000_000
    if resource is None:
        return 0.0
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1_000_000


def _status(name: str) -> int:
    """Bytes, of what Linux says of this process under a name; 0 where it says nothing."""
    with suppress(OSError):
        for line in Path("/proc/self/status").read_text("ascii").splitlines():
            if line.startswith(name):
                return int(line.split()[1]) * 1024
    return 0


def address_bytes() -> int:
    """Bytes of addresses that are taken now."""
    try:
        return int(Path("/proc/self/statm").read_text("ascii").split()[0]) * resource.getpagesize()
    except (OSError, AttributeError):
        return _UNKNOWN
