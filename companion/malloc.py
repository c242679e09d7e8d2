"""Returning unused memory to the system, with glibc's allocator."""

from __future__ import annotations

import ctypes
import gc
import platform
from functools import cache

MMAP_BYTES = 256 * 1024
"""Size in bytes from which glibc allocates with mmap, so that freed memory returns to the system at once."""

_M_MMAP_THRESHOLD = -3
"""The parameter's number in ``mallopt(3)``."""


def allocate_images_with_mmap() -> None:
    """Allocate images with mmap, to avoid a fragmented heap: glibc would raise the limit to their size."""
    if _is_glibc():
        ctypes.CDLL(None).mallopt(_M_MMAP_THRESHOLD, MMAP_BYTES)


def trim_heap() -> None:
    """Return free heap memory to the system: glibc would keep more of it with every picture of another size."""
    if _is_glibc():
        ctypes.CDLL(None).malloc_trim(0)


def collect_garbage() -> None:
    """Collect reference cycles, of widgets above all, and return their memory; takes some tenths of a second."""
    gc.collect()
    trim_heap()


@cache
def _is_glibc() -> bool:
    return platform.libc_ver()[0] == "glibc"
