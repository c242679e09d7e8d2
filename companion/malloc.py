"""Memory that nobody needs any more, given back to the system."""

from __future__ import annotations

import ctypes
import gc
import platform
from functools import cache

LARGE = 256 * 1024
"""Bytes from which a piece of memory is asked of the system by itself, and goes back to it alone."""

_MMAP_THRESHOLD = -3
"""glibc's name for that."""


def allocate_images_with_mmap() -> None:
    """Pictures leave no holes between what stays: glibc would come to keep their room for others of their size."""
    if _glibc():
        ctypes.CDLL(None).mallopt(_MMAP_THRESHOLD, LARGE)


def trim_heap() -> None:
    """What a picture was looked at with goes back to the system: glibc would keep more of it with every picture of
    another size."""
    if _glibc():
        ctypes.CDLL(None).malloc_trim(0)


def collect_garbage() -> None:
    """Lets go of what only holds itself, widgets above all. Takes some tenths of a second."""
    gc.collect()
    trim_heap()


@cache
def _glibc() -> bool:
    return platform.libc_ver()[0] == "glibc"
