"""Decode in this process where no other can be started: Android's apps have no interpreter to start.

The system isolates each app with limits of its own; the size of a picture is checked before it is decoded all the same.
A picture that crashes its decoder ends the app; the journal loses nothing.
"""

from __future__ import annotations

import os
import threading
import time

from companion.pictures.sandbox.errors import check_answer
from companion.pictures.sandbox.protocol import Document, Payload
from companion.pictures.sandbox.resource_limits import disable_limits
from companion.pictures.sandbox.worker import Worker


class InProcessDecoder:
    """A decoder that works on the calling thread, with the interface of a decoder process."""

    alive = True
    number = os.getpid()
    most_mb = 0.0

    def __init__(self) -> None:
        self.spent = 0.0
        disable_limits()
        self._worker = Worker()
        self._lock = threading.Lock()

    def ask(self, asked: Document, seconds: float, _most: int, data: Payload = b"") -> tuple[Document, bytearray]:
        """Return the worker's answer; errors are those of a decoder process."""
        with self._lock:
            before = time.thread_time()
            answer, payload = self._worker.answer({**asked, "seconds": seconds}, bytearray(data))
            self.spent += time.thread_time() - before
        check_answer(answer)
        return answer, bytearray(payload)

    def share(self, _size: int) -> None:
        """Do nothing: the memory is the same anyway."""

    def end(self) -> None:
        """Close what is open."""
        self._worker.answer({"do": "close", "seconds": 0.0}, bytearray())
