"""The font for each letter: Kivy's own, the package's or the system's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path
from unicodedata import bidirectional, category

from kivy.core.text import LabelBase
from kivy.resources import resource_find

from companion.app.texts.font_coverage import characters_of
from companion.names import graphemes

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
