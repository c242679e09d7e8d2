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
    """Return whether a frame does not fit and a committed transaction certainly was in or behind it."""
    last = begins
    for number, frame in enumerate(frames):
        fits = frame is not None and _of(order, frame, last) == frame.begins
        if not fits:
            behind = [one for one in frames[number:] if one is not None]
            return _goes_on(behind) or (frame is not None and _one_bit(order, frame, last, frames[number + 1 :]))
        assert frame is not None
        last = frame.begins
    return False


def _goes_on(behind: list[_Frame]) -> bool:
    """Return whether another transaction follows a committed one, which was on disk then."""
    return any(frame.commits and following is not None for frame, following in pairwise(behind))


def _one_bit(order: str, frame: _Frame, last: Sum, rest: list[_Frame | None]) -> bool:
    """Return whether one flipped bit is all that is wrong with the last transaction; a torn one lacks far more.

    Checksums are linear: each word adds a multiple of itself, and a flipped bit that word's multiple of a power of two.
    """
    if not _whole(order, frame, rest):
        return False
    made = _of(order, frame, last)
    off = ((frame.begins[0] - made[0]) & _WORD, (frame.begins[1] - made[1]) & _WORD)
    first, second = (1, 1), (0, 1)  # what one more in the last pair's first or second word adds
    for _ in range((len(frame.head) + len(frame.page)) // 8):
        for adds in (first, second):
            if any(off in _times(adds, 1 << bit) for bit in range(32)):
                return True
        first, second = _next(first), _next(second)
    return False


def _whole(order: str, frame: _Frame, rest: list[_Frame | None]) -> bool:
    """Return whether every frame up to the commit follows from the checksum before it."""
    last, commits = frame.begins, frame.commits
    for one in rest:
        if commits:
            break
        if one is None or _of(order, one, last) != one.begins:
            return False
        last, commits = one.begins, one.commits
    return commits


def _times(adds: Sum, factor: int) -> tuple[Sum, Sum]:
    plus = (adds[0] * factor & _WORD, adds[1] * factor & _WORD)
    return plus, (-plus[0] & _WORD, -plus[1] & _WORD)


def _next(adds: Sum) -> Sum:
    return (adds[0] + adds[1]) & _WORD, (adds[0] + 2 * adds[1]) & _WORD


def _of(order: str, frame: _Frame, before: Sum) -> Sum:
    return _sum(order, frame.page, _sum(order, frame.head, before))


def _sum(order: str, content: bytes, before: Sum) -> Sum:
    one, two = before
    for first, second in Struct(f"{order}II").iter_unpack(content):
        one = (one + first + two) & _WORD
        two = (two + second + one) & _WORD
    return one, two
