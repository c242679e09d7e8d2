"""A film or stream, as OpenCV captures it. Runs in the worker, one film at a time."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.vision.opencv_log import silence_opencv

_OPEN = Path("/proc/self/fd")
_BESIDES = 10_000_000
"""Bytes of a film's file behind its last picture: an index, a sound."""


class NoFilm(ValueError):
    """Something that gives no picture: ``kind`` is unknown, ended, broken, or large, with its size in pixels.

    ``took`` are seconds by the clock: FFmpeg gives up by itself, and does not say so.
    """

    def __init__(self, kind: str, took: float = 0.0, width: int = 0, height: int = 0) -> None:
        super().__init__(kind)
        self.kind, self.took, self.width, self.height = kind, took, width, height


class Film:
    """What is captured from a path or an address with FFmpeg; raises :class:`NoFilm` where it cannot be opened.

    ``settings`` are OpenCV's: a property and its value, again and again.
    """

    def __init__(self, where: str, settings: Sequence[int]) -> None:
        silence_opencv()
        begun = time.monotonic()
        self._where, self._is_file = where, Path(where).is_file()
        self._capture = cv2.VideoCapture(where, cv2.CAP_FFMPEG, list(settings))
        if not self._capture.isOpened():
            raise NoFilm("unknown", time.monotonic() - begun)
        size = (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT)
        self.width, self.height = (round(self._capture.get(one)) for one in size)
        self.rate = float(self._capture.get(cv2.CAP_PROP_FPS))

    def skip(self, frames: int) -> None:
        """Passes over so many frames."""
        for _ in range(frames):
            self._capture.grab()

    def read(self, most: int) -> np.ndarray[Any, np.dtype[np.uint8]]:
        """The next frame of at most so many pixels, BGR (height, width, 3). Raises :class:`NoFilm` at the end.

        A file of which more pictures can be read is not at its end there but broken.
        """
        begun = time.monotonic()
        good, pixels = self._capture.read()
        took = time.monotonic() - begun
        if not good or pixels is None or pixels.ndim != 3:
            # OpenCV ends at a picture that cannot be decoded; the film does not where others come behind it.
            raise NoFilm("broken" if self._is_file and self._capture.grab() else "ended", took)
        height, width = pixels.shape[:2]
        if width * height > most:
            raise NoFilm("large", took, width, height)
        return np.ascontiguousarray(pixels, np.uint8)

    def all_read(self) -> bool:
        """Whether its file was read to its end, but for what is no picture; False where nobody knows."""
        if not self._is_file or not _OPEN.is_dir():
            return False
        film = Path(self._where).stat()
        for number in (int(open_.name) for open_ in _OPEN.iterdir()):
            with suppress(OSError):  # the one that lists them is closed by now
                if os.path.samestat(os.fstat(number), film):
                    return film.st_size - os.lseek(number, 0, os.SEEK_CUR) < _BESIDES
        return False

    def close(self) -> None:
        self._capture.release()
