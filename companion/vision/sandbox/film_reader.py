"""A film or stream that is read in a process of its own."""

from __future__ import annotations

import cv2
import numpy as np

from companion.vision.arrays import Picture
from companion.vision.input_limits import InputLimits
from companion.vision.sandbox.errors import DecodingRefused, LimitExceeded
from companion.vision.sandbox.process import return_decoder, take_decoder

_AT_ONCE = 100
"""Frames that are passed over in one go, well within the time of one."""
_CHANNELS = 3


class FilmReader:
    """What FFmpeg reads from a path or an address, opened; not for two threads at once.

    Opening and each next picture are given up by FFmpeg after ``patience`` seconds. Everything raises
    :class:`~companion.vision.sandbox.process.Undecodable` and ``Overdrawn``.
    """

    def __init__(self, where: str, patience: float, intake: InputLimits) -> None:
        self._intake = intake
        self._patience = patience
        milliseconds = round(1000 * patience)
        settings = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, milliseconds, cv2.CAP_PROP_READ_TIMEOUT_MSEC, milliseconds]
        self._process = take_decoder()
        try:
            said, _ = self._process.ask({"do": "film", "where": where, "settings": settings}, self._seconds, 0)
            self._shared = self._process.share(
                _CHANNELS * min(intake.frame_pixels, said["width"] * said["height"]) or 1
            )
        except (DecodingRefused, LimitExceeded):
            return_decoder(self._process)
            raise
        self.width, self.height = int(said["width"]), int(said["height"])
        self.rate = float(said["rate"])
        """Frames a second; 0 where it does not say."""

    @property
    def spent(self) -> float:
        """Seconds of processor time that its process took."""
        return self._process.spent

    def skip(self, frames: int) -> None:
        """Passes over so many frames."""
        for first in range(0, frames, _AT_ONCE):
            self._process.ask({"do": "skip", "frames": min(_AT_ONCE, frames - first)}, self._seconds, 0)

    def next(self) -> Picture:
        """The next frame, BGR (height, width, 3); refused as ended where there is none."""
        most = self._intake.frame_pixels
        said, raw = self._process.ask({"do": "frame", "most": most}, self._seconds, _CHANNELS * most)
        if "shared" in said and self._shared is not None:
            raw = bytearray(memoryview(self._shared)[: said["shared"]])
        return np.frombuffer(raw, np.uint8).reshape(said["shape"])

    def release(self) -> None:
        """Closes it; its process is there for others."""
        try:
            self._process.ask({"do": "close"}, self._seconds, 0)
        except (DecodingRefused, LimitExceeded):  # it is ended then, and the film closed with it
            self._process.end()
        return_decoder(self._process)

    @property
    def _seconds(self) -> float:
        return self._patience + self._intake.frame_seconds
