"""Finding alone, the shipped finder and one just learnt, each as it is and with a larger look; no torch is needed."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import cv2

from companion.vision.dice.finding import LEAST, SIDES
from companion.vision.networks import Network, load_network, load_with_onnxruntime
from models.evaluation.labelled_dice import ALL, LabelledPhoto, labelled_photos
from models.training.clutter import clutter_picture
from models.training.finder.measuring import Found, Look, as_choosy, by, looks, table
from models.training.reader.photographs import KEPT_OUT

NAME = "die-finder"
FRESH_CLUTTER = 60_000
"""The first seed of the clutter that is measured on."""
FULL = 1280
"""Pixels of the longer side in a larger look."""


@dataclass(frozen=True, slots=True)
class Rival:
    """A finder, the sides to which pictures are shrunk for it, and the score from which it is believed."""

    network: Network
    sides: tuple[int, ...] = SIDES
    least: float = LEAST

    @property
    def larger(self) -> Rival:
        return replace(self, sides=(FULL, *self.sides))


def compare(runs: Path, folders: Sequence[Path], cluttered: int) -> dict[str, Any]:
    """By maker, on photos and fresh clutter. What each finder said is kept among the ``runs`` and not asked again.

    The new one's limit is chosen so that it tells of as many false dice in that clutter as the shipped one does.
    """
    photos = [photo for folder in folders for photo in labelled_photos(folder)]
    drawn = {name: own for folder in folders if (folder / ALL).exists() for name, own in faces(folder).items()}
    empty = _clutter(runs / "fresh", cluttered)
    shipped, learnt = Rival(load_network(NAME)), runs / f"{NAME}.onnx"
    rivals = {"shipped": shipped, "shipped, larger look": shipped.larger}
    if learnt.exists():
        new = Rival(load_with_onnxruntime(learnt), least=LEAST / 4)
        both = [_kept(runs / f"clutter-{number}.json", one, empty, {}) for number, one in enumerate((shipped, new))]
        new = replace(new, least=as_choosy(both[1], both[0]))
        rivals |= {"new": new, "new, larger look": new.larger}
    told = {
        name: _kept(runs / f"{name.replace(',', '').replace(' ', '-')}.json", rival, [*photos, *empty], drawn)
        for name, rival in rivals.items()
    }
    least = {name: rival.least for name, rival in rivals.items()}
    return {"limits": least, "rows": table(told, least)}


def faces(folder: Path) -> dict[str, list[list[float]]]:
    """By a photograph's name the boxes of its dice's top faces, an empty one where nobody drew it."""
    photos = json.loads((folder / ALL).read_text(encoding="utf-8"))["photos"]
    return {name: [list(die.get("face") or ()) for die in photo["dice"]] for name, photo in photos.items()}


def _clutter(folder: Path, count: int) -> list[LabelledPhoto]:
    folder.mkdir(parents=True, exist_ok=True)
    paths = [folder / f"{number:04d}.png" for number in range(count)]
    for number, path in enumerate(paths):
        if not path.exists():
            cv2.imwrite(str(path), clutter_picture(FRESH_CLUTTER + number))
    return [LabelledPhoto(path, "clutter", (), complete=True) for path in paths]


def _kept(
    path: Path, rival: Rival, photos: Sequence[LabelledPhoto], tops: Mapping[str, Sequence[Sequence[float]]]
) -> list[Look]:
    """What a finder says of these photos, asked once and kept at ``path``."""
    if not path.exists():
        said = looks(photos, by(rival.network, rival.sides, rival.least), KEPT_OUT, tops)
        unfinished = path.with_suffix(".part")
        unfinished.write_text(json.dumps([asdict(one) for one in said]), encoding="utf-8")
        unfinished.replace(path)
    return [
        Look(**{**one, "dice": tuple(Found(**die) for die in one["dice"])})
        for one in json.loads(path.read_text(encoding="utf-8"))
    ]
