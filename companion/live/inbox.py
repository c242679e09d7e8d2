"""Events from other threads, queued until the thread that owns a table takes them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from queue import Empty, SimpleQueue

from companion.table.camera_events import CameraEvent


class Inbox:
    """A queue of events. ``wake`` is called on the sending thread whenever there is one to take."""

    def __init__(self, wake: Callable[[], None]) -> None:
        self.wake = wake
        self._events: SimpleQueue[tuple[str, CameraEvent]] = SimpleQueue()

    def put(self, game: str, event: CameraEvent) -> None:
        """Queue an event of this game's table."""
        self._events.put((game, event))
        self.wake()

    def take(self) -> Iterator[tuple[str, CameraEvent]]:
        """Yield the queued events in order."""
        while True:
            try:
                yield self._events.get_nowait()
            except Empty:
                return
