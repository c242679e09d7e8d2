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
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np

START, END = b"\xff\xd8", b"\xff\xd9"
_TABLES, _SCAN, _END = 0xC4, 0xDA, 0xD9
_SEQUENTIAL = frozenset({0xC0, 0xC1})
"""Frames whose blocks are coded once; all colours may be coded in one scan."""
_FRAMES = frozenset(range(0xC0, 0xD0)) - {_TABLES, 0xC8, 0xCC}
_SEGMENTS = _FRAMES | frozenset({_TABLES, 0xCC, *range(0xDA, 0xF0), 0xFE})
"""Markers that begin a segment with a length."""
_NO_MARKER = np.isin(np.arange(256), [0, 0xFF, *range(0xD0, 0xD8)])
"""By the byte behind 0xFF, whether it is no marker within coded data: a stuffed zero, padding or a restart marker."""
ZEROS = bytes(16)
"""With the usual tables 42 coefficients of -1 in a row, which no camera sees; unwritten blocks consist of them."""


@dataclass(frozen=True, slots=True)
class JpegMarkers:
    """What the markers of a JPEG show.

    Attributes:
        end: Where the last coded data ends.
        marked: Whether an end marker stands there.
        scan: Where the coded data of a picture in one scan begins; 0 for any other.
        least: The fewest bits in which 8 × 8 pixels can be coded.
        plain: Whether zeros may be the code of a plain area in every colour.
    """

    end: int
    marked: bool
    scan: int = 0
    least: float = 1.0
    plain: bool = False

    @classmethod
    def of(cls, data: bytes | bytearray) -> JpegMarkers:
        """Return the markers of a JPEG up to the end of its coded data."""
        marks, at, colours = cls(len(data), False), 2, 0
        plain: list[bool] = []
        places = _marker_places(data)
        # From ``at`` on, so its 0xFF stands there or later.
        while (next_one := int(np.searchsorted(places, at + 1))) < len(places):
            place = int(places[next_one])
            code, behind = data[place], place + 1
            if code == _END or marks.scan or code not in _SEGMENTS or behind + 2 > len(data):
                return replace(marks, end=_begin_of_marker(data, place, at), marked=code == _END)
            at = behind + int.from_bytes(data[behind : behind + 2], "big")
            segment = bytes(data[behind + 2 : at])
            if code in _SEQUENTIAL:
                colours, least = _frame(segment)
                marks = replace(marks, least=least)
            elif code == _TABLES:
                plain += _zeros_are_plain(segment)
                marks = replace(marks, plain=all(plain))
            elif code == _SCAN and colours and segment[:1] == bytes([colours]):
                # The one scan of all colours: whatever marker comes next, no more coded data does.
                marks = replace(marks, scan=at)
        return marks

    def too_short(self, length: int, width: int, height: int) -> bool:
        """Return whether ``length`` bytes are too few for so many pixels, however plain."""
        return 8 * length < width * height / 64 * self.least

    def unwritten(self, data: bytes | bytearray) -> bool:
        """Return whether zeros stand in place of coded data."""
        return bool(self.scan) and not self.plain and data.find(ZEROS, self.scan, self.end) >= 0


def _marker_places(data: bytes | bytearray) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """Return where the last byte of each marker is: a search byte by byte took as long as decoding."""
    values = np.frombuffer(data, np.uint8)
    behind = np.flatnonzero(values[:-1] == 0xFF) + 1
    return behind[~_NO_MARKER[values[behind]]]


def _begin_of_marker(data: bytes | bytearray, place: int, least: int) -> int:
    """Return where a marker begins, not before ``least``: any number of 0xFF may stand before its last byte."""
    begin = place - 1
    while begin > least and data[begin - 1] == 0xFF:
        begin -= 1
    return begin


def is_jpeg(data: bytes | bytearray) -> bool:
    """Return whether bytes begin as a JPEG does."""
    return data[:2] == START


def _frame(segment: bytes) -> tuple[int, float]:
    """Return a frame's number of colours, and the fewest bits for 8 × 8 of its pixels: two per block."""
    colours = segment[5] if len(segment) > 5 else 0
    samplings = [(part >> 4, part & 15) for part in segment[7 : 7 + 3 * colours : 3]]
    most = max((across for across, _ in samplings), default=0) * max((down for _, down in samplings), default=0)
    return colours, 2 * sum(across * down for across, down in samplings) / most if most else 1.0


def _zeros_are_plain(segment: bytes) -> Iterator[bool]:
    """Yield for each table of coefficients whether the code of zeros continues a block with zeros."""
    at = 0
    while at + 17 < len(segment):
        if segment[at] >> 4:
            yield segment[at + 17] & 15 == 0
        at += 17 + sum(segment[at + 1 : at + 17])


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
