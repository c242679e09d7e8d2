"""A JPEG's bytes before they are decoded: where its picture ends, and whether what libjpeg decodes is whole.

Complete but for its end marker: it is read. Damaged inside: libjpeg decodes it all the same and only warns, which
Pillow does not pass on; OpenCV prints the warning to the process's standard error, from where it is taken.
"""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import cv2
import numpy as np

from companion.vision.sandbox.jpeg_markers import END, JpegMarkers, is_jpeg

Pixels = np.ndarray[Any, np.dtype[np.uint8]]

_EXTRANEOUS = re.compile(rb"(\d+) extraneous bytes before marker")
PADDING = 2
"""Bytes that some webcams leave behind the coded data; more of them are coded data that was not used."""
_AT_ONCE = 65_536
_TAKEN_IN = 12
"""Bytes that libjpeg may have taken in beyond those that it used, and does not count."""

TRAILER = 16
"""Bytes by which what a camera's maker appends is told from coded data …"""
TRAILER_SHARE = 11
"""… of which so many are text or zeros; of coded data 6 are on the mean, and 11 in one of 100."""
_TEXT = frozenset({0, 9, 10, 13, *range(32, 127)})

_HALF = cv2.IMREAD_REDUCED_GRAYSCALE_2 | cv2.IMREAD_IGNORE_ORIENTATION

_printing = threading.Lock()


def complete_jpeg(data: bytes | bytearray) -> tuple[bytes | bytearray, bool]:
    """A JPEG that ends with its end marker, and whether it is whole.

    What lies behind the end marker is kept. Without that marker, what lies behind the coded data is left out, if a
    camera's maker appended it.
    """
    marks = JpegMarkers.of(data)
    if marks.marked:
        return data, _written(data) and _whole(_warning(data))
    cut = bytes(data[: marks.end]) + END
    unused = _EXTRANEOUS.search(_warning(cut))
    if unused is not None:
        cut = bytes(_without_appendix(data, marks.end, int(unused[1]))) + END
    return cut, _written(cut) and _whole(_warning(cut))


def decode_half(data: bytes | bytearray) -> tuple[Pixels | None, bool]:
    """A JPEG at half its size in grey, (height, width), not turned by its EXIF, and whether it is whole; None where
    OpenCV cannot decode it."""
    marks = JpegMarkers.of(data)
    marked = data if marks.marked else bytes(data[: marks.end]) + END
    picture, warning = _decoded(marked, _HALF)
    whole = _written(marked) and _whole(warning)
    if marks.marked or whole:
        return picture, whole
    complete, whole = complete_jpeg(data)
    return _decoded(complete, _HALF)[0], whole


def decode_undamaged(data: bytes | bytearray) -> Pixels | None:
    """A JPEG that is whole, blue first, (height, width, 3); None for any other."""
    picture, warning = _decoded(data, cv2.IMREAD_COLOR)
    return picture if _whole(warning) else None


def _written(data: bytes | bytearray) -> bool:
    """Whether no part of the coded data was left as zeros."""
    return not JpegMarkers.of(data).unwritten(data)


def _whole(warning: bytes) -> bool:
    """Whether libjpeg warned of nothing that changes the picture."""
    unused = _EXTRANEOUS.search(warning)
    return int(unused[1]) <= PADDING if unused else b"JPEG" not in warning


def _warning(data: bytes | bytearray) -> bytes:
    """What libjpeg says of a JPEG, decoded as small as it can be: what is coded is read all the same."""
    return _decoded(data, cv2.IMREAD_REDUCED_GRAYSCALE_8)[1]


def _decoded(data: bytes | bytearray, how: int) -> tuple[Pixels | None, bytes]:
    """The picture by one of OpenCV's ways to read it, and what libjpeg says of it."""
    with _standard_error() as said:
        try:
            picture = cv2.imdecode(np.frombuffer(data, np.uint8), how)
        except cv2.error as error:  # which it says of memory, too
            raise MemoryError from error
        return (None if picture is None else np.asarray(picture, np.uint8)), said()


@contextmanager
def _standard_error() -> Iterator[Callable[[], bytes]]:
    """Whatever the process prints to its standard error within, as a function that gives the bytes until then."""
    read, write = os.pipe()
    os.set_blocking(read, False)
    os.set_blocking(write, False)

    def said() -> bytes:
        with suppress(BlockingIOError):
            return os.read(read, _AT_ONCE)
        return b""

    with _printing:
        before = os.dup(2)
        os.dup2(write, 2)
        try:
            yield said
        finally:
            os.dup2(before, 2)
            for end in (before, read, write):
                os.close(end)


def _without_appendix(data: bytes | bytearray, end: int, unused: int) -> bytes | bytearray:
    """A JPEG without end marker whose last bytes were not used, up to where its coded data ends; all of it where what
    follows is coded data too."""
    # Some bytes more were taken in than used.
    for last in range(max(2, end - unused - _TAKEN_IN), end - unused + 1):
        if _whole(_warning(bytes(data[:last]) + END)):
            return data[:last] if _appended(data[last:], data[:last]) else data[:end]
    return data[:end]


def _appended(rest: bytes | bytearray, before: bytes | bytearray) -> bool:
    """Whether what was not decoded is something appended. A file that was never filled ends in zeros, and was decoded
    into them."""
    head = bytes(rest).lstrip(b"\0")[:TRAILER]
    if not any(before[-4:]):
        return False
    return sum(byte in _TEXT for byte in head) * TRAILER >= TRAILER_SHARE * len(head) or is_jpeg(head)
