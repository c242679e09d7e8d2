"""What other threads hand to the thread that owns a play."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from queue import Empty, SimpleQueue

Act = Callable[[], None]


class HandedIn:
    """Functions that wait for the thread that made this object. ``wake`` is called on the thread that adds one."""

    def __init__(self, wake: Callable[[], None]) -> None:
        self._wake = wake
        self._acts: SimpleQueue[Act] = SimpleQueue()
        self._owner = threading.get_ident()

    def check_thread(self) -> None:
        """Raise ``RuntimeError`` on another thread than the owner's."""
        if threading.get_ident() != self._owner:
            raise RuntimeError("a play belongs to the thread that opened it; hand_in() is for the others")

    def put(self, act: Act) -> None:
        """Add a function; from any thread."""
        self._acts.put(act)
        self._wake()

    def take(self) -> Iterator[Act]:
        """Yield the functions in order, until none is left; those that they add are included."""
        while True:
            try:
                yield self._acts.get_nowait()
            except Empty:
                return
