"""The worker where no process of its own can be started: on Android, whose apps have no interpreter to start.

There the system itself keeps each app apart, with limits of its own; how large a picture may be is looked at all the
same before it is decoded. One that crashes its decoder ends the app, of which the journal loses nothing.
"""

from __future__ import annotations

import os
import threading
import time

from companion.vision.sandbox.errors import check_answer
from companion.vision.sandbox.protocol import Document, Payload
from companion.vision.sandbox.resource_limits import disable_limits
from companion.vision.sandbox.worker import Worker


class InProcessDecoder:
    """Asked as a :class:`~companion.vision.sandbox.process.Process` is, and answers on the asking thread."""

    alive = True
    number = os.getpid()
    most_mb = 0.0

    def __init__(self) -> None:
        self.spent = 0.0
        disable_limits()
        self._worker = Worker()
        self._alone = threading.Lock()

    def ask(self, asked: Document, seconds: float, _most: int, data: Payload = b"") -> tuple[Document, bytearray]:
        """What the worker answers; raises as a process's does."""
        with self._alone:
            before = time.thread_time()
            told, payload = self._worker.answer({**asked, "seconds": seconds}, bytearray(data))
            self.spent += time.thread_time() - before
        check_answer(told)
        return told, bytearray(payload)

    def share(self, _size: int) -> None:
        """No memory is shared: it is the same anyway."""

    def end(self) -> None:
        """Closes what is open."""
        self._worker.answer({"do": "close", "seconds": 0.0}, bytearray())
