"""Photographs of real dice to learn from, without those that are kept out to examine with (``models/kept-out.txt``)."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.pieces import DieKind
from companion.vision.dice.finding import candidates
from companion.vision.networks import Network
from models.evaluation.labelled_dice import ROUND, LabelledPhoto, labelled_photos, patterns
from models.training.dice.specimens import What

Picture = NDArray[np.uint8]

KEPT_OUT = Path(__file__).parents[2] / "kept-out.txt"


CLUTTER = 80_000
"""The first seed of the clutter that is learnt from; what is measured on is drawn from smaller ones."""
LEAST = 14.0
"""Smaller things than this, in pixels across, teach nothing."""


@dataclass(frozen=True, slots=True)
class RealDie:
    """A die in a photograph: its middle and diameter in pixels, what it is, its value (0: none), whether it leans."""

    photo: Path
    middle: tuple[float, float]
    across: float
    what: What
    value: int
    leans: bool = False


def learnable(folder: Path, kept_out: Path = KEPT_OUT) -> list[LabelledPhoto]:
    """The photographs of a folder that may be learnt from."""
    kept = patterns(kept_out)
    return [photo for photo in labelled_photos(folder) if not any(fnmatch(photo.name, pattern) for pattern in kept)]


def false_dice(photos: Iterable[LabelledPhoto], finder: Network, kept: Path) -> list[RealDie]:
    """What the finder takes for dice where none lies, in photographs whose every die is listed; kept once found."""
    if not kept.exists():
        rows = [row for photo in photos if photo.complete for row in _false(photo, finder)]
        unfinished = kept.with_suffix(".part")
        unfinished.write_text(json.dumps(rows), encoding="utf-8")
        unfinished.replace(kept)
    found = json.loads(kept.read_text(encoding="utf-8"))
    return [RealDie(Path(photo), (x, y), across, What.NOTHING, 0) for photo, x, y, across in found]


def clutter(folder: Path, count: int, decks: Path | None = None) -> list[LabelledPhoto]:
    """So many pictures of clutter, among which no die lies, drawn once (:mod:`models.training.clutter`).

    On those after the first half lie cards of other ``decks`` too, where these are given.
    """
    from models.training.clutter import clutter_picture, read_other_decks

    folder.mkdir(parents=True, exist_ok=True)
    others = read_other_decks(decks) if decks is not None else []
    paths = [folder / f"{number:04d}.png" for number in range(count)]
    for number, path in enumerate(paths):
        if not path.exists():
            cv2.imwrite(str(path), clutter_picture(CLUTTER + number, others if number >= count / 2 else ()))
    return [LabelledPhoto(path, "clutter", (), complete=True) for path in paths]


def _false(photo: LabelledPhoto, finder: Network) -> Iterator[tuple[str, float, float, float]]:
    picture = np.asarray(cv2.imread(str(photo.path), cv2.IMREAD_COLOR), np.uint8)
    for place in candidates(picture, finder):
        reach = [0.6 * (die.across + place.across) for die in photo.dice]
        distances = [math.dist(place.middle, die.center) for die in photo.dice]
        if place.across > LEAST and all(far > near for far, near in zip(distances, reach, strict=True)):
            yield str(photo.path), *place.middle, place.across


def real_dice(photo: LabelledPhoto) -> list[RealDie]:
    """The dice of a photograph whose labels say what a reader should answer."""
    dice = []
    for die in photo.dice:
        what = {DieKind.D6: What.D6, DieKind.D10: What.D10, None: What.OTHER}[die.kind]
        if what is What.OTHER or (die.value is not None and die.legible):
            dice.append(RealDie(photo.path, die.center, die.across / ROUND, what, die.value or 0))
    return dice
