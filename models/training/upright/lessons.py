"""What the upright reader learns from: crops, and for each the answers that are true of it.

Four sources: the first renderer's specimens, the second studio's shots, clutter, and photographs of real dice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.camera_pose.aspect import Lean
from companion.vision.dice.upright import ANSWERS, LEANS, NEIGHBOUR, NOTHING, OTHER, TURNED, crop_at, cut
from models.training.dice.aspects import STEEPEST, seen_anyhow, told_of
from models.training.dice.backgrounds import Grounds
from models.training.dice.composing import photographed
from models.training.dice.lessons import Shelves, false_lesson, lesson, upright_turn
from models.training.dice.mining import FalseDice
from models.training.dice.specimens import What
from models.training.studio.shards import CONFUSED, Shots
from models.training.upright.crops import near
from models.training.upright.photos import RealDice, RealDie

Floats = NDArray[np.float32]
Picture = NDArray[np.uint8]

UPRIGHT, AMISS = np.radians(14.0), np.radians(27.0)
"""A digit stands upright within the first angle, and not beyond the second."""
SMALLEST, LARGEST = 20.0, 84.0
"""Diameters of dice, in pixels of what the camera shows."""
OTHERS = 0.45
"""So many of the photographs show a die that is neither a d6 nor a d10, or, as many, none at all."""
FALSE = 0.15
"""So many of the first renderer's lessons show what the finder took for a die."""
FALSE_THERE = 0.08
"""So many of the studio's."""
ALIKE = (0, 1, 8)
"""Digits that look much the same upside down."""
BESIDE = np.radians(50.0)
"""A d10's neighbour that is seen best stands so much aside of the top, within 10° on most dice."""
TOLD = 0.6
"""So often it is told how a die is seen."""
ASTRAY, OFTEN_ASTRAY = (0.05, 0.1), (0.8, 0.2)
"""A finder places most dice so well, in diameters, and some not."""
OTHER_COLOURS = 0.5
"""So often red, green and blue change places: a die of another colour on another table in another light."""


@dataclass(frozen=True, slots=True, eq=False)
class Die:
    """A die in a picture, and what is known of it.

    ``answers`` are true whatever the turn; ``digit`` (-1: none) stands upright after a clockwise turn by ``upright``
    radians, ``neighbours`` are the turns after which other faces' digits do.
    """

    picture: Picture
    middle: tuple[float, float]
    across: float
    answers: tuple[int, ...]
    digit: int = -1
    upright: float = 0.0
    neighbours: tuple[float, ...] = ()
    half_turn: bool = False
    lean: Lean | None = None
    """How it is seen, where that is told."""


class Source(Protocol):
    """Where dice to learn from come from."""

    def draw(self, rng: np.random.Generator) -> Die:
        """A die."""
        ...


def true_answers(die: Die, turn: float) -> tuple[int, ...]:
    """The answers that are right of a die turned clockwise by ``turn`` radians; several where nobody should be asked.

    >>> die = Die(np.zeros((1, 1, 3), np.uint8), (0, 0), 1, (), digit=7, upright=0.5, neighbours=(2.0,))
    >>> [true_answers(die, turn) for turn in (0.6, 0.9, 2.1, 4.0)]
    [(7,), (7, 16), (17,), (16,)]
    """
    if die.digit < 0:
        return die.answers
    off = _between(turn, die.upright)
    if die.half_turn:
        off = min(off, np.pi - off)
    if off <= UPRIGHT:
        return (die.digit,)
    if off < AMISS or (die.digit in ALIKE and np.pi - off < AMISS):
        return die.digit, TURNED
    if not die.neighbours:
        return TURNED, NEIGHBOUR
    nearest = min(_between(turn, other) for other in die.neighbours)
    return (NEIGHBOUR,) if nearest <= UPRIGHT else (TURNED,) if nearest >= AMISS else (TURNED, NEIGHBOUR)


def _between(one: float, other: float) -> float:
    return float(abs((one - other + np.pi) % (2 * np.pi) - np.pi))


