"""When a journal is copied: after each game, on a timer while a program hosts games, and on closing."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from companion.errors import CompanionError
from companion.journal.backups import journal_file
from companion.journal.evening_backups import keep_evening, size_of

EVERY = 900.0
"""Seconds between two copies of a journal that a host goes on writing."""


SMALL = 8 * 2**20
"""Bytes of a journal that every command copies after it wrote: about 400 games, a moment's work."""


class Copies:
    """The copies that a program makes of a journal while it has it open. A copy never delays a move.

    Args:
        url: the journal's database URL.
        folder: the folder of copies.
        report: called with the error of a copy that could not be made, on any thread.
        hosts: whether the program keeps the journal open for an evening. Then it is copied in the background after each
            game and every :data:`EVERY` seconds, and on closing if it was written since. Otherwise it is copied on
            closing if a game ended or the journal is :data:`SMALL`.
    """

    def __init__(self, url: str, folder: Path, report: Callable[[CompanionError], object], *, hosts: bool) -> None:
        self._url, self._folder, self._report, self._hosts = url, folder, report, hosts
        self._due, self._ended, self._closing = False, False, False
        self._wake, self._copying = threading.Event(), threading.Lock()
        self._thread: threading.Thread | None = None

    def wrote(self, over: bool) -> None:
        """Take note that the journal was written.

        Args:
            over: whether a move ended its game.
        """
        self._due, self._ended = True, self._ended or over
        if self._hosts and self._thread is None:
            self._thread = threading.Thread(target=self._run, name="copies", daemon=True)
            self._thread.start()
        if over:
            self._wake.set()

    def close(self) -> None:
        """Make the copy that is due; the journal is closed by now."""
        self._closing = True
        self._wake.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None
        if self._hosts or self._ended or size_of(journal_file(self._url)) <= SMALL:
            self._copy()
        self._closing = False

    def _run(self) -> None:
        while not self._closing:
            self._wake.wait(EVERY)
            self._wake.clear()
            if not self._closing:
                self._copy()

    def _copy(self) -> None:
        with self._copying:
            if not self._due:
                return
            self._due = False
            try:
                keep_evening(self._url, self._folder, datetime.now().astimezone())
            except CompanionError as error:
                self._report(error)
