"""Disks and folders on which nothing can be written."""

import ctypes
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

_VERSION = 0x20080522
_MAY_PASS_OVER_PERMISSIONS = 1 << 1 | 1 << 2
"""``CAP_DAC_OVERRIDE`` and ``CAP_DAC_READ_SEARCH``, which let root write what nobody may."""


@contextmanager
def read_only(*paths: Path) -> Iterator[None]:
    """Files, and folders with all in them, that nobody may write meanwhile, not even root."""
    parts = [part for path in paths for part in (path, *(path.rglob("*") if path.is_dir() else ()))]
    before = {part: part.stat().st_mode for part in parts}
    for part in parts:
        part.chmod(before[part] & ~0o222)
    try:
        with as_anybody():
            yield
    finally:
        for part, mode in before.items():
            if part.exists():
                part.chmod(mode)


@contextmanager
def as_anybody() -> Iterator[None]:
    """Permissions count for root too: it lays down, on this thread, what lets it pass over them."""
    if os.geteuid() != 0:
        yield
        return
    if sys.platform != "linux":
        pytest.skip("permissions keep nobody from anything where the tests run as root")
    libc, head, sets = ctypes.CDLL(None, use_errno=True), (ctypes.c_uint32 * 2)(_VERSION, 0), (ctypes.c_uint32 * 6)()
    assert libc.capget(head, sets) == 0
    effective = sets[0]
    sets[0] = effective & ~_MAY_PASS_OVER_PERMISSIONS
    assert libc.capset(head, sets) == 0
    try:
        yield
    finally:
        sets[0] = effective
        assert libc.capset(head, sets) == 0