def taught(die: Die, turns: int, rng: np.random.Generator) -> tuple[Floats, Floats]:
    """Crops at so many turns, placed as a finder would, and the answers true of each (turns × 21, 0 or 1).

    The first is upright; the second half the time has a neighbour's digit upright, or would have one as most dice do.
    That of a 6 or a 9 is most often upside down.
    """
    chosen = list(rng.uniform(0, 2 * np.pi, turns))
    if die.digit >= 0:
        chosen[0] = die.upright + float(rng.uniform(-UPRIGHT, UPRIGHT))
        if turns > 1 and die.digit in CONFUSED and rng.random() < 0.7:
            chosen[1] = die.upright + np.pi + float(rng.uniform(-UPRIGHT, UPRIGHT))
        elif turns > 1 and rng.random() < 0.5:
            beside = die.neighbours or (die.upright - BESIDE, die.upright + BESIDE)
            chosen[1] = float(rng.choice(beside)) + float(rng.uniform(-UPRIGHT, UPRIGHT))
    maps, true = [], np.zeros((turns, ANSWERS), np.float32)
    for number, turn in enumerate(chosen):
        spot = np.asarray(die.middle) + rng.normal(0, float(rng.choice(ASTRAY, p=OFTEN_ASTRAY)), 2) * die.across
        maps.append(crop_at((float(spot[0]), float(spot[1])), die.across * float(np.exp(rng.normal(0, 0.08))), turn))
        true[number, list(true_answers(die, turn))] = 1
    return cut(die.picture, maps, die.lean), true


@dataclass(frozen=True, slots=True, eq=False)
class Specimens:
    """The first renderer's dice, laid on painted grounds. Only pips make a d6 here."""

    shelves: Shelves
    grounds: Grounds
    false: FalseDice | None = None
    """What the finder takes for dice on those grounds."""

    def draw(self, rng: np.random.Generator) -> Die:
        if self.false is not None and len(self.false.ground) and rng.random() < FALSE:
            given = false_lesson(self.false, self.grounds, rng)
            x, y = given.laid.middle
            lean = _sometimes(given.aspect.lean, rng)
            return Die(given.picture, (float(x), float(y)), given.laid.across, (NOTHING,), lean=lean)
        given = lesson(self.shelves, self.grounds, rng)
        while given.laid.specimen.tilt > STEEPEST:
            given = lesson(self.shelves, self.grounds, rng)
        one, x_y = given.laid.specimen, given.laid.middle
        middle, lean = (float(x_y[0]), float(x_y[1])), _sometimes(given.aspect.lean, rng)
        if one.what == What.D10:
            upright = upright_turn(given.laid, np.eye(2))
            return Die(given.picture, middle, given.laid.across, (), one.digit, upright, (), one.half_turn, lean)
        if one.what == What.D6 and one.pips > 0:
            answers: tuple[int, ...] = (9 + one.pips,)
        elif one.what == What.NOTHING:
            answers = (NOTHING,)
        else:
            answers = (OTHER,) if one.what == What.D6 else (LEANS, OTHER)
        return Die(given.picture, middle, given.laid.across, answers, lean=lean)


@dataclass(frozen=True, slots=True, eq=False)
class Studio:
    """The second studio's dice, drawn by ``shares``: d6, d10, dice that lean, dice of another kind."""

    shots: Shots
    shares: tuple[float, float, float, float] = (0.2, 0.5, 0.15, 0.15)
    false: FalseDice | None = None
    """What on them is taken for a die and is none."""

    def draw(self, rng: np.random.Generator) -> Die:
        shots = self.shots
        if self.false is not None and len(self.false.ground) and rng.random() < FALSE_THERE:
            part, middle, across = false_again(shots, self.false, rng)
            return Die(part, middle, across, (NOTHING,), lean=_sometimes(seen_anyhow(rng).lean, rng))
        number = shots.drawn(self.shares, rng)
        what = What(int(shots.what[number]))
        part, middle, across = photographed_again(
            shots.pictures[shots.picture[number]], shots.middle[number], float(shots.across[number]), rng
        )
        lean = _sometimes(told_of(float(shots.tilt[number]), shots.up[number], rng), rng)
        if what is What.OTHER:
            return Die(part, middle, across, (LEANS,) if shots.leans[number] else (OTHER,), lean=lean)
        if what is What.D6:
            return Die(part, middle, across, (9 + int(shots.pips[number]),), lean=lean)
        x, y = shots.frame[number, 2] - shots.frame[number, 0]
        others = tuple(float(-np.pi / 2 - one) for one in shots.neighbours[number] if np.isfinite(one))
        upright = float(-np.pi / 2 - np.arctan2(y, x))
        return Die(part, middle, across, (), int(shots.digit[number]), upright, others, lean=lean)


