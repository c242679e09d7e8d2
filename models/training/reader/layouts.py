"""How plastic dice with every layout of pips are read, on tables and by a camera that no training uses."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from companion.pieces import DieKind
from companion.vision.camera_pose.aspect import FROM_ABOVE
from companion.vision.dice.finding import DieDetection
from companion.vision.dice.reader import DiceReader, suppress_duplicates
from models.evaluation.labelled_dice import ROUND
from models.training.dice import thrown_sets
from models.training.dice.marks import Marks
from models.training.dice.materials import drawn_plastic
from models.training.dice.pips import LAYOUTS, USUAL, PipStyle, pip_faces
from models.training.finder.judging import SCORE
from models.training.scenes import variety

SEED = 88_000
"""Seed of the first make; no training uses these."""
THROWS, DICE = 2, (DieKind.D6,) * 5
"""Throws of a make, and their dice."""


@dataclass(slots=True)
class Read:
    """Counts of dice that show one value in one layout."""

    dice: int = 0
    right: int = 0
    certain: int = 0
    wrong: int = 0


def measure(readers: Mapping[str, DiceReader], makes: int) -> list[dict[str, Any]]:
    """Return a row for each reader, value and layout: dice, those right, certain and right, certain but wrong."""
    counts: dict[tuple[str, str], Read] = {}
    for picture, dice, layouts in _throws(makes):
        places = [DieDetection(die.center, die.across, SCORE) for die in dice]
        for name, reader in readers.items():
            read = suppress_duplicates(reader.read_each(picture, places, lambda _: FROM_ABOVE))
            for die in dice:
                own = counts.setdefault((name, f"{die.value}: {kind_of(die.value, layouts[die.value])}"), Read())
                own.dice += 1
                here = [found for place, found in read if math.dist(place.middle, die.center) < die.across / ROUND / 2]
                if here:
                    right = (here[0].kind, here[0].candidates[0][0]) == (die.kind, die.value)
                    own.right += right
                    own.certain += right and here[0].certain
                    own.wrong += here[0].certain and not right
    return [
        {
            "reader": name,
            "face": face,
            "dice": own.dice,
            "right": own.right,
            "certain": own.certain,
            "certain but wrong": own.wrong,
        }
        for (name, face), own in sorted(counts.items())
    ]


def kind_of(value: int, layout: str) -> str:
    """Return what a layout is called.

    >>> [kind_of(2, "cg"), kind_of(2, "df"), kind_of(2, "gi"), kind_of(3, "bgi"), kind_of(6, "adgcfi")]
    ['usual', 'in a line', 'at an edge', 'in a triangle', 'usual']
    """
    if value not in (2, 3):
        return "usual" if layout == USUAL[value] or value == 6 else "a rhombus"
    if set(layout) <= set("aei") or set(layout) <= set("ceg"):
        return "usual"
    if layout in ("df", "bh", "def", "beh"):
        return "in a line"
    return "in a triangle" if value == 3 and layout not in ("abc", "adg") else "at an edge"


def _throws(makes: int) -> Iterator[tuple[Any, list[thrown_sets.ThrownDie], dict[int, str]]]:
    """Yield pictures with their dice and the layouts of these; every layout is as frequent as any other."""
    for number in range(makes):
        rng = np.random.default_rng([SEED, number])
        make = thrown_sets.drawn_make(rng)
        layouts = {value: variety.one_of(rng, tuple(own)) for value, own in LAYOUTS.items()}
        style = PipStyle("dot", float(rng.uniform(0.07, 0.11)), float(rng.uniform(0.22, 0.3)))
        marks = Marks(pip_faces(style, layouts, rng), "pips", 2.0, 0.0, int(rng.integers(4)))
        make.dice[DieKind.D6] = replace(make.dice[DieKind.D6], marks=marks, material=drawn_plastic(rng))
        setting = thrown_sets.drawn_setting(rng)
        for _ in range(THROWS):
            [picture], dice = thrown_sets.throw(make, setting, rng, 1, DICE)
            yield picture, dice, layouts
