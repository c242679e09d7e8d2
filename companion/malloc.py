"""When unused memory is collected, and returned to the system by glibc's allocator."""

from __future__ import annotations

import ctypes
import gc
import platform
from functools import cache

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
