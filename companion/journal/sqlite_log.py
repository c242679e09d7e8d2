"""Detection of committed moves lost from an SQLite log.

SQLite reads a log up to the first damaged frame and drops the rest silently. A power cut may tear the last transaction,
which was never confirmed; only what stands before a later transaction was certainly complete.
Format: https://www.sqlite.org/fileformat2.html#the_write_ahead_log
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from struct import Struct, unpack

_HEADER, _FRAME = 32, 24
"""Bytes of the log's header, and of the header before each page."""
_MAGIC = {0x377F0682: "<", 0x377F0683: ">"}
"""Byte order of the checksums, by the log's first word."""
_WORD = 2**32 - 1
_TIMES = 3

Sum = tuple[int, int]


def is_torn_inside(log: Path) -> bool:
    """Return whether committed frames follow a damaged one, or the header itself is damaged.

    A log that is being written is read until two attempts agree.

    Raises:
        OSError: if the log cannot be read.
    """
    found = False
    before = b""
    for _ in range(_TIMES):
        try:
            content = log.read_bytes()
        except FileNotFoundError:
            return False
        if found and content == before:
            return True
        found, before = _torn_inside(content), content
        if not found:
            return False
    return False


@dataclass(frozen=True, slots=True)
class _Frame:
    """A frame with the log's present salts."""

    commits: bool
    begins: Sum
    """The checksum in its header."""
    head: bytes
    page: bytes


def _torn_inside(content: bytes) -> bool:
    if len(content) <= _HEADER:
        return False
    order = _MAGIC.get(int.from_bytes(content[:4], "big"))
    if order is None or _sum(order, content[:24], (0, 0)) != unpack(">II", content[24:32]):
        return True
    return _lost(order, unpack(">II", content[24:32]), list(_frames(content)))


def _frames(content: bytes) -> Iterator[_Frame | None]:
    """Yield the frames in order; None for one with other salts: damaged, or left from before the log was reset."""
    size, salts = int.from_bytes(content[8:12], "big"), content[16:24]
    step = _FRAME + (size if 512 <= size <= 65536 else 4096)
    for place in range(_HEADER, len(content) - step + 1, step):
        head = content[place : place + _FRAME]
        commits, carried = int.from_bytes(head[4:8], "big") > 0, unpack(">II", head[16:])
        frame = _Frame(commits, carried, head[:8], content[place + _FRAME : place + step])
        yield frame if head[8:16] == salts else None


def _lost(order: str, begins: Sum, frames: list[_Frame | None]) -> bool:
    """Return whether a frame does not fit and a committed transaction certainly was behind it."""
    last = begins
    for number, frame in enumerate(frames):
        fits = frame is not None and _of(order, frame, last) == frame.begins
        if not fits:
            return _goes_on([one for one in frames[number:] if one is not None])
        assert frame is not None
        last = frame.begins
    return False


def _goes_on(behind: list[_Frame]) -> bool:
    """Return whether another transaction follows a committed one, which was on disk then."""
    return any(frame.commits and following is not None for frame, following in pairwise(behind))


def _of(order: str, frame: _Frame, before: Sum) -> Sum:
    return _sum(order, frame.page, _sum(order, frame.head, before))


def _sum(order: str, content: bytes, before: Sum) -> Sum:
    one, two = before
    for first, second in Struct(f"{order}II").iter_unpack(content):
        one = (one + first + two) & _WORD
        two = (two + second + one) & _WORD
    return one, two
