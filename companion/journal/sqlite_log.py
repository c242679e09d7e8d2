"""Finds out whether a log that SQLite left beside a file lost committed moves: it reads up to the first damaged frame
and drops what is behind that without a word.

https://www.sqlite.org/fileformat2.html#the_write_ahead_log describes the log. A power cut may tear the last
transaction, which nobody was answered for; only what stands before a later one was certainly whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from struct import Struct, unpack

_HEADER, _FRAME = 32, 24
"""Bytes of the log's header, and of the one before each page."""
_MAGIC = {0x377F0682: "<", 0x377F0683: ">"}
"""By the log's first word: the order of bytes in which its sums are made."""
_WORD = 2**32 - 1
_TIMES = 3

Sum = tuple[int, int]


def is_torn_inside(log: Path) -> bool:
    """Whether frames that were committed stand behind a damaged one, or the header itself is damaged.

    What another program is just writing is read until two looks agree. Raises :class:`OSError`.
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
    """A frame of the log's present salts."""

    commits: bool
    begins: Sum
    """The sum that its header carries."""
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
    """The frames in their order, None for one of other salts: damaged, or left from before the log began anew."""
    size, salts = int.from_bytes(content[8:12], "big"), content[16:24]
    step = _FRAME + (size if 512 <= size <= 65536 else 4096)
    for place in range(_HEADER, len(content) - step + 1, step):
        head = content[place : place + _FRAME]
        commits, carried = int.from_bytes(head[4:8], "big") > 0, unpack(">II", head[16:])
        frame = _Frame(commits, carried, head[:8], content[place + _FRAME : place + step])
        yield frame if head[8:16] == salts else None


def _lost(order: str, begins: Sum, frames: list[_Frame | None]) -> bool:
    """Whether a frame does not fit and a transaction that was committed certainly was or stood behind it."""
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
    """Whether another transaction follows on one that was committed: it began when that was on the disk."""
    return any(frame.commits and following is not None for frame, following in pairwise(behind))


def _one_bit(order: str, frame: _Frame, last: Sum, rest: list[_Frame | None]) -> bool:
    """Whether one flipped bit is all that is wrong with the last transaction: a torn one lacks far more.

    Sums are linear: each word adds a multiple of itself, and a flipped bit that word's multiple of a power of two.
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
    """Whether every frame from this one to the commit follows on the sum that the one before carries."""
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
