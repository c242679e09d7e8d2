"""A frame, the protocol of all sources, and the newest frame of one, kept on a thread of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import TracebackType
from typing import Protocol

import cv2
import numpy as np

from companion.errors import CompanionError
from companion.locale import Message
from companion.pictures.arrays import Picture
from companion.pictures.input_limits import InputLimits
from companion.pictures.loading import PicturePreview

_UNSENT, _UNSENT_GREY = (0.0, 135.0, 0.0), (79.0,)
"""What zeros in YUV become in BGR, and in grey."""
_UNSENT_NOISE = 12.0
"""How far compression and noise take pixels from a colour, of 255."""


class SourceError(CompanionError):
    """Raise if a source has no pictures now; it may have them again a moment later."""


class DamagedPictures(SourceError):
    """Raise if a source has only damaged pictures now. The next one may be whole."""

    def __init__(self, source: str, next_step: Message) -> None:
        super().__init__(source, Message("damaged: part of the picture is wrong"), next_step)


def picture_too_large(source: str, width: int, height: int, limits: InputLimits) -> SourceError:
    """Return the error for a source whose pictures exceed the input limits."""
    most = limits.frame_pixels // 1_000_000
    return SourceError(
        source,
        Message("pictures too large ({width} × {height} pixels)", {"width": width, "height": height}),
        Message("choose a resolution of at most {megapixels} megapixels", {"megapixels": most}),
    )


@dataclass(frozen=True, eq=False)
class Frame:
    """One picture of a source.

    Attributes:
        picture: BGR pixels (height × width × 3), or a preview that is decoded wholly on demand.
        at: When it was taken, in seconds from any origin: only differences count.
        number: Counts from 0.
        is_live: Whether a camera takes the pictures now; a film or folder may show one for long.
    """

    picture: Picture | PicturePreview
    at: float
    number: int
    is_live: bool = False

    @cached_property
    def pixels(self) -> Picture:
        """The whole picture: BGR pixels (height × width × 3)."""
        return self.picture.decode() if isinstance(self.picture, PicturePreview) else self.picture

    @cached_property
    def half(self) -> Picture:
        """Grey pixels at half the size, enough to follow a table and to check the focus."""
        return self.picture.half if isinstance(self.picture, PicturePreview) else to_half(self.picture)

    @cached_property
    def is_whole(self) -> bool:
        """Whether the first and last rows were sent: decoders leave zeros in YUV, a green, where they are missing."""
        rows = max(1, self.half.shape[0] // 20)
        ends = (slice(rows), slice(-rows, None))
        if all(_distance(self.half[end], _UNSENT_GREY) > _UNSENT_NOISE for end in ends):
            return True
        whole = rows * self.size[1] // self.half.shape[0]
        ends = (slice(whole), slice(-whole, None))
        return all(_distance(self.pixels[end], _UNSENT) > _UNSENT_NOISE for end in ends)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the whole picture, pixels."""
        if isinstance(self.picture, PicturePreview):
            return self.picture.width, self.picture.height
        return self.picture.shape[1], self.picture.shape[0]


def _distance(pixels: Picture, colour: Sequence[float]) -> float:
    """Return the root mean square distance of pixels from a colour, of 255."""
    return float(np.sqrt(np.mean(np.square(pixels.astype(np.float32) - np.asarray(colour, np.float32)))))


def to_half(pixels: Picture) -> Picture:
    """Return a BGR picture at half the size in grey."""
    grey = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)
    size = (grey.shape[1] // 2, grey.shape[0] // 2)
    return np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.uint8)


@dataclass(frozen=True, slots=True)
class CaptureFormat:
    """The wished format of a source: pixels and frames a second. It delivers what it can.

    1920 × 1080 in JPEG is the most that usual webcams deliver through USB 2; dice are read from all of it.
    """

    width: int = 1920
    height: int = 1080
    rate: float = 15.0


class FrameSource(Protocol):
    """Anything that returns frames one after the other."""

    def read(self) -> Frame | None:
        """Return the next frame; None at the end or after :meth:`close`.

        A lost source is opened again. If there is no frame now, :class:`SourceError` is raised.
        """

    def close(self) -> None:
        """Close the source, also from another thread while one waits in :meth:`read`."""


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
