"""A reader that began with ImageNet's weights, not with nothing: of one crop, what die it is and what it shows.

It is told how things lean where that is known: two faces of a d10 seen from aside look at the camera alike.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.camera_pose.aspect import Lean
from companion.vision.dice.crops import leaning, with_planes
from companion.vision.networks import Network

Floats = NDArray[np.float32]
Picture = NDArray[np.uint8]
Matrix = NDArray[np.float64]

DIGITS, PIPS = slice(0, 10), slice(10, 16)
"""A d10's digit that stands upright on top, and a d6's pips, 1 to 6."""
TURNED, NEIGHBOUR, LEANS, OTHER, NOTHING = range(16, 21)
"""A d10 whose top digit does not stand upright, or whose neighbour's does; a die that leans; another die; no die."""
ANSWERS = 21
PLANES = 6
"""What it sees of a crop: three colours, and how things lean there."""

SIDE = 64
"""A crop's side in pixels."""
VIEW = 1.2
"""The same in diameters of the die."""
BEST = 2
"""A digit counts by so many of the turns at which it looks most upright."""


@dataclass(frozen=True, slots=True, eq=False)
class Likeness:
    """Chances of four kinds (a flat d6, a flat d10, a die that nobody should read, no die), and how strongly one to
    six pips and each digit, upright, are seen."""

    kinds: Floats
    pips: Floats
    digits: Floats

    @property
    def flat(self) -> float:
        """The chance that it is a d6 or a d10 lying flat."""
        return float(self.kinds[:2].sum())


def around(asked: int, but: int = 0) -> list[float]:
    """So many turns once round, in radians; without those of so many fewer once round, that were asked before.

    >>> [round(math.degrees(turn)) for turn in around(8, but=4)]
    [45, 135, 225, 315]
    """
    return [math.tau * turn / asked for turn in range(asked) if not but or turn * but % asked]


def answers(
    reader: Network,
    picture: Picture,
    middle: Sequence[float],
    across: float,
    turns: Sequence[float],
    lean: Lean | None = None,
) -> Floats:
    """The chances of the answers at these turns, radians (turns × 21)."""
    return softmax(reader(cut(picture, [crop_at(middle, across, turn) for turn in turns], lean)))


def alike(chances: Floats) -> Likeness:
    """The same by chances of the answers (turns × 21).

    >>> chances = np.zeros((2, ANSWERS), np.float32); chances[0, 7] = chances[1, TURNED] = 1
    >>> alike(chances).kinds.tolist()
    [0.0, 1.0, 0.0, 0.0]
    """
    mean = chances.mean(axis=0)
    ten = mean[DIGITS].sum() + mean[TURNED] + mean[NEIGHBOUR]
    kinds = np.array([mean[PIPS].sum(), ten, mean[LEANS] + mean[OTHER], mean[NOTHING]], np.float32)
    digits = np.sort(chances[:, DIGITS], axis=0)[-BEST:].mean(axis=0)
    return Likeness(kinds, np.asarray(mean[PIPS], np.float32), np.asarray(digits, np.float32))


def crop_at(middle: Sequence[float], across: float, turn: float) -> Matrix:
    """The map (2 × 3) from picture points to a crop about a die's middle, turned clockwise by ``turn`` radians."""
    scale = SIDE / (VIEW * across)
    cos, sin = scale * math.cos(turn), scale * math.sin(turn)
    linear = np.array([[cos, -sin], [sin, cos]])
    return np.column_stack([linear, SIDE / 2 - linear @ np.asarray(middle, np.float64)])


def cut(picture: Picture, maps: Sequence[Matrix], lean: Lean | None = None) -> Floats:
    """The crops (N × 6 × side × side): red, green, blue, brought to mean 0 and spread 1, and how things lean there."""
    crops = np.empty((len(maps), 3, SIDE, SIDE), np.float32)
    for number, onto in enumerate(maps):
        own = onto.copy()
        own[:, 2] += own[:, :2].sum(axis=1) / 2 - 0.5
        small = cv2.warpAffine(picture, own, (SIDE, SIDE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        crops[number] = np.asarray(small[..., ::-1], np.float32).transpose(2, 0, 1)
    crops -= crops.mean(axis=(1, 2, 3), keepdims=True)
    crops /= crops.std(axis=(1, 2, 3), keepdims=True) + 4
    return with_planes(crops, [leaning(onto, lean) for onto in maps])


def softmax(logits: Floats) -> Floats:
    """Chances of logits, along the last axis."""
    shifted = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(shifted / shifted.sum(axis=-1, keepdims=True), np.float32)
