"""Batches for the die reader: crops, the answers true of each, and the face that the embedding is to know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from companion.vision.arrays import Floats
from companion.vision.dice.upright import ANSWERS, crop_at, cut
from models.training.dice.aspects import STEEPEST, seen_as
from models.training.dice.backgrounds import Grounds
from models.training.dice.composing import CARDS_TO_A_DIE, lay_all, photographed, placed
from models.training.dice.lessons import LARGEST, SMALLEST, Shelves, lesson, upright_turn
from models.training.dice.specimens import BARELY, Kind, Specimen, What, made
from models.training.reader.developing import developed
from models.training.reader.families import Families
from models.training.upright.lessons import TOLD, Die, Source, taught, true_answers

NOWHERE = -1
"""Face number of a crop that is of no known make."""
JITTER = np.radians(9.0)
"""Two crops of one face are alike up to so much of a turn."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """Numbers in one batch."""

    dice: int = 10
    """Dice of the sources, two crops of each."""
    makes: int = 2
    faces: int = 3
    views: int = 2
    """Crops of each face of each make."""


@dataclass(frozen=True, slots=True, eq=False)
class Unreadable:
    """The first renderer's dice of one sort that is not to be read, with the answer that is true of all of them.

    Its mixed stock does not say why a die is not to be read, and "it leans, or it is another" taught that a ten-sided
    die seen from aside is another.
    """

    shelves: Shelves
    grounds: Grounds
    answer: int

    def draw(self, rng: np.random.Generator) -> Die:
        """A die."""
        drawn = lesson(self.shelves, self.grounds, rng)
        while drawn.laid.specimen.tilt > STEEPEST:
            drawn = lesson(self.shelves, self.grounds, rng)
        x, y = (float(one) for one in drawn.laid.middle)
        lean = drawn.aspect.lean if rng.random() < TOLD else None
        return Die(drawn.picture, (x, y), drawn.laid.across, (self.answer,), lean=lean)


def cocked(rng: np.random.Generator) -> Specimen:
    """A d6 or d10 that leans, half of them barely."""
    sides = int(rng.choice([6, 10], p=[0.38, 0.62]))
    return made(Kind(sides, cocked=True, barely=bool(rng.random() < BARELY)), rng)


def another(rng: np.random.Generator) -> Specimen:
    """A die of another kind, that lies flat."""
    return made(Kind(int(rng.choice([8, 12, 20], p=[0.5, 0.25, 0.25]))), rng)


def batch(
    sources: Sequence[tuple[Source, float]],
    families: Families,
    grounds: Grounds,
    sizes: Sizes,
    rng: np.random.Generator,
) -> tuple[Floats, Floats, NDArray[np.int64]]:
    """Crops (N × 6 × 64 × 64), true answers (N × 21, 0 or 1) and face numbers (N; -1: none)."""
    crops, true, faces = [], [], []
    shares = [share for _, share in sources]
    for chosen in rng.choice(len(sources), sizes.dice, p=shares) if sources else ():
        die = sources[int(chosen)][0].draw(rng)
        own, answers = taught(replace(die, picture=developed(die.picture, rng)), 2, rng)
        crops.append(own)
        true.append(answers)
        faces += [NOWHERE] * len(own)
    turns: dict[int, float] = {}
    for face, specimen in families.drawn(sizes.makes, sizes.faces, sizes.views, rng):
        # Half of the faces stand upright, the others anyhow; all crops of one face alike.
        off = turns.setdefault(face, 0.0 if rng.random() < 0.5 else float(rng.uniform(0, 2 * np.pi)))
        own, answers = of_family(specimen, off, grounds, rng)
        crops.append(own)
        true.append(answers)
        faces.append(face)
    return np.concatenate(crops), np.concatenate(true), np.array(faces, np.int64)


def of_family(specimen: Specimen, off: float, grounds: Grounds, rng: np.random.Generator) -> tuple[Floats, Floats]:
    """One crop of a specimen on a ground, turned by about ``off`` from upright."""
    die = on_a_ground(specimen, grounds, rng)
    turn = die.upright + off + float(rng.uniform(-JITTER, JITTER))
    spot = np.asarray(die.middle) + rng.normal(0, 0.05, 2) * die.across
    onto = crop_at((float(spot[0]), float(spot[1])), die.across * float(np.exp(rng.normal(0, 0.08))), turn)
    true = np.zeros((1, ANSWERS), np.float32)
    true[0, list(true_answers(die, turn))] = 1
    return cut(die.picture, [onto], die.lean), true


def on_a_ground(specimen: Specimen, grounds: Grounds, rng: np.random.Generator) -> Die:
    """The specimen photographed on a piece of a ground, at any size and turn."""
    across = float(np.exp(rng.uniform(np.log(SMALLEST), np.log(LARGEST))))
    side = round(2.2 * across) + 8
    picture = grounds.cut(side, CARDS_TO_A_DIE * across, rng)
    laid = placed(specimen, (side / 2, side / 2), across, float(rng.uniform(0, 2 * np.pi)))
    lay_all(picture, [laid], rng)
    shot = developed(photographed(picture, float(rng.uniform(0.2, 0.4 + 0.022 * across)), rng), rng)
    x, y = (float(one) for one in laid.middle)
    lean = seen_as(laid, rng).lean
    upright = upright_turn(laid, np.eye(2))
    if specimen.what == What.D6 and specimen.pips > 0:
        return Die(shot, (x, y), across, (9 + specimen.pips,), upright=upright, lean=lean)
    return Die(shot, (x, y), across, (), specimen.digit, upright, (), specimen.half_turn, lean)
