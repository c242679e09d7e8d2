"""What FFmpeg prints of a film in this process: the one sign of memory that was refused in one piece."""

from __future__ import annotations

import os
from contextlib import suppress

_NO_MEMORY = (b"get_buffer() failed", b"Cannot allocate memory")
_AT_ONCE = 65_536
"""Bytes, more than a pipe of the system's usual size holds."""


class FfmpegStderr:
    """What the process prints to its standard error, from now on; what nobody looks at in time is dropped.

    FFmpeg's threads complain of a picture while ones before it are asked for.
    """

    def __init__(self) -> None:
        self._read, write = os.pipe()
        for end in (self._read, write):
            os.set_blocking(end, False)
        os.dup2(write, 2)
        os.close(write)
        self._no_memory = False

    def forget(self) -> None:
        """Those until now were about another film."""
        self.of_memory()
        self._no_memory = False

    def of_memory(self) -> bool:
        """Whether one was of memory."""
        with suppress(BlockingIOError):
            said = os.read(self._read, _AT_ONCE)
            self._no_memory |= any(sign in said for sign in _NO_MEMORY)
        return self._no_memory
