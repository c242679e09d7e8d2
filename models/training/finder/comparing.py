"""How well dice are found, nothing read: finders side by side on the same pictures, by maker."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.vision.dice.finding import Candidate, candidates, likeliest
from companion.vision.dice.reader import MOST
from companion.vision.networks import load_network, load_with_onnxruntime
from models.evaluation.labelled_dice import ALL, ROUND, LabelledPhoto, TrueDie, labelled_photos
from models.training.common.photographs import MEASURED_CLUTTER, clutter, is_kept_out, read_picture

NAME = "die-finder"
NEAR, GROWN = 0.35, 1.6
"""A die is found if the middle is off by so many diameters at most and the size by this factor."""


@dataclass(slots=True)
class Counts:
    """Counts of one finder on the pictures of one maker.

    ``false`` are detections at no die in the ``listed`` pictures, those whose every die is labelled.
    """

    pictures: int = 0
    dice: int = 0
    found: int = 0
    listed: int = 0
    false: int = 0
    seconds: float = 0.0

    def count(self, photo: LabelledPhoto, places: Sequence[Candidate], seconds: float) -> None:
        """Add a picture; each detection counts for one die at most, the likeliest first."""
        left, false = list(photo.dice), 0
        for place in sorted(places, key=lambda one: -one.score):
            hits = [die for die in left if _hits(place, die)]
            if hits:
                left.remove(min(hits, key=lambda die: math.dist(place.middle, die.center)))
            else:
                false += not any(_touches(place, die) for die in photo.dice)
        self.pictures, self.seconds = self.pictures + 1, self.seconds + seconds
        self.dice, self.found = self.dice + len(photo.dice), self.found + len(photo.dice) - len(left)
        if photo.complete:
            self.listed, self.false = self.listed + 1, self.false + false

    def document(self) -> dict[str, Any]:
        """Return the counts, and means for each picture."""
        return {
            "pictures": self.pictures,
            "dice": self.dice,
            "found": self.found,
            "false a picture": round(self.false / max(1, self.listed), 3),
            "ms": round(1000 * self.seconds / max(1, self.pictures)),
        }


def _hits(place: Candidate, die: TrueDie) -> bool:
    across = die.across / ROUND
    near = math.dist(place.middle, die.center) <= NEAR * across
    return near and 1 / GROWN <= place.across / across <= GROWN


def _touches(place: Candidate, die: TrueDie) -> bool:
    return math.dist(place.middle, die.center) <= 0.5 * (place.across + die.across)


def compare(runs: Path, folders: Sequence[Path], cluttered: int) -> list[dict[str, Any]]:
    """Return the figures of the installed finder, and of the one in ``runs`` if there is one, by maker.

    Args:
        runs: folder of the training.
        folders: labelled photographs and pictures.
        cluttered: number of fresh pictures of clutter.

    Returns:
        Rows; photographs that are kept out of training are apart.
    """
    finders, own = {"installed": load_network(NAME)}, runs / f"{NAME}.onnx"
    if own.exists():
        finders["candidate"] = load_with_onnxruntime(own)
    photos = [photo for folder in folders for photo in labelled_photos(folder)]
    counts: dict[tuple[str, bool, str], Counts] = {}
    for photo in [*photos, *clutter(runs / "fresh", cluttered, first_seed=MEASURED_CLUTTER)]:
        picture = read_picture(photo)
        for name, finder in finders.items():
            began = time.process_time()
            places = likeliest(candidates(picture, finder), MOST)
            seconds = time.process_time() - began
            counts.setdefault((photo.maker, is_kept_out(photo), name), Counts()).count(photo, places, seconds)
    return [
        {"maker": maker, "kept out": kept, "finder": name, **own.document()}
        for (maker, kept, name), own in sorted(counts.items())
    ]


def faces(folder: Path) -> dict[str, list[list[float]]]:
    """Return the boxes of the top faces of each photograph's dice by its name; an empty one if nobody drew it."""
    photos = json.loads((folder / ALL).read_text(encoding="utf-8"))["photos"]
    return {name: [list(die.get("face") or ()) for die in photo["dice"]] for name, photo in photos.items()}
