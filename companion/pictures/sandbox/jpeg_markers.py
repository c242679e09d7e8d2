"""Read a JPEG's markers without decoding: where its coded data ends, and how little data it may have."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

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
