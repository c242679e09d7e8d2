"""Threads that come and go, as a camera's do, leave no heaps of their own behind."""

from __future__ import annotations

import platform
import subprocess
import sys

import pytest

from companion.malloc import ARENAS

_PROGRAM = """
import ctypes, sys, threading
from companion.malloc import share_heaps

share_heaps()
libc = ctypes.CDLL(None)
libc.malloc.restype = libc.fdopen.restype = ctypes.c_void_p
begun = threading.Barrier(12)

def work():
    begun.wait()
    libc.malloc(1000)

threads = [threading.Thread(target=work) for _ in range(12)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
file = ctypes.c_void_p(libc.fdopen(1, b"w"))
libc.malloc_info(0, file)
libc.fflush(file)
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only glibc gives heaps to threads")
def test_all_threads_share_few_heaps() -> None:
    made = subprocess.run([sys.executable, "-c", _PROGRAM], capture_output=True, text=True, check=True)
    assert 1 <= made.stdout.count("<heap nr=") <= ARENAS
