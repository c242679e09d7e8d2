"""The font for each letter (Kivy's own, the package's or the system's), by the characters that a font file has."""

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path
from typing import BinaryIO
from unicodedata import bidirectional, category

from kivy.core.text import LabelBase
from kivy.resources import resource_find

from companion.names import graphemes

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


PACKAGED = Path(__file__).parent.parent / "fonts"
SYMBOLS = "data/fonts/DejaVuSans.ttf"
"""Kivy's font of arrows and signs, which its default font lacks."""
EMOJI, IDEOGRAPHS = "NotoEmoji.ttf", "DroidSansFallback.ttf"
MOST_SYSTEM_FONTS = 400
"""Font files of the system that are searched for one letter."""
_PICTURE = "\ufe0f"
_WITHIN_RIGHT_TO_LEFT = frozenset(" \u00a0-'’\u05be\u05f3\u05f4\u060c…")
"""Characters that may stand between two words of one right-to-left name; all others end it."""
_AFTER_RIGHT_TO_LEFT = "…"
_SCRIPTS = (
    (0x0590, "Hebr"), (0x0600, "Arab"), (0x0700, "Syrc"), (0x0750, "Arab"), (0x0780, "Thaa"), (0x07C0, "Nkoo"),
    (0x08A0, "Arab"), (0x0900, "Deva"), (0x0980, "Beng"), (0x0A00, "Guru"), (0x0A80, "Gujr"), (0x0B00, "Orya"),
    (0x0B80, "Taml"), (0x0C00, "Telu"), (0x0C80, "Knda"), (0x0D00, "Mlym"), (0x0D80, "Sinh"), (0x0E00, "Thai"),
    (0x0E80, "Laoo"), (0x0F00, "Tibt"), (0x1000, "Mymr"), (0x10A0, "Geor"), (0x1100, "Hang"), (0x1200, "Ethi"),
    (0x13A0, "Cher"), (0x1780, "Khmr"), (0x1800, "Mong"), (0x1880, "Latn"), (0x2E80, "Hani"), (0x3040, "Kana"),
    (0x3100, "Hani"), (0xAC00, "Hang"), (0xD7A4, "Latn"), (0xF900, "Hani"), (0xFB00, "Latn"), (0xFB1D, "Hebr"),
    (0xFB50, "Arab"), (0xFE00, "Latn"), (0xFE70, "Arab"), (0xFEFF, "Latn"), (0x20000, "Hani"),
)  # fmt: skip
"""ISO 15924 codes from each code point on; what stands before the first and between has none that shapes letters."""


@dataclass(frozen=True, slots=True)
class Run:
    """Letters of one font and direction, drawn in one step."""

    text: str
    font: str | None
    """The file; None for the font of the label."""
    right_to_left: bool = False
    script: str = "Latn"


def is_usual(text: str) -> bool:
    """Return whether any Kivy font draws this text: it has no letters beyond Latin."""
    return text.isascii() or all(one < "\u0300" for one in text)


@lru_cache(maxsize=4096)
def runs(text: str, font: str) -> tuple[Run, ...]:
    """Split one line into runs, in the order in which they are drawn from left to right.

    A sentence is read from left to right. Words of a right-to-left script in it, with blanks between them, are one
    name: only their letters change places, and numbers around them stay where they are.
    """
    found: list[Run] = []
    for backwards, letters in _directions(text):
        within = [
            Run("".join(part), file, backwards and file is not None, script)
            for (file, script), part in groupby(letters, lambda letter: _drawn_by(letter, font))
        ]
        found += reversed(within) if backwards else within
    return tuple(found)


def _directions(text: str) -> Iterator[tuple[bool, Sequence[str]]]:
    letters = list(graphemes(text))
    backwards = [_is_right_to_left(letter) for letter in letters]
    last = -1
    for at, own in enumerate(backwards.copy()):
        if own:
            between = range(last + 1, at)
            if last >= 0 and all(letters[one] in _WITHIN_RIGHT_TO_LEFT for one in between):
                for one in between:
                    backwards[one] = True
            last = at
    for at, letter in enumerate(letters):
        if at and backwards[at - 1] and letter == _AFTER_RIGHT_TO_LEFT:
            backwards[at] = True
    for direction, part in groupby(zip(backwards, letters, strict=True), lambda pair: pair[0]):
        yield direction, [letter for _, letter in part]


@lru_cache(maxsize=4096)
def _drawn_by(letter: str, font: str) -> tuple[str | None, str]:
    """Return the font of a letter, None for the usual one, and its script."""
    needed = frozenset(ord(one) for one in letter if category(one) != "Cf" and not "\ufe00" <= one <= "\ufe0f")
    script = _script(letter[0])
    if _PICTURE not in letter and needed <= characters_of(font) and not _is_right_to_left(letter):
        return None, "Latn"
    for file in _candidates(letter):
        if needed <= characters_of(file):
            return file, script
    first = ord(letter[0])
    return next((file for file in _candidates(letter) if first in characters_of(file)), None), script


def _candidates(letter: str) -> Iterator[str]:
    signs, emoji, ideographs = _symbols(), str(PACKAGED / EMOJI), str(PACKAGED / IDEOGRAPHS)
    yield from _packaged()
    yield from (
        (emoji, ideographs, *signs) if letter[0] > "\uffff" or _PICTURE in letter else (*signs, ideographs, emoji)
    )
    yield from _of_the_system()


@cache
def _packaged() -> tuple[str, ...]:
    """Return the package's fonts of one script each."""
    return tuple(str(file) for file in sorted(PACKAGED.glob("NotoSans*.ttf")))


@cache
def _symbols() -> tuple[str, ...]:
    found = resource_find(SYMBOLS)
    return (found,) if found else ()


@cache
def _of_the_system() -> tuple[str, ...]:
    """Return the font files of this machine, upright ones of normal weight first."""
    found = [
        file
        for folder in LabelBase.get_system_fonts_dir()
        for file in sorted(Path(folder).rglob("*"))
        if file.suffix.lower() in (".ttf", ".otf", ".ttc")
    ]
    unusual = ("bold", "italic", "oblique", "mono", "serif", "light", "thin", "black", "condensed")
    found.sort(key=lambda file: sum(word in file.stem.lower() for word in unusual))
    return tuple(map(str, found[:MOST_SYSTEM_FONTS]))


def _is_right_to_left(letter: str) -> bool:
    return bidirectional(letter[0]) in ("R", "AL")


def _script(letter: str) -> str:
    code = ord(letter)
    return next((script for first, script in reversed(_SCRIPTS) if code >= first), "Latn")
