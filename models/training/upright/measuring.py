"""How well the upright reader reads dice whose boxes are given, beside the readers of today given the same boxes."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.pieces import DieKind
from companion.vision.camera_pose.aspect import FROM_ABOVE
from companion.vision.dice.eyes import FLAT, DiceEyes
from companion.vision.dice.finding import Candidate
from companion.vision.dice.upright import crop_at, cut, softmax
from companion.vision.networks import Network
from companion.vision.pictures import load_picture
from models.evaluation.labelled_dice import LabelledPhoto, TrueDie, labelled_photos, patterns
from models.training.upright.answers import TURNS, Asked, asked
from models.training.upright.crops import ROUND, near
from models.training.upright.lessons import LARGEST

Picture = NDArray[np.uint8]
Reader = Callable[[Picture, tuple[float, float], float], Asked]
"""What a reader says of a die in a picture, its middle and its diameter given."""


@dataclass(frozen=True, slots=True)
class Said:
    """One labelled die and what was said of it."""

    maker: str
    kept_out: bool
    truth: TrueDie
    told: Asked

    @property
    def kind(self) -> str:
        return self.truth.kind.value if self.truth.kind is not None else "other"

    @property
    def right(self) -> bool:
        if self.truth.kind is None:
            return self.told.kind is None
        return (self.told.kind, self.told.value) == (self.truth.kind, self.truth.value)


def upright(network: Network, temperature: float = 1.0) -> Reader:
    """The upright reader, asked at every turn."""

    def read(picture: Picture, middle: tuple[float, float], across: float) -> Asked:
        return asked(softmax(at_every_turn(network, picture, middle, across)), temperature)

    return read


def at_every_turn(network: Network, picture: Picture, middle: tuple[float, float], across: float) -> Any:
    """The network's logits of one die (turns × 21)."""
    part, place, size = near(picture, middle, across, LARGEST)
    return network(cut(part, [crop_at(place, size, math.tau * turn / TURNS) for turn in range(TURNS)]))


def today(eyes: DiceEyes) -> Reader:
    """The readers of today, the camera's place unknown; what they would not tell of is none to be read."""

    def read(picture: Picture, middle: tuple[float, float], across: float) -> Asked:
        seen = eyes.read_detection(picture, Candidate(middle, middle, across, 1.0), FROM_ABOVE)
        if seen is None or seen.flat < FLAT:
            return Asked(None, None, 1 - (seen.flat if seen is not None else 0.0))
        return Asked(seen.kind, *seen.candidates[0])

    return read


def said(folders: Sequence[Path], reader: Reader, kept_out: Path) -> Iterator[Said]:
    """What a reader says of every die in folders of labelled photos that has a box and a value, or is another die."""
    apart = patterns(kept_out)
    for folder in folders:
        for photo in labelled_photos(folder):
            yield from _said(photo, reader, any(fnmatch(photo.name, pattern) for pattern in apart))


def _said(photo: LabelledPhoto, reader: Reader, kept_out: bool) -> Iterator[Said]:
    asked_of = [die for die in photo.dice if die.kind is None or (die.value is not None and die.legible)]
    if asked_of:
        pixels = load_picture(photo.path).pixels
        for die in asked_of:
            yield Said(photo.maker, kept_out, die, reader(pixels, die.center, die.across / ROUND))


def table(told: Sequence[Said]) -> list[dict[str, Any]]:
    """Right of all, by maker, what is kept out apart, and kind; a die that is neither is right when none is told."""
    rows: dict[tuple[str, bool, str], list[Said]] = {}
    for one in told:
        rows.setdefault((one.maker, one.kept_out, one.kind), []).append(one)
    return [
        {
            "maker": maker,
            "kept_out": apart,
            "kind": kind,
            "count": len(rows[maker, apart, kind]),
            "right": sum(one.right for one in rows[maker, apart, kind]),
            "kind_right": sum(_kind(one.told) == kind for one in rows[maker, apart, kind]),
        }
        for maker, apart, kind in sorted(rows)
    ]


def _kind(told: Asked) -> str:
    return told.kind.value if isinstance(told.kind, DieKind) else "other"


def sure_at(told: Sequence[Said], wrong_in: int) -> tuple[float, int, int]:
    """The lowest chance from which at most one sure answer in ``wrong_in`` is wrong; how many are right from it, wrong.

    >>> sure_at([], 250)
    (1.0, 0, 0)
    """
    answers = sorted((one for one in told if one.told.kind is not None), key=lambda one: -one.told.chance)
    best = (1.0, 0, 0)
    wrong = 0
    for number, one in enumerate(answers, 1):
        wrong += not one.right
        if wrong * wrong_in <= number:
            best = (one.told.chance, number - wrong, wrong)
    return best
