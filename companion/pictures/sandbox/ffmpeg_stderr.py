"""Read what FFmpeg prints to standard error: the only sign of damaged pictures, and of memory that it did not get."""

from __future__ import annotations

import os
from contextlib import suppress

_NO_MEMORY = (b"get_buffer() failed", b"Cannot allocate memory")
_AT_ONCE = 65_536
"""Bytes, more than a pipe of the usual size holds."""


class FfmpegStderr:
    """The standard error of this process from now on; what is not read in time is dropped.

    FFmpeg's threads may report a picture while earlier ones are requested.
    """

    def __init__(self) -> None:
        self._read, write = os.pipe()
        for end in (self._read, write):
            os.set_blocking(end, False)
        os.dup2(write, 2)
        os.close(write)
        self._no_memory = self._damage = False

    def reset(self) -> None:
        """Drop what was printed until now: it belongs to another film."""
        self._take()
        self._no_memory = self._damage = False

    def reports_no_memory(self) -> bool:
        """Return whether memory could not be allocated."""
        self._take()
        return self._no_memory

    def reports_damage(self) -> bool:
        """Return whether a decoder complained about a picture since this was asked last."""
        self._take()
        damage, self._damage = self._damage, False
        return damage

    def _take(self) -> None:
        with suppress(BlockingIOError):
            printed = os.read(self._read, _AT_ONCE)
            lacking = any(sign in printed for sign in _NO_MEMORY)
            self._no_memory |= lacking
            self._damage |= not lacking
