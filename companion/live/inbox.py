"""What eyes on other threads tell, kept until the thread that owns a table takes it in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from queue import Empty, SimpleQueue

from companion.table.camera_events import CameraEvent


class Inbox:
    """``wake`` is called, on the other thread, whenever there is something to take."""

    def __init__(self, wake: Callable[[], None]) -> None:
        self.wake = wake
        self._events: SimpleQueue[tuple[str, CameraEvent]] = SimpleQueue()

    def put(self, game: str, event: CameraEvent) -> None:
        """Something that was observed at the table of this game."""
        self._events.put((game, event))
        self.wake()

    def take(self) -> Iterator[tuple[str, CameraEvent]]:
        """What was told so far, in order."""
        while True:
            try:
                yield self._events.get_nowait()
            except Empty:
                return