@dataclass(frozen=True, slots=True, eq=False)
class Photographs:
    """Real dice, those that can be read by kinds and values alike often; nobody knows which way their digits stand."""

    dice: RealDice

    def draw(self, rng: np.random.Generator) -> Die:
        others = rng.random() < OTHERS
        shelves = [shelf for shelf in self.dice.shelves if (shelf[0].what >= What.OTHER) == others]
        shelf = shelves[int(rng.integers(len(shelves)))]
        real = shelf[int(rng.integers(len(shelf)))]
        part, middle, across = photographed_again(self.dice.picture(real), real.middle, real.across, rng, 0.5)
        return Die(part, middle, across, _answers(real))


@dataclass(frozen=True, slots=True, eq=False)
class Clutter:
    """What the finder takes for dice in pictures of clutter alone."""

    things: RealDice

    def draw(self, rng: np.random.Generator) -> Die:
        shelf = self.things.shelves[0]
        thing = shelf[int(rng.integers(len(shelf)))]
        part, middle, across = photographed_again(self.things.picture(thing), thing.middle, thing.across, rng, 0.5)
        return Die(part, middle, across, (NOTHING,), lean=_sometimes(seen_anyhow(rng).lean, rng))


def _sometimes(lean: Lean | None, rng: np.random.Generator) -> Lean | None:
    return lean if rng.random() < TOLD else None


def _answers(real: RealDie) -> tuple[int, ...]:
    if real.what == What.D6:
        return (9 + real.value,)
    if real.what == What.D10:
        return real.value % 10, TURNED, NEIGHBOUR
    return (LEANS,) if real.leans else (OTHER,) if real.what == What.OTHER else (NOTHING,)


def false_again(shots: Shots, false: FalseDice, rng: np.random.Generator) -> tuple[Picture, tuple[float, float], float]:
    """One of these places on the studio's shots, photographed again, its middle and its diameter there."""
    number = int(rng.integers(len(false.ground)))
    return photographed_again(
        shots.pictures[false.ground[number]], false.middle[number], float(false.across[number]), rng
    )


def photographed_again(
    picture: Picture, middle: Sequence[float] | Floats, across: float, rng: np.random.Generator, amiss: float = 1.0
) -> tuple[Picture, tuple[float, float], float]:
    """A die's surroundings as another camera shows them, smaller or as they are; ``amiss``: how much blur is added."""
    x, y = (float(one) for one in middle)
    wanted = float(np.exp(rng.uniform(np.log(SMALLEST), np.log(LARGEST))))
    part, place, size = near(picture, (x, y), across, max(SMALLEST, wanted))
    blur = float(rng.uniform(0.1, amiss * (0.3 + 0.012 * size)))
    if rng.random() < OTHER_COLOURS:
        part = np.ascontiguousarray(part[..., rng.permutation(3)])
    shot = photographed(part.astype(np.float32), blur, rng)
    if rng.random() < 0.5:
        return shot, place, size
    mirrored_light = cv2.convertScaleAbs(shot, alpha=float(rng.uniform(0.7, 1.25)), beta=float(rng.uniform(-20, 20)))
    return np.asarray(mirrored_light, np.uint8), place, size
