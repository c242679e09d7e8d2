"""One compact file of pictures that the reader learns from, to be carried to where it learns."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.vision.arrays import Picture
from companion.vision.dice.crops import crop_map, cut
from companion.vision.dice.finding import Candidate
from companion.vision.dice.prediction import ANSWERS, DIGITS, LEANS, NOTHING, OTHER, softmax
from companion.vision.dice.tops import nearby
from companion.vision.networks import Network, load_network
from models.training.dice.backgrounds import Grounds, read_grounds
from models.training.dice.mining import FalseDice
from models.training.dice.specimens import What
from models.training.reader.photographs import RealDie, learnable, real_dice

GROUPS = (
    "photographed d6",
    "photographed d10",
    "photographed other",
    "clutter",
)
UNKNOWN = (np.nan, np.nan)


@dataclass(slots=True)
class Archive:
    """Pictures, grounds, and the dice known in the pictures by row."""

    quality: int
    pictures: list[Picture] = field(default_factory=list)
    rows: list[dict[str, Any]] = field(default_factory=list)

    def add(self, group: str, picture: int, middle: Sequence[float], across: float, bits: int, **more: Any) -> None:
        """Adds a die, or a place without one."""
        row = {"digit": -1, "up": UNKNOWN, "others": (UNKNOWN,) * 4, "tilt": np.nan, "lean": UNKNOWN, **more}
        row |= {"group": GROUPS.index(group), "picture": picture, "middle": middle, "across": across, "bits": bits}
        self.rows.append(row)

    def write(self, path: Path, grounds: Grounds) -> None:
        """Writes the archive; pictures are compressed, with a little loss."""
        document: dict[str, Any] = {"count": len(self.pictures), "grounds": len(grounds.card), "card": grounds.card}
        document |= {f"picture{number}": self._packed(one) for number, one in enumerate(self.pictures)}
        document |= {f"ground{number}": self._packed(one, 10) for number, one in enumerate(grounds.pictures)}
        kinds = {"digit": np.int64, "group": np.int64, "picture": np.int64, "bits": np.int64}
        for name in self.rows[0]:
            document[f"die_{name}"] = np.array([row[name] for row in self.rows], kinds.get(name, np.float32))
        path.parent.mkdir(parents=True, exist_ok=True)
        np.savez(path, **document)

    def _packed(self, picture: Picture, less: int = 0) -> np.ndarray:
        return cv2.imencode(".webp", picture, [cv2.IMWRITE_WEBP_QUALITY, self.quality - less])[1].ravel()


def add_photographs(archive: Archive, folder: Path, makers: Sequence[str], reader: Network) -> None:
    """Dice of photographs by these makers; which way a digit stands the network ``reader`` says."""
    for photo in learnable(folder):
        if photo.maker not in makers:
            continue
        picture = cv2.imread(str(photo.path), cv2.IMREAD_COLOR)
        for die in real_dice(photo):
            part, middle, across = _part(np.asarray(picture, np.uint8), die.middle, die.across)
            archive.pictures.append(part)
            _add_real(archive, die, middle, across, reader)


def _add_real(archive: Archive, die: RealDie, middle: Sequence[float], across: float, reader: Network) -> None:
    place = len(archive.pictures) - 1, middle, across
    if die.what is What.D6:
        archive.add("photographed d6", *place, 1 << (9 + die.value))
    elif die.what is What.D10:
        turns = np.linspace(0, math.tau, 40, endpoint=False)
        crops = cut(archive.pictures[-1], [crop_map(middle, across, turn) for turn in turns])
        upright = softmax(reader(crops)[:, :ANSWERS])[:, DIGITS][:, die.value % 10]
        best = turns[int(upright.argmax())]
        up = (np.cos(-np.pi / 2 - best), np.sin(-np.pi / 2 - best)) if upright.max() > 0.6 else UNKNOWN
        archive.add("photographed d10", *place, 0, digit=die.value % 10, up=up)
    else:
        archive.add("photographed other", *place, 1 << LEANS if die.leans else 1 << OTHER)


def add_clutter(archive: Archive, found: Sequence[Sequence[Any]], most: int, rng: np.random.Generator) -> None:
    """What the detector takes for dice in pictures of clutter: path, x, y and diameter of each."""
    for number in rng.permutation(len(found))[:most]:
        path, x, y, across = found[number]
        part, middle, size = _part(np.asarray(cv2.imread(path, cv2.IMREAD_COLOR), np.uint8), (x, y), across)
        archive.pictures.append(part)
        archive.add("clutter", len(archive.pictures) - 1, middle, size, 1 << NOTHING)


def add_mined(archive: Archive, grounds: Grounds, false: FalseDice, most: int, rng: np.random.Generator) -> None:
    """The same on grounds."""
    for number in rng.permutation(len(false.ground))[:most]:
        picture = grounds.pictures[false.ground[number]]
        x, y = map(float, false.middle[number])
        part, middle, size = _part(picture, (x, y), float(false.across[number]))
        archive.pictures.append(part)
        archive.add("clutter", len(archive.pictures) - 1, middle, size, 1 << NOTHING)


def _part(picture: Picture, middle: tuple[float, float], across: float) -> tuple[Picture, tuple[float, float], float]:
    part, there = nearby(picture, Candidate(middle, middle, across, 1.0))
    return np.ascontiguousarray(part), there.middle, there.across


def build(first: Path, runs: Path, photos: Path | None, makers: Sequence[str], path: Path) -> Archive:
    """Builds the archive of a training."""
    import json

    reader = load_network("die-reader")
    rng = np.random.default_rng(5)
    archive = Archive(quality=76)
    if photos is not None:
        add_photographs(archive, photos, makers, reader)
    add_clutter(archive, json.loads((runs / "mined-clutter.json").read_text(encoding="utf-8")), 250, rng)
    grounds = read_grounds(sorted(first.glob("grounds/*.npz")))
    with np.load(runs / "mined.npz") as kept:
        false = FalseDice(kept["ground"], kept["middle"], kept["across"])
    add_mined(archive, grounds, false, 250, rng)
    chosen = rng.permutation(len(grounds.card))[:110]
    archive.write(path, Grounds(grounds.pictures[chosen], grounds.card[chosen]))
    return archive
