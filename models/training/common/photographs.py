"""Photographs to learn from, without those that are kept out (``models/kept-out.txt``), and pictures of clutter."""

from fnmatch import fnmatch
from pathlib import Path

import cv2

from models.evaluation.labelled_dice import LabelledPhoto, labelled_photos, patterns
from models.training.clutter import clutter_picture, read_other_decks

KEPT_OUT = Path(__file__).parents[2] / "kept-out.txt"
LEARNT_CLUTTER = 80_000
"""First seed of the clutter that is learnt from."""


def learnable(folder: Path) -> list[LabelledPhoto]:
    """Return the photographs of a folder that may be learnt from."""
    return [photo for photo in labelled_photos(folder) if not is_kept_out(photo)]


def is_kept_out(photo: LabelledPhoto) -> bool:
    """Return whether nothing may learn from a photograph."""
    return any(fnmatch(photo.name, pattern) for pattern in patterns(KEPT_OUT))


def clutter(folder: Path, count: int, decks: Path | None = None) -> list[LabelledPhoto]:
    """Return pictures of clutter, drawn once; on the second half lie cards of other ``decks``, if these are given."""
    folder.mkdir(parents=True, exist_ok=True)
    others = read_other_decks(decks) if decks is not None else []
    paths = [folder / f"{number:04d}.png" for number in range(count)]
    for number, path in enumerate(paths):
        if not path.exists():
            cv2.imwrite(str(path), clutter_picture(LEARNT_CLUTTER + number, others if number >= count / 2 else ()))
    return [LabelledPhoto(path, "clutter", (), complete=True) for path in paths]
