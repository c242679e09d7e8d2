"""What the finder takes for dice where there are none: the readers' best lessons in doubt."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.dice.finding import PAD, decoded
from companion.vision.networks import Network, picture_tensor
from models.training.dice.backgrounds import Grounds

LEAST = 0.25
"""Lower than the finder's own, so that there is more to learn from."""
ZOOMS = (1.0, 0.5, 0.25)
"""Grounds are looked at as pictures are: at several sizes."""


@dataclass(frozen=True, slots=True, eq=False)
class FalseDice:
    """Places on grounds: the ground's number, the middle (n × 2) and the diameter, in its pixels."""

    ground: NDArray[np.int64]
    middle: NDArray[np.float32]
    across: NDArray[np.float32]


def mined(grounds: Grounds, finder: Network, path: Path) -> FalseDice:
    """The finder's false dice on these grounds, kept at ``path``; left as they are where they lie there already."""
    if not path.exists():
        found = false_dice(grounds.pictures, finder)
        unfinished = path.with_suffix(".part.npz")
        np.savez(unfinished, ground=found.ground, middle=found.middle, across=found.across)
        unfinished.replace(path)
    with np.load(path) as kept:
        return FalseDice(kept["ground"], kept["middle"], kept["across"])


def false_dice(pictures: NDArray[np.uint8], finder: Network) -> FalseDice:
    """Everything that the finder finds on pictures (N × side × side × 3) that carry no dice."""
    rows = []
    for number, ground in enumerate(pictures):
        for zoom in ZOOMS:
            side = int(len(ground) * zoom)
            small = np.asarray(cv2.resize(ground, (side, side), interpolation=cv2.INTER_AREA), np.uint8)
            for place in decoded(finder(picture_tensor(small, PAD))[0], LEAST):
                rows.append((number, place.middle[0] / zoom, place.middle[1] / zoom, place.across / zoom))
    table = np.array(rows, np.float64).reshape(-1, 4)
    return FalseDice(table[:, 0].astype(np.int64), table[:, 1:3].astype(np.float32), table[:, 3].astype(np.float32))
