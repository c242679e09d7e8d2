"""Which characters a font file has: the ``cmap`` table of TrueType and OpenType."""

from __future__ import annotations

import struct
from functools import cache
from pathlib import Path
from typing import BinaryIO

LARGEST_TABLE = 4 * 1024 * 1024
"""Largest ``cmap`` table that is read, in bytes; those of the largest fonts take 400 kB."""
_LAST = 0x10FFFF
_DRAWN = ("glyf", "CFF ", "CFF2")
"""Tables of outlines; a font with pictures alone has one size."""


@cache
def characters_of(path: str) -> frozenset[int]:
    """Return the code points that the first font of a file can draw in any size; empty if it is no such font."""
    try:
        with Path(path).open("rb") as file:
            return _characters(file)
    except (OSError, struct.error, ValueError):
        return frozenset()


def _characters(file: BinaryIO) -> frozenset[int]:
    start = 0
    if file.read(4) == b"ttcf":
        file.seek(12)
        (start,) = struct.unpack(">I", file.read(4))
    file.seek(start + 4)
    (number,) = struct.unpack(">H6x", file.read(8))
    tables = {tag.decode("latin-1"): (offset, size) for tag, offset, size in _directory(file, number)}
    if "cmap" not in tables or not any(name in tables for name in _DRAWN):
        return frozenset()
    offset, size = tables["cmap"]
    if size > LARGEST_TABLE:
        return frozenset()
    file.seek(offset)
    return _mapped(file.read(size))


def _directory(file: BinaryIO, number: int) -> list[tuple[bytes, int, int]]:
    return [struct.unpack(">4s4xII", file.read(16)) for _ in range(number)]


def _mapped(cmap: bytes) -> frozenset[int]:
    """Return the characters of the largest of the tables for Unicode."""
    (number,) = struct.unpack_from(">2xH", cmap)
    tables: dict[int, int] = {}
    for one in range(number):
        platform, encoding, offset = struct.unpack_from(">HHI", cmap, 4 + 8 * one)
        if platform == 0 or (platform, encoding) in ((3, 1), (3, 10)):
            (kind,) = struct.unpack_from(">H", cmap, offset)
            tables[kind] = offset
    if 12 in tables:
        return _groups(cmap, tables[12])
    return _segments(cmap, tables[4]) if 4 in tables else frozenset()


def _groups(cmap: bytes, offset: int) -> frozenset[int]:
    (number,) = struct.unpack_from(">12xI", cmap, offset)
    found: set[int] = set()
    for one in range(number):
        first, last, glyph = struct.unpack_from(">III", cmap, offset + 16 + 12 * one)
        found.update(range(first + (glyph == 0), min(last, _LAST) + 1))
    return frozenset(found)


def _segments(cmap: bytes, offset: int) -> frozenset[int]:
    (doubled,) = struct.unpack_from(">6xH", cmap, offset)
    number, ends = doubled // 2, offset + 14
    places = ends + 2 + 3 * doubled
    columns = (struct.unpack_from(f">{number}H", cmap, ends + at) for at in (0, doubled + 2, 2 * doubled + 2))
    found: set[int] = set()
    for at, (last, first, delta) in enumerate(zip(*columns, strict=True)):
        (place,) = struct.unpack_from(">H", cmap, places + 2 * at)
        codes = range(first, min(last, 0xFFFE) + 1)
        if place and codes:
            glyphs = struct.unpack_from(f">{len(codes)}H", cmap, places + 2 * at + place)
            found.update(code for code, glyph in zip(codes, glyphs, strict=True) if glyph and (glyph + delta) % 0x10000)
        else:
            found.update(code for code in codes if code != -delta % 0x10000)
    return frozenset(found)
