"""Make the fonts of ``companion/app/fonts``: the letters and emoji that Kivy's own fonts lack, at most 3 MB.

``python distribution/fonts/make.py`` needs fonttools, ``apt-get`` with Debian's archive, ``dpkg-deb`` and ``npm``.
"""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

TARGET = Path(__file__).resolve().parents[2] / "companion" / "app" / "fonts"
LARGEST = 3_000_000
"""Bytes of all fonts together."""
PACKAGES = ("fonts-noto-core", "fonts-droid-fallback")
NOTO = "usr/share/fonts/truetype/noto/NotoSans{script}-Regular.ttf"
DROID = "usr/share/fonts-droid-fallback/truetype/DroidSansFallback.ttf"
EMOJI, EMOJI_FONT = "@expo-google-fonts/noto-emoji@0.4.7", "package/400Regular/NotoEmoji_400Regular.ttf"
EMOJI_LICENCE, APACHE = "package/LICENSE_FONT", "/usr/share/common-licenses/Apache-2.0"
"""Of the Noto fonts, and of Droid Sans Fallback."""

ASCENT, DESCENT = 0.96, 0.33
"""The highest a line may be above and below its letters' foot, in heights of the letters (Roboto: 0.93 and 0.24)."""

SCRIPTS = {
    "Arabic": (0x0600, 0x06FF, 0x0750, 0x077F),
    "Hebrew": (0x0590, 0x05FF, 0xFB1D, 0xFB4F),
    "Thaana": (0x0780, 0x07BF),
    "Devanagari": (0x0900, 0x097F),
    "Bengali": (0x0980, 0x09FF),
    "Gurmukhi": (0x0A00, 0x0A7F),
    "Tamil": (0x0B80, 0x0BFF),
    "Thai": (0x0E00, 0x0E7F),
    "Lao": (0x0E80, 0x0EFF),
}
"""The blocks of each script, first and last characters in turn."""
COMMON = {*range(0x20, 0x7F), 0xA0, 0x200C, 0x200D, 0x200E, 0x200F, 0x2013, 0x2019, 0x2026, 0x25CC}
"""In each font: blanks, digits and punctuation stay in one run with the letters around them."""
CHARACTER_SETS = {
    "gb2312": (0xA1A1, 0xF7FE),
    "big5": (0xA140, 0xC67E),
    "shift_jis": (0x8140, 0x9872),
    "euc_kr": (0xA1A1, 0xC8FE),
}
"""Encodings of Chinese, Japanese and Korean before Unicode, with the codes of what is written often: all simplified
characters, the first level of the traditional and of the Japanese ones, Korean syllables."""
BLOCKS = ((0x2E80, 0x33FF), (0x4E00, 0x9FFF), (0xAC00, 0xD7A3), (0xFF00, 0xFFEF))


def main() -> int:
    """Make the fonts anew; 1 if they are larger than they may be."""
    TARGET.mkdir(exist_ok=True)
    for old in TARGET.glob("*.ttf"):
        old.unlink()
    with tempfile.TemporaryDirectory() as folder:
        sources = _fetched(Path(folder))
        for script, bounds in SCRIPTS.items():
            blocks = zip(bounds[::2], bounds[1::2], strict=True)
            letters = {one for first, last in blocks for one in range(first, last + 1)}
            _subset(sources / NOTO.format(script=script), f"NotoSans{script}", letters | COMMON)
        _subset(sources / DROID, "DroidSansFallback", _cjk() | {0x20})
        _subset(sources / EMOJI_FONT, "NotoEmoji", _emoji(sources / EMOJI_FONT))
        shutil.copy(sources / EMOJI_LICENCE, TARGET / "OFL.txt")
        shutil.copy(APACHE, TARGET / "Apache-2.0.txt")
    size = sum(font.stat().st_size for font in TARGET.glob("*.ttf"))
    print(f"{size} bytes of {LARGEST}")
    return int(size > LARGEST)


def _fetched(folder: Path) -> Path:
    """Return the folder with the unpacked sources."""
    subprocess.run(["apt-get", "download", *PACKAGES], cwd=folder, check=True)
    for package in folder.glob("*.deb"):
        subprocess.run(["dpkg-deb", "-x", package, folder], check=True)
    packed = subprocess.run(["npm", "pack", EMOJI], cwd=folder, check=True, capture_output=True, text=True)
    subprocess.run(["tar", "xzf", packed.stdout.split()[-1]], cwd=folder, check=True)
    return folder


def _cjk() -> set[int]:
    """Return what the older encodings have, of the blocks that this font is for."""
    within = {one for first, last in BLOCKS for one in range(first, last + 1)}
    return {one for one in within if any(_is_in(chr(one), encoding) for encoding in CHARACTER_SETS)}


def _is_in(character: str, encoding: str) -> bool:
    first, last = CHARACTER_SETS[encoding]
    return first <= int.from_bytes(character.encode(encoding, "ignore")) <= last


def _emoji(source: Path) -> set[int]:
    """Return everything the font has but Latin letters; digits make keycaps."""
    with TTFont(source) as font:
        return {one for one in font.getBestCmap() if one > 0x7F or chr(one) in " #*0123456789"}


def _subset(source: Path, name: str, characters: Iterable[int]) -> None:
    """Write a font with these characters, as far as the source has them, without hints for small screens."""
    options = Options(hinting=False, glyph_names=False, notdef_outline=True, name_IDs=["*"])
    options.drop_tables += ["vhea", "vmtx", "VORG", "DSIG", "STAT"]
    with TTFont(source, recalcTimestamp=False) as font:
        subsetter = Subsetter(options)
        subsetter.populate(unicodes=characters)
        subsetter.subset(font)
        _keep_lines_close(font)
        font.save(TARGET / f"{name}.ttf")
    print(f"{name}: {(TARGET / f'{name}.ttf').stat().st_size}")


def _keep_lines_close(font: TTFont) -> None:
    """Make the line of a font as high as that of the fonts beside it: stacked marks that no name has need more."""
    line, units = font["hhea"], font["head"].unitsPerEm
    line.ascent, line.descent = min(line.ascent, int(ASCENT * units)), max(line.descent, int(-DESCENT * units))
    line.lineGap = 0


if __name__ == "__main__":
    sys.exit(main())
