"""Sources behind a capture: opened on demand, released when lost, closed from any thread."""

import threading
from abc import ABC, abstractmethod
from typing import Generic, Protocol, TypeVar

from companion.pictures.arrays import Picture
from companion.pictures.input_limits import INPUT_LIMITS, InputLimits
from companion.pictures.loading import PicturePreview
from companion.pictures.opencv_log import silence_opencv
from companion.pictures.sources.frame import DamagedPictures, Frame, SourceError, picture_too_large


class Capture(Protocol):
    """What returns pictures until it is released."""

    def release(self) -> None:
        """Release the device or file."""


CaptureT = TypeVar("CaptureT", bound=Capture)


class CaptureSource(ABC, Generic[CaptureT]):
    """A source behind a capture. A lock keeps a thread from releasing what another reads, which crashes OpenCV.

    Args:
        name: Its name in errors.
        limits: The input limits.
    """

    def __init__(self, name: str, limits: InputLimits = INPUT_LIMITS) -> None:
        self._name = name
        self._limits = limits
        self._capture: CaptureT | None = None
        self._reading = threading.Lock()
        self._closed = threading.Event()
        self._number = 0
        silence_opencv()  # OpenCV would print its own lines about a source that cannot be opened.

    def open(self) -> None:
        """Open the source if it is closed; :class:`SourceError` is raised if it cannot be opened."""
        with self._reading:
            self._opened()

    def read(self) -> Frame | None:
        """Return the next frame; None at the end or after closing."""
        with self._reading:
            try:
                if self._closed.is_set():
                    return None
                return self._next(self._opened())
            except DamagedPictures:
                raise
            except SourceError:
                self._let_go()
                raise
            finally:
                if self._closed.is_set():
                    self._let_go()

    def close(self) -> None:
        """Close the source, from any thread."""
        self._closed.set()
        # Whoever is reading lets go when done; it sees that the source was closed.
        if self._reading.acquire(blocking=False):
            try:
                self._let_go()
            finally:
                self._reading.release()

    @abstractmethod
    def _start(self) -> CaptureT:
        """Return an opened capture; raise :class:`SourceError`."""

    @abstractmethod
    def _size(self, capture: CaptureT) -> tuple[int, int]:
        """Return width and height of its pictures, pixels."""

    @abstractmethod
    def _next(self, capture: CaptureT) -> Frame | None:
        """Return the next frame, None at the end; raise :class:`SourceError`."""

    def _opened(self) -> CaptureT:
        if self._capture is None:
            capture = self._start()
            width, height = self._size(capture)
            if width * height > self._limits.frame_pixels:
                capture.release()
                raise picture_too_large(self._name, width, height, self._limits)
            self._capture = capture
        return self._capture

    def _let_go(self) -> None:
        if self._capture is not None:
            self._capture.release()
            self._capture = None

    def _numbered(self, picture: Picture | PicturePreview, at: float) -> Frame:
        frame = Frame(picture, at, self._number)
        self._number += 1
        return frame
