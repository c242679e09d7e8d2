"""The file of the games as the browser's worker hands it to Python."""

from __future__ import annotations

from typing import Any

from companion.journal.errors import UnwritableJournal
from companion.locale import Message


class BrowserFile:
    """A file of the browser's worker; see ``static/worker.js``.

    Args:
        file: The JavaScript object with ``read``, ``append``, which returns why it failed or nothing, and ``truncate``.
    """

    def __init__(self, file: Any) -> None:
        self._file = file

    def read(self) -> bytes:
        """Return everything in it."""
        return bytes(self._file.read().to_py())

    def append(self, content: bytes) -> None:
        """Append to it; raise :class:`UnwritableJournal` if the browser refuses, and nothing was appended."""
        why = str(self._file.append(content))
        if why:
            raise UnwritableJournal(
                Message("the games in this browser"),
                Message("cannot be written ({why})", {"why": why}),
                Message("free some space, then try again"),
            )

    def truncate(self, size: int) -> None:
        """Drop everything behind this many bytes."""
        self._file.truncate(size)
