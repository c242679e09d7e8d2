"""The digits that stand on dice: every upright typeface this machine has, as small masks.

Only training reads them; nothing of a typeface is kept in the repository. What a network learns depends on how many
there are: ``typefaces.txt`` names packages that have more than 500.
"""

from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from companion.pictures.arrays import Matrix, Picture

SIDE = 64
"""A mask's side in pixels; a digit stands in its middle, three fifths of it high."""
_HEIGHT = 40
_LIKE = 0.75
"""A typeface none of whose digits is less like the usual one is legible on a die."""
_ODD = ("italic", "oblique", "symbol", "math", "initials", "thin", "hairline", "extralight", "d050000l", "emoji")
_FOLDERS = (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"), Path.home() / ".fonts")


@cache
def typefaces() -> tuple[Path, ...]:
    """Return the files of every upright typeface found on this machine, matplotlib's own among them."""
    folders = [*_FOLDERS]
    with suppress(ImportError):
        import matplotlib

        folders.append(Path(matplotlib.get_data_path()) / "fonts" / "ttf")
    files = {path.name: path for folder in folders for path in sorted(folder.rglob("*.[to]tf"))}
    return tuple(path for name, path in sorted(files.items()) if not any(odd in name.lower() for odd in _ODD))


@cache
def digits(typeface: Path) -> Picture | None:
    """Return the ten digits, shape (10, 64, 64), 0–255; None where there are no lining digits in it, or no typeface."""
    try:
        font = ImageFont.truetype(str(typeface), 100)
        boxes = [font.getbbox(str(digit)) for digit in range(10)]
    except OSError:
        return None
    heights = [box[3] - box[1] for box in boxes]
    if min(heights) < 0.85 * max(heights) or min(box[2] - box[0] for box in boxes) < 8:
        return None
    masks = np.stack([_mask(font, str(digit), box) for digit, box in enumerate(boxes)])
    there = (masks > 150).sum(axis=(1, 2)) > 60
    # A typeface without digits draws the same empty box for each.
    return masks if there.all() and len(np.unique(masks, axis=0)) == 10 else None


def _mask(font: ImageFont.FreeTypeFont, text: str, box: tuple[float, float, float, float]) -> Picture:
    left, top, right, bottom = box
    wide, high = int(right - left) + 4, int(bottom - top) + 4
    picture = Image.new("L", (wide, high))
    ImageDraw.Draw(picture).text((2 - left, 2 - top), text, fill=255, font=font)
    return fitted(np.asarray(picture, np.uint8))


def fitted(ink: Picture) -> Picture:
    """Return a mask brought into the middle of a square of ``SIDE`` pixels."""
    zoom = min(_HEIGHT / ink.shape[0], 0.9 * SIDE / ink.shape[1])
    small = cv2.resize(ink, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_AREA)
    square = np.zeros((SIDE, SIDE), np.uint8)
    top, left = (SIDE - small.shape[0]) // 2, (SIDE - small.shape[1]) // 2
    square[top : top + small.shape[0], left : left + small.shape[1]] = small
    return square


@cache
def usable() -> tuple[Path, ...]:
    """Return the typefaces whose digits can stand on a die. Raises :class:`FileNotFoundError` where there is none."""
    found = [path for path in typefaces() if digits(path) is not None]
    if not found:
        raise FileNotFoundError("no typeface with lining digits on this machine: install a fonts- package")
    return tuple(path for path, likeness in zip(found, _likeness(found), strict=True) if likeness >= _LIKE)


def _likeness(typefaces: Sequence[Path]) -> Matrix:
    """How like the usual one each typeface's oddest digit is (1: the same): ornaments and scrawls stand on no die."""
    shapes = np.array([[_soft(mask) for mask in masks] for path in typefaces if (masks := digits(path)) is not None])
    usual = np.ones(len(shapes), np.bool_)
    for _ in range(3):
        mean = shapes[usual].mean(axis=0)
        mean /= np.linalg.norm(mean, axis=1, keepdims=True)
        likeness = np.einsum("fdp,dp->fd", shapes, mean).min(axis=1)
        usual = likeness >= min(_LIKE, float(np.median(likeness)))
    return np.asarray(likeness)


def _soft(mask: Picture) -> Matrix:
    """Return a mask out of focus, with mean 0 and length 1, so that a product of two is how alike they are."""
    soft = cv2.GaussianBlur(mask, (0, 0), 2.0).astype(np.float64).ravel()
    soft -= soft.mean()
    return np.asarray(soft / np.linalg.norm(soft))


@cache
def signs(typeface: Path) -> Picture:
    """Letters and signs that stand on tokens, coins and the dice of other games, shape (n, 64, 64)."""
    font = ImageFont.truetype(str(typeface), 100)
    texts = ("A", "K", "Q", "&", "+", "x", "?", "*", "10", "12", "20", "13", "5", "3", "8")
    return np.stack([_mask(font, text, font.getbbox(text)) for text in texts])
