"""Read a film or stream through the sandbox."""

import cv2
import numpy as np

from companion.pictures.arrays import Picture
from companion.pictures.input_limits import InputLimits
from companion.pictures.sandbox.process import return_decoder, take_decoder
from companion.pictures.sandbox.protocol import DecodingRefused, LimitExceeded

_FRAMES_PER_REQUEST = 100
"""Frames skipped by one request, well within the time of one frame."""
_CHANNELS = 3


class FilmReader:
    """A film or stream that FFmpeg reads in the sandbox. It is not for two threads at once.

    Its methods raise the same errors.

    Args:
        where: A path or an address.
        timeout: Seconds after which FFmpeg gives up opening, and each next picture.
        limits: The input limits.

    Raises:
        DecodingRefused: FFmpeg cannot read it.
        LimitExceeded: Decoding exceeded a limit.
    """

    def __init__(self, where: str, timeout: float, limits: InputLimits) -> None:
        self._limits = limits
        self._timeout = timeout
        milliseconds = round(1000 * timeout)
        settings = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, milliseconds, cv2.CAP_PROP_READ_TIMEOUT_MSEC, milliseconds]
        self._process = take_decoder()
        try:
            answer, _ = self._process.ask({"do": "film", "where": where, "settings": settings}, self._seconds, 0)
            self._shared = self._process.share(
                _CHANNELS * min(limits.frame_pixels, answer["width"] * answer["height"]) or 1
            )
        except (DecodingRefused, LimitExceeded):
            return_decoder(self._process)
            raise
        self.width, self.height = int(answer["width"]), int(answer["height"])
        self.rate = float(answer["rate"])
        """Frames a second; 0 if the film does not state it."""
        self.all_whole = bool(answer["all_whole"])
        """Whether every picture stands alone."""
        self.damaged = False
        """Whether damage was found in the latest frame."""

    @property
    def spent(self) -> float:
        """Seconds of processor time that the decoder has taken."""
        return self._process.spent

    def skip(self, frames: int) -> None:
        """Skip frames."""
        for first in range(0, frames, _FRAMES_PER_REQUEST):
            self._process.ask({"do": "skip", "frames": min(_FRAMES_PER_REQUEST, frames - first)}, self._seconds, 0)

    def next(self) -> Picture:
        """Return the next frame, BGR (height × width × 3); refused as ``ended`` if there is none."""
        most = self._limits.frame_pixels
        answer, raw = self._process.ask({"do": "frame", "most": most}, self._seconds, _CHANNELS * most)
        self.damaged = not answer["undamaged"]
        if "shared" in answer and self._shared is not None:
            raw = bytearray(memoryview(self._shared)[: answer["shared"]])
        return np.frombuffer(raw, np.uint8).reshape(answer["shape"])

    def release(self) -> None:
        """Close the film and return its decoder."""
        try:
            self._process.ask({"do": "close"}, self._seconds, 0)
        except (DecodingRefused, LimitExceeded):  # it is ended then, and the film closed with it
            self._process.end()
        return_decoder(self._process)

    @property
    def _seconds(self) -> float:
        return self._timeout + self._limits.frame_seconds
