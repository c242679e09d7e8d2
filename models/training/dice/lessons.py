"""What the readers learn from: one die in a picture of its own, and crops of its top face with what they show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.camera_pose.aspect import Aspect
from companion.vision.dice.crops import CROP, crop_matrix, crops, leaning
from models.training.dice.aspects import seen_anyhow, seen_as
from models.training.dice.backgrounds import Grounds
from models.training.dice.composing import CARDS_TO_A_DIE, Laid, lay_all, photographed, placed
from models.training.dice.mining import FalseDice
from models.training.dice.specimens import Specimen, What, nothing
from models.training.dice.stock import Stock

Floats = NDArray[np.float32]
Matrix = NDArray[np.float64]

SMALLEST, LARGEST = 19.0, 84.0
"""Diameters of dice, in picture pixels, that the readers learn."""

TURNED, UNKNOWN = 16, -100
"""Values: 0–9 a digit upright, 10–15 one to six pips, then "nothing that stands upright"; the last: not asked."""

UPRIGHT, AMISS = np.radians(14.0), np.radians(27.0)
"""A digit stands upright within the first angle, and not beyond the second."""


@dataclass(frozen=True, slots=True, eq=False)
class FirstCardHint:
    """A photographed specimen, and how it is seen as far as cards beside it tell."""

    picture: NDArray[np.uint8]
    laid: Laid
    aspect: Aspect


@dataclass(frozen=True, slots=True, eq=False)
class Shelves:
    """A stock sorted by what it teaches, so that the hardest lesson, digits, is had most often."""

    stock: Stock
    shelves: tuple[NDArray[np.intp], ...]
    shares: tuple[float, ...]

    @classmethod
    def of(cls, stock: Stock, shares: Sequence[float] | None = None) -> Shelves:
        flat = stock.what < What.OTHER
        sorted_out = (flat & (stock.digit >= 0), flat & (stock.pips >= 0), stock.what == What.OTHER)
        shelves = [np.flatnonzero(chosen) for chosen in (*sorted_out, stock.what == What.NOTHING)]
        full = [(shelf, share) for shelf, share in zip(shelves, shares or _SHARES, strict=True) if len(shelf)]
        total = sum(share for _, share in full)
        return cls(stock, tuple(shelf for shelf, _ in full), tuple(share / total for _, share in full))

    def draw(self, rng: np.random.Generator) -> Specimen:
        """A specimen."""
        shelf = self.shelves[int(rng.choice(len(self.shelves), p=self.shares))]
        return self.stock[int(shelf[int(rng.integers(len(shelf)))])]


_SHARES = (0.6, 0.12, 0.2, 0.08)
"""Of digits, pips, dice that nobody should read, and no dice."""


def lesson(shelves: Shelves, grounds: Grounds, rng: np.random.Generator, across: float | None = None) -> FirstCardHint:
    """One specimen drawn at random, ``across`` pixels large (or any size), often with neighbours, seen somewhere."""
    if across is None:
        across = float(np.exp(rng.uniform(np.log(SMALLEST), np.log(LARGEST))))
    side = round(2.2 * across) + 8
    picture = grounds.cut(side, CARDS_TO_A_DIE * across, rng)
    turn = float(rng.uniform(0, 2 * np.pi))
    middle = (side / 2 + float(rng.uniform(-2, 2)), side / 2 + float(rng.uniform(-2, 2)))
    laid = placed(shelves.draw(rng), middle, across, turn)
    others = [_neighbour(shelves.stock, laid, rng) for _ in range(int(rng.choice([0, 1, 2], p=[0.65, 0.27, 0.08])))]
    lay_all(picture, [*others, laid], rng)
    blur = float(rng.uniform(0.2, 0.4 + 0.022 * across))
    return FirstCardHint(photographed(picture, blur, rng), laid, seen_as(laid, rng))


def false_lesson(false: FalseDice, grounds: Grounds, rng: np.random.Generator) -> FirstCardHint:
    """A place that the finder took for a die and that is none, photographed again."""
    number = int(rng.integers(len(false.ground)))
    across = float(false.across[number])
    side = round(2.2 * across) + 8
    ground = grounds.pictures[false.ground[number]].astype(np.float32)
    picture = np.asarray(cv2.getRectSubPix(ground, (side, side), tuple(map(float, false.middle[number]))), np.float32)
    laid = placed(nothing(), (side / 2, side / 2), across, float(rng.uniform(0, 2 * np.pi)))
    return FirstCardHint(photographed(picture, float(rng.uniform(0.0, 0.6)), rng), laid, seen_anyhow(rng))


def _neighbour(stock: Stock, laid: Laid, rng: np.random.Generator) -> Laid:
    """Another specimen that lies close by but not over the middle of the first."""
    specimen = stock[int(rng.integers(len(stock)))]
    across = laid.across * float(rng.uniform(0.75, 1.3))
    turn, away = float(rng.uniform(0, 2 * np.pi)), float(rng.uniform(1.02, 1.5)) * (across + laid.across) / 2
    x, y = laid.middle + away * np.array([np.cos(turn), np.sin(turn)])
    return placed(specimen, (float(x), float(y)), across, float(rng.uniform(0, 2 * np.pi)))


def upright_turn(laid: Laid, level: Matrix) -> float:
    """The clockwise turn, in radians, after which the top mark stands upright in a levelled crop."""
    middle, _, above = laid.place(laid.specimen.frame)
    x, y = level @ (above - middle)
    return float(-np.pi / 2 - np.arctan2(y, x))


def told(specimen: Specimen, off: float) -> int:
    """The value that a crop turned ``off`` radians away from upright shows, or that nobody should ask there."""
    if specimen.pips >= 0:
        return 9 + specimen.pips
    if specimen.digit < 0:
        return UNKNOWN
    away = abs((off + np.pi) % (2 * np.pi) - np.pi)
    if specimen.half_turn:
        away = min(away, np.pi - away)
    return specimen.digit if away <= UPRIGHT else TURNED if away >= AMISS else UNKNOWN


@dataclass(frozen=True, slots=True, eq=False)
class Crops:
    """Crops and what is true of them: what they are, what stands upright, and where the top mark lies.

    ``places`` (n × 3) are the top mark's offset from the crop's middle, in half crops to the right and down, and the
    logarithm of how much larger the die is than it was taken for.
    """

    pictures: Floats
    kinds: NDArray[np.int64]
    values: NDArray[np.int64]
    places: Floats
    leans: Floats
    """Which way and how far things lean in each, and whether that is known: n × 3."""


def lesson_crops(
    given: FirstCardHint, view: float, offs: NDArray[np.float64], rng: np.random.Generator, astray: bool = False
) -> Crops:
    """Crops turned away from upright by each of ``offs``, placed a little amiss.

    With ``astray`` the last is placed as badly as a finder may place it, and nobody asks what it shows.
    """
    level = given.aspect.level
    upright = upright_turn(given.laid, level)
    middle = given.laid.place(given.laid.specimen.frame[:1])[0]
    across = given.laid.across
    matrices, places = [], []
    values = np.array([told(given.laid.specimen, float(off)) for off in offs], np.int64)
    for number, off in enumerate(offs):
        loose = astray and number == len(offs) - 1
        if loose:
            values[number] = UNKNOWN
        spot = middle + rng.normal(0, 0.14 if loose else 0.05, 2) * across
        more = float(rng.normal(0, 0.16 if loose else 0.09))
        turn = upright + float(off)
        matrix = crop_matrix((float(spot[0]), float(spot[1])), across * np.exp(-more), view, turn, level)
        matrices.append(matrix)
        places.append((*((matrix[:, :2] @ middle + matrix[:, 2]) / (CROP / 2) - 1), more))
    kinds = np.full(len(offs), int(given.laid.specimen.what), np.int64)
    leans = np.array([leaning(matrix, given.aspect.lean) for matrix in matrices], np.float32)
    return Crops(crops(given.picture, matrices), kinds, values, np.array(places, np.float32), leans)


def some_offs(count: int, rng: np.random.Generator) -> NDArray[np.float64]:
    """Angles for crops of one lesson: the first half upright, the rest anything else."""
    offs = rng.uniform(AMISS, 2 * np.pi - AMISS, count)
    offs[: count // 2] = rng.uniform(-UPRIGHT, UPRIGHT, count // 2)
    return np.asarray(offs)
