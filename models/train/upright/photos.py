"""Photographs of real dice to learn from, without those that are kept out to examine with (``models/kept-out.txt``)."""

from __future__ import annotations

from dataclasses import dataclass, field
from fnmatch import fnmatch
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.pieces import DieKind
from companion.vision.labelled_dice import LabelledPhoto, labelled_photos, patterns
from models.train.dice.specimens import What
from models.train.upright.crops import ROUND

Picture = NDArray[np.uint8]

KEPT_OUT = Path(__file__).parents[2] / "kept-out.txt"


@dataclass(frozen=True, slots=True)
class RealDie:
    """A die in a photograph: its middle and diameter in pixels, what it is, its value (0: none), whether it leans."""

    photo: Path
    middle: tuple[float, float]
    across: float
    what: What
    value: int
    leans: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class RealDice:
    """Shelves of real dice, one for each kind and value and one for other dice; pictures are read once."""

    shelves: tuple[tuple[RealDie, ...], ...]
    _read: dict[Path, Picture] = field(default_factory=dict)

    def picture(self, die: RealDie) -> Picture:
        """The photograph. Raises :class:`FileNotFoundError` where it is none."""
        if die.photo not in self._read:
            picture = cv2.imread(str(die.photo), cv2.IMREAD_COLOR)
            if picture is None:
                raise FileNotFoundError(f"{die.photo} is no picture")
            self._read[die.photo] = np.asarray(picture, np.uint8)
        return self._read[die.photo]


def learnable(folder: Path, kept_out: Path = KEPT_OUT) -> RealDice:
    """The dice of a folder of labelled photographs that may be learnt from."""
    apart = patterns(kept_out)
    shelves: dict[tuple[What, int], list[RealDie]] = {}
    for photo in labelled_photos(folder):
        if not any(fnmatch(photo.name, pattern) for pattern in apart):
            for die in real_dice(photo):
                shelves.setdefault((die.what, die.value), []).append(die)
    return RealDice(tuple(tuple(shelves[key]) for key in sorted(shelves)))


def real_dice(photo: LabelledPhoto) -> list[RealDie]:
    """The dice of a photograph whose labels say what a reader should answer."""
    dice = []
    for die in photo.dice:
        what = {DieKind.D6: What.D6, DieKind.D10: What.D10, None: What.OTHER}[die.kind]
        if what is What.OTHER or (die.value is not None and die.legible):
            dice.append(RealDie(photo.path, die.center, die.across / ROUND, what, die.value or 0))
    return dice
