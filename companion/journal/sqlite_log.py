"""Detection of moves lost from an SQLite log.

SQLite reads a log up to the first damaged frame and drops the rest silently. What stands before a later transaction was
certainly complete. A damaged last transaction may as well have been torn by a power cut, before it was confirmed.
Format: https://www.sqlite.org/fileformat2.html#the_write_ahead_log
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from struct import Struct, unpack

_HEADER, _FRAME = 32, 24
"""Bytes of the log's header, and of the header before each page."""
_MAGIC = {0x377F0682: "<", 0x377F0683: ">"}
"""Byte order of the checksums, by the log's first word."""
_WORD = 2**32 - 1
_TIMES = 3

Sum = tuple[int, int]


class Damage(Enum):
    """What is damaged in a log."""

    INSIDE = "committed frames follow a damaged one, or the header itself is damaged"
    AT_THE_END = "the last frames are damaged, or were not fully written"


def find_damage(log: Path) -> Damage | None:
    """Return what is damaged in a log.

    A log that is being written is read until two attempts agree.

    Raises:
        OSError: if the log cannot be read.
    """
    found: Damage | None = None
    before = b""
    for _ in range(_TIMES):
        try:
            content = log.read_bytes()
        except FileNotFoundError:
            return None
        if found and content == before:
            return found
        found, before = _damage(content), content
        if not found:
            return None
    return None


@dataclass(frozen=True, slots=True)
class _Frame:
    """A frame with one or both of the log's present salts."""

    has_both: bool
    commits: bool
    begins: Sum
    """The checksum in its header."""
    head: bytes
    page: bytes


def _damage(content: bytes) -> Damage | None:
    if len(content) <= _HEADER:
        return None
    order = _MAGIC.get(int.from_bytes(content[:4], "big"))
    last = unpack(">II", content[24:32])
    if order is None or _sum(order, content[:24], (0, 0)) != last:
        return Damage.INSIDE
    frames = list(_frames(content))
    for number, frame in enumerate(frames):
        if frame is None or not frame.has_both or _of(order, frame, last) != frame.begins:
            behind = [one for one in frames[number:] if one is not None]
            goes_on = any(one.commits for one in behind[:-1])  # the transaction before another one was on disk
            return Damage.INSIDE if goes_on else Damage.AT_THE_END if behind else None
        last = frame.begins
    return None


def _frames(content: bytes) -> Iterator[_Frame | None]:
    """Yield the complete frames in order; None for one with other salts, left from before the log was reset."""
    size, salts = int.from_bytes(content[8:12], "big"), content[16:24]
    step = _FRAME + (size if 512 <= size <= 65536 else 4096)
    for place in range(_HEADER, len(content) - step + 1, step):
        head = content[place : place + _FRAME]
        same = [head[8:12] == salts[:4], head[12:16] == salts[4:]]
        commits, carried = int.from_bytes(head[4:8], "big") > 0, unpack(">II", head[16:])
        frame = _Frame(all(same), commits, carried, head[:8], content[place + _FRAME : place + step])
        yield frame if any(same) else None


def _of(order: str, frame: _Frame, before: Sum) -> Sum:
    return _sum(order, frame.page, _sum(order, frame.head, before))


def _sum(order: str, content: bytes, before: Sum) -> Sum:
    one, two = before
    for first, second in Struct(f"{order}II").iter_unpack(content):
        one = (one + first + two) & _WORD
        two = (two + second + one) & _WORD
    return one, two
