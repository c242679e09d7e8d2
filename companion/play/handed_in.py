"""What other threads hand to the thread that owns a play or a table."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from queue import Empty, SimpleQueue
from typing import Generic, TypeVar

Item = TypeVar("Item")


class HandedIn(Generic[Item]):
    """Items that wait for the thread that made this object. ``wake`` is called on the thread that adds one."""

    def __init__(self, wake: Callable[[], None]) -> None:
        self.wake = wake
        self._items: SimpleQueue[Item] = SimpleQueue()
        self._owner = threading.get_ident()

    def check_thread(self) -> None:
        """Raise ``RuntimeError`` on another thread than the owner's."""
        if threading.get_ident() != self._owner:
            raise RuntimeError("a play belongs to the thread that opened it; hand_in() is for the others")

    def put(self, item: Item) -> None:
        """Add an item; from any thread."""
        self._items.put(item)
        self.wake()

    def take(self) -> Iterator[Item]:
        """Yield the items in order, until none is left; those added meanwhile are included."""
        while True:
            try:
                yield self._items.get_nowait()
            except Empty:
                return
