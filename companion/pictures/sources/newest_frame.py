"""Keep only the newest frame of a source, on a thread of its own, so that no reader falls behind."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType

from companion.errors import CompanionError
from companion.pictures.sources.frame import Frame, FrameSource

RETRY_PAUSES = (0.1, 0.2, 0.4, 0.8)
"""Seconds between attempts to reopen a lost source; the last repeats."""


@dataclass(frozen=True, slots=True)
class SourceLost:
    """The source has no pictures any more, and why."""

    reason: CompanionError


@dataclass(frozen=True, slots=True)
class SourceBack:
    """The source has pictures again."""


@dataclass(frozen=True, slots=True)
class SourceEnded:
    """A film or folder came to its end."""


SourceEvent = SourceLost | SourceBack | SourceEnded


class NewestFrame:
    """Reads a source on its own thread and keeps the newest frame. Use it as a context, or :meth:`close` it.

    A lost source is tried again until it is back or this is closed.

    Args:
        source: The source.
        on_event: Is called with each event on that thread.
    """

    def __init__(self, source: FrameSource, on_event: Callable[[SourceEvent], None] = lambda event: None) -> None:
        self._source = source
        self._on_event = on_event
        self._frame: Frame | None = None
        self._over = False
        self._failure: Exception | None = None
        self._news = threading.Condition()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._work, name="newest frame", daemon=True)
        self._thread.start()

    def next(self, after: int = -1, timeout: float | None = None) -> Frame | None:
        """Return the newest frame once its number is above ``after``; None after ``timeout`` seconds or at the end."""
        with self._news:
            self._news.wait_for(lambda: self._over or self._newer(after), timeout)
            return self._frame if self._newer(after) else None

    @property
    def over(self) -> bool:
        """Whether there are no more frames. If the source failed, its exception is raised."""
        if self._failure is not None:
            raise self._failure
        return self._over

    def close(self) -> None:
        """End the thread and close the source, at once if the source can be interrupted."""
        self._closing.set()
        self._source.close()
        if threading.current_thread() is not self._thread:
            self._thread.join(timeout=1.0)

    def __enter__(self) -> NewestFrame:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _newer(self, after: int) -> bool:
        return self._frame is not None and self._frame.number > after

    def _work(self) -> None:
        tries = 0
        reported: type[CompanionError] | None = None
        try:
            while not self._closing.is_set():
                try:
                    frame = self._source.read()
                except CompanionError as error:
                    # A phone that was off, and comes back with a certificate to be trusted, has another reason then.
                    if tries == 0 or type(error) is not reported:
                        reported = type(error)
                        self._on_event(SourceLost(error))
                    self._closing.wait(RETRY_PAUSES[min(tries, len(RETRY_PAUSES) - 1)])
                    tries += 1
                    continue
                if frame is None:
                    break
                self._keep(frame)
                if tries:
                    tries = 0
                    self._on_event(SourceBack())
        except Exception as error:
            self._failure = error
        finally:
            self._source.close()
            with self._news:
                self._over = True
                self._news.notify_all()
        if not self._closing.is_set() and self._failure is None:
            self._on_event(SourceEnded())

    def _keep(self, frame: Frame) -> None:
        with self._news:
            self._frame = frame
            self._news.notify_all()
