"""The file of the games as the browser's worker hands it to Python."""

from __future__ import annotations

from typing import Any

from companion.journal.errors import UnwritableJournal
from companion.locale import Message


def check_written(why: object) -> None:
    """Raise :class:`UnwritableJournal` if the browser did not write; ``why`` is the name of its error."""
    if why:
        is_full = why == "QuotaExceededError"
        raise UnwritableJournal(
            Message("the games in this browser"),
            Message("no space is left") if is_full else Message("the browser refused to write"),
            Message("free some space, then try again") if is_full else Message("reload this page"),
        )


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
        check_written(self._file.append(content))

    def truncate(self, size: int) -> None:
        """Drop everything behind this many bytes."""
        self._file.truncate(size)
