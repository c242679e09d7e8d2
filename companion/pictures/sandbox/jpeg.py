"""Check and complete a JPEG before it is decoded: where its picture ends, and whether it is undamaged.

A JPEG that lacks only its end marker is read. libjpeg decodes a damaged one too and only warns. Pillow does not pass
the warning on; OpenCV prints it to standard error, where it is read.
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

from companion.pictures.sandbox.jpeg_markers import END, JpegMarkers, is_jpeg

Pixels = np.ndarray[Any, np.dtype[np.uint8]]

_EXTRANEOUS = re.compile(rb"(\d+) extraneous bytes before marker")
PADDING = 2
"""Bytes that some webcams leave after the coded data; more of them are coded data that was not used."""
_READ_SIZE = 65_536
_BUFFERED = 12
"""Bytes that libjpeg may have buffered beyond those that it used."""

TRAILER = 16
"""Bytes by which a camera maker's trailer is told from coded data …"""
TRAILER_SHARE = 11
"""… of which this many are text or zeros; in coded data 6 are on average, and 11 in one of 100."""
_TEXT = frozenset({0, 9, 10, 13, *range(32, 127)})

_HALF = cv2.IMREAD_REDUCED_GRAYSCALE_2 | cv2.IMREAD_IGNORE_ORIENTATION

_printing = threading.Lock()


def complete_jpeg(data: bytes | bytearray) -> tuple[bytes | bytearray, bool]:
    """Complete a JPEG that lacks its end marker.

    Without the marker, a camera maker's trailer after the coded data is left out.

    Args:
        data: The bytes of the JPEG.

    Returns:
        The bytes with an end marker, and whether they are undamaged.
    """
    marks = JpegMarkers.of(data)
    if marks.marked:
        return data, not marks.unwritten(data) and _is_undamaged(_read_warnings(data))
    cut = bytes(data[: marks.end]) + END
    unused = _EXTRANEOUS.search(_read_warnings(cut))
    if unused is not None:
        cut = bytes(_strip_trailer(data, marks.end, int(unused[1]))) + END
    return cut, _is_written(cut) and _is_undamaged(_read_warnings(cut))


def decode_half(data: bytes | bytearray) -> tuple[Pixels | None, bool]:
    """Decode a JPEG at half its size in grey, without its EXIF rotation.

    Args:
        data: The bytes of the JPEG.

    Returns:
        The pixels (height × width; None if OpenCV cannot decode it), and whether it is undamaged.
    """
    marks = JpegMarkers.of(data)
    marked = data if marks.marked else bytes(data[: marks.end]) + END
    picture, warning = _decode(marked, _HALF)
    whole = not marks.unwritten(marked) and _is_undamaged(warning)
    if marks.marked or whole:
        return picture, whole
    complete, whole = complete_jpeg(data)
    return _decode(complete, _HALF)[0], whole


def decode_undamaged(data: bytes | bytearray) -> Pixels | None:
    """Decode an undamaged JPEG to BGR pixels (height × width × 3); return None for any other."""
    picture, warning = _decode(data, cv2.IMREAD_COLOR)
    return picture if _is_undamaged(warning) else None


def _is_written(data: bytes | bytearray) -> bool:
    """Return whether no part of the coded data was left as zeros."""
    return not JpegMarkers.of(data).unwritten(data)


def _is_undamaged(warning: bytes) -> bool:
    """Return whether libjpeg warned of nothing that changes the picture."""
    unused = _EXTRANEOUS.search(warning)
    return int(unused[1]) <= PADDING if unused else b"JPEG" not in warning


def _read_warnings(data: bytes | bytearray) -> bytes:
    """Return libjpeg's warnings, decoding as small as possible: all coded data is read anyway."""
    return _decode(data, cv2.IMREAD_REDUCED_GRAYSCALE_8)[1]


def _decode(data: bytes | bytearray, mode: int) -> tuple[Pixels | None, bytes]:
    """Return the picture by one of OpenCV's modes, and libjpeg's warnings."""
    with _standard_error() as printed:
        try:
            picture = cv2.imdecode(np.frombuffer(data, np.uint8), mode)
        except cv2.error as error:  # which it says of memory, too
            raise MemoryError from error
        return (None if picture is None else np.asarray(picture, np.uint8)), printed()


@contextmanager
def _standard_error() -> Iterator[Callable[[], bytes]]:
    """Capture standard error within a block; yields a function that returns the bytes so far."""
    read, write = os.pipe()
    os.set_blocking(read, False)
    os.set_blocking(write, False)

    def printed() -> bytes:
        with suppress(BlockingIOError):
            return os.read(read, _READ_SIZE)
        return b""

    with _printing:
        before = os.dup(2)
        os.dup2(write, 2)
        try:
            yield printed
        finally:
            os.dup2(before, 2)
            for end in (before, read, write):
                os.close(end)


def _strip_trailer(data: bytes | bytearray, end: int, unused: int) -> bytes | bytearray:
    """Return a JPEG without end marker up to the end of its coded data, without a trailer."""
    # Some bytes more were taken in than used.
    for last in range(max(2, end - unused - _BUFFERED), end - unused + 1):
        if _is_undamaged(_read_warnings(bytes(data[:last]) + END)):
            return data[:last] if _is_trailer(data[last:], data[:last]) else data[:end]
    return data[:end]


def _is_trailer(rest: bytes | bytearray, before: bytes | bytearray) -> bool:
    """Return whether unused bytes are a trailer. A file that was never filled ends in zeros, and these were decoded."""
    head = bytes(rest).lstrip(b"\0")[:TRAILER]
    if not any(before[-4:]):
        return False
    return sum(byte in _TEXT for byte in head) * TRAILER >= TRAILER_SHARE * len(head) or is_jpeg(head)
