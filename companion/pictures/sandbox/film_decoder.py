"""Decode a film or stream with OpenCV. Runs in the sandbox, one film at a time."""

import os
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.pictures.opencv_log import silence_opencv
from companion.pictures.sandbox.jpeg import decode_undamaged

_OPEN_FILES = Path("/proc/self/fd")
_WHOLE = (b"MJPG", b"JPEG", b"PNG ", b"MPNG")
"""Codecs of single pictures."""
_BESIDES = 10_000_000
"""Bytes of a film's file after its last picture: an index, a sound track."""


class NoFilm(ValueError):
    """Raise if there is no picture.

    Args:
        kind: ``unknown``, ``ended``, ``broken`` or ``large``.
        took: Seconds by the clock: FFmpeg gives up without saying so.
        width: Of a picture that is too large, pixels.
        height: Of a picture that is too large, pixels.
    """

    def __init__(self, kind: str, took: float = 0.0, width: int = 0, height: int = 0) -> None:
        super().__init__(kind)
        self.kind, self.took, self.width, self.height = kind, took, width, height


class Film:
    """A film or stream that FFmpeg opens.

    Args:
        where: A path or an address.
        settings: OpenCV's settings: a property and its value, in turn.

    Raises:
        NoFilm: It cannot be opened.
    """

    def __init__(self, where: str, settings: Sequence[int]) -> None:
        silence_opencv()
        started = time.monotonic()
        self._where, self._is_file = where, Path(where).is_file()
        self._capture = cv2.VideoCapture(where, cv2.CAP_FFMPEG, list(settings))
        if not self._capture.isOpened():
            raise NoFilm("unknown", time.monotonic() - started)
        size = (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT)
        self.width, self.height = (round(self._capture.get(one)) for one in size)
        self.rate = float(self._capture.get(cv2.CAP_PROP_FPS))
        codec = int(self._capture.get(cv2.CAP_PROP_FOURCC)).to_bytes(4, "little", signed=True)
        self.all_whole = codec.upper() in _WHOLE
        """Whether every picture stands alone; otherwise most are made from the pictures before them."""
        self.undamaged = True
        """Whether nothing is known to be wrong with the latest frame."""
        self._packets = None
        if self.all_whole and self._is_file:  # FFmpeg says little of a damaged JPEG
            self._packets = cv2.VideoCapture(where, cv2.CAP_FFMPEG, [*settings, cv2.CAP_PROP_FORMAT, -1])

    def skip(self, frames: int) -> None:
        """Skip frames."""
        for _ in range(frames):
            self._capture.grab()
            if self._packets is not None:
                self._packets.grab()

    def read(self, most: int) -> np.ndarray[Any, np.dtype[np.uint8]]:
        """Decode the next frame.

        Args:
            most: Pixels that it may have.

        Returns:
            BGR pixels (height × width × 3).

        Raises:
            NoFilm: The film ended, is broken, or the frame is too large.
        """
        started = time.monotonic()
        is_decoded, pixels = self._capture.read()
        took = time.monotonic() - started
        if not is_decoded or pixels is None or pixels.ndim != 3:
            # OpenCV ends at a picture that cannot be decoded; the film does not where others come behind it.
            raise NoFilm("broken" if self._is_file and self._capture.grab() else "ended", took)
        self.undamaged = self._packets is None or _is_undamaged(*self._packets.read())
        height, width = pixels.shape[:2]
        if width * height > most:
            raise NoFilm("large", took, width, height)
        return np.ascontiguousarray(pixels, np.uint8)

    def is_read_to_end(self) -> bool:
        """Return whether its file was read to the end, except for what is no picture; False if that is unknown."""
        if not self._is_file or not _OPEN_FILES.is_dir():
            return False
        film = Path(self._where).stat()
        for number in (int(open_.name) for open_ in _OPEN_FILES.iterdir()):
            with suppress(OSError):  # the one that lists them is closed by now
                if os.path.samestat(os.fstat(number), film):
                    return film.st_size - os.lseek(number, 0, os.SEEK_CUR) < _BESIDES
        return False

    def close(self) -> None:
        """Close the film."""
        self._capture.release()
        if self._packets is not None:
            self._packets.release()


def _is_undamaged(is_read: bool, packet: np.ndarray[Any, Any] | None) -> bool:
    """Return whether a frame as it is in its file is no JPEG, or an undamaged one."""
    coded = packet.tobytes() if is_read and packet is not None else b""
    return not coded.startswith(b"\xff\xd8") or decode_undamaged(coded) is not None
