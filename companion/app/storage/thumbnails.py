"""Small pictures of photos, decoded in the background."""

import threading
from collections.abc import Callable, Sequence
from pathlib import Path

import cv2
import numpy as np
from kivy.clock import Clock
from numpy.typing import NDArray

from companion.app.window.theme import theme
from companion.errors import CompanionError

THUMBNAIL_UNITS = 320
"""Width of a thumbnail in units of the design."""


class ThumbnailThread(threading.Thread):
    """Decodes photos one after the other until it is closed; those that cannot be read are left out.

    Args:
        photos: The files, in the order in which they are wanted.
        callback: Called on the main thread with each file and its picture (BGR, height × width × 3).
    """

    def __init__(self, photos: Sequence[Path], callback: Callable[[Path, NDArray[np.uint8]], None]) -> None:
        super().__init__(name="thumbnails", daemon=True)
        self._photos, self._callback, self._closed = tuple(photos), callback, threading.Event()
        self._width = round(theme.unit * THUMBNAIL_UNITS)

    def close(self) -> None:
        """Stop after the current photo; the callback is not called any more."""
        self._closed.set()

    def run(self) -> None:
        """Decode every photo."""
        from companion.pictures.loading import load_picture

        for photo in self._photos:
            if self._closed.is_set():
                return
            try:
                pixels = load_picture(photo).pixels
            except CompanionError:
                continue
            small = _reduce(pixels, self._width)
            Clock.schedule_once(lambda _seconds, photo=photo, small=small: self._pass_on(photo, small))

    def _pass_on(self, photo: Path, small: NDArray[np.uint8]) -> None:
        if not self._closed.is_set():
            self._callback(photo, small)


def _reduce(pixels: NDArray[np.uint8], width: int) -> NDArray[np.uint8]:
    size = (width, max(1, round(pixels.shape[0] * width / pixels.shape[1])))
    return np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.uint8)
