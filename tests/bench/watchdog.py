"""A watchdog of the drawing thread: which calls kept it from the next frame."""

from __future__ import annotations

import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

FRAME_MS = 16.0
"""Milliseconds of one frame at 60 Hz."""
_INTERVAL = 0.002
"""Seconds between two samples."""
_OWN = "companion"


class Watchdog:
    """Samples the stack of the thread that makes it, and keeps what blocked it for more than a frame."""

    def __init__(self) -> None:
        self._thread = threading.get_ident()
        self._samples: Counter[str] | None = None
        self.blocked: dict[str, float] = {}
        """By what was done and the call that took longest in it, the thread's milliseconds of processor time."""
        self._ended = threading.Event()
        threading.Thread(target=self._sample, name="watchdog", daemon=True).start()

    @contextmanager
    def frame(self, what: str) -> Iterator[None]:
        """Watch what is done until the next frame."""
        samples = self._samples = Counter[str]()
        begun = time.thread_time()
        yield
        milliseconds = 1000 * (time.thread_time() - begun)
        self._samples = None
        if milliseconds > FRAME_MS:
            call = samples.most_common(1)[0][0] if samples else "?"
            name = f"{what}: {call}"
            self.blocked[name] = round(max(milliseconds, self.blocked.get(name, 0.0)), 1)

    def worst(self, number: int = 10) -> dict[str, float]:
        """Return the longest ones, the longest first."""
        return dict(sorted(self.blocked.items(), key=lambda one: -one[1])[:number])

    def end(self) -> None:
        """Stop sampling."""
        self._ended.set()

    def _sample(self) -> None:
        while not self._ended.wait(_INTERVAL):
            samples, frame = self._samples, sys._current_frames().get(self._thread)
            if samples is not None and frame is not None:
                samples[_place(frame)] += 1


def _place(frame: FrameType | None) -> str:
    """Return the innermost call of the companion's own code, or the innermost call of all."""
    innermost = frame
    while frame is not None:
        module = str(frame.f_globals.get("__name__", ""))
        if module.partition(".")[0] == _OWN:
            return f"{module}.{frame.f_code.co_qualname if sys.version_info >= (3, 11) else frame.f_code.co_name}"
        frame = frame.f_back
    return innermost.f_code.co_name if innermost is not None else "?"
