"""Lessons of the die reader: crops of rendered and photographed dice, and the answers that are true of each."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from companion.pictures.arrays import Floats, Mask, Matrix, Picture
from companion.vision.camera_pose.table_view import FROM_ABOVE, Aspect
from companion.vision.dice.prediction import (
    ANSWERS,
    LEANS,
    NEIGHBOUR,
    NOTHING,
    OTHER,
    PLANES,
    SIDE,
    TURNED,
    crop_map,
    cut,
)
from models.training.dice.aspects import aspect_of, random_aspect
from models.training.dice.composing import CARDS_TO_A_DIE, Laid, lay_all, placed
from models.training.dice.stock import Stock
from models.training.scenes import variety
from models.training.scenes.grounds import Grounds
from models.training.scenes.lighting import evening_light
from models.training.scenes.photography import photograph

UPRIGHT, UNCLEAR, NEIGHBOURS = math.radians(14.0), math.radians(27.0), math.radians(50.0)
"""A digit is upright within the first angle and not beyond the second; a neighbour's is about the third off."""
SMALLEST, LARGEST = 19.0, 86.0
"""Diameters of dice in pixels."""
KNOWN, KNOWN_LEANING = 0.65, 0.92
"""How often the camera pose is known, and for a leaning die: without it that and a die viewed from aside are alike."""
ENLARGED = 1.15
"""Largest factor by which photographs are enlarged."""
NO_WAY = np.full(2, np.nan)
"""The way up of what has none, or an unknown one."""


@dataclass(frozen=True, slots=True, eq=False)
class Thing:
    """A die, or what is none, in a picture of its own.

    The picture (height × width × 3, BGR), middle and diameter in pixels, the answers that are true at every turn as
    bits, or the digit (-1: none) with the direction in which it stands, whether that looks the same upside down, and
    how the camera sees the place.
    """

    picture: Picture
    middle: Matrix
    across: float
    bits: int = 0
    digit: int = -1
    up: Matrix = field(default_factory=lambda: NO_WAY)
    half_turn: bool = False
    aspect: Aspect = FROM_ABOVE


class Lessons:
    """Random batches of crops.

    Args:
        stock: rendered dice and litter.
        grounds: what these are laid on.
        photographs: things cut from photographs and from pictures without dice, by group.
        shares: share of each group, of rendered things by their kind; groups without things are left out.
    """

    def __init__(
        self, stock: Stock, grounds: Grounds, photographs: Mapping[str, Sequence[Thing]], shares: Mapping[str, float]
    ) -> None:
        rendered = {
            "digits": stock.bits == 0,
            "pips": stock.pips > 0,
            "leaning": stock.bits >> LEANS & 1 > 0,
            "other": stock.bits == 1 << OTHER,
            "none": stock.bits == 1 << NOTHING,
        }
        self._stock, self._grounds, self._photographs = stock, grounds, photographs
        self._rendered = {name: np.flatnonzero(own) for name, own in rendered.items()}
        full = {name for name, own in self._rendered.items() if len(own)} | {n for n, own in photographs.items() if own}
        present = {name: share for name, share in shares.items() if name in full}
        self._shares = {name: share / sum(present.values()) for name, share in present.items()}

    def batch(self, count: int, rng: np.random.Generator) -> tuple[Floats, Mask]:
        """Return two crops of each of ``count`` things (2 count × 6 × 96 × 96), and the answers true of them (× 21)."""
        crops = np.empty((2 * count, PLANES, SIDE, SIDE), np.float32)
        true = np.empty((2 * count, ANSWERS), np.bool_)
        for number in range(count):
            own = slice(2 * number, 2 * number + 2)
            crops[own], true[own] = lesson(self.thing(rng), rng)
        return crops, true

    def thing(self, rng: np.random.Generator) -> Thing:
        """Return a random thing in a picture as a camera takes it."""
        group = variety.one_of(rng, self._shares)
        if group in self._rendered:
            return self._on_ground(int(rng.choice(self._rendered[group])), rng)
        things = self._photographs[group]
        return _turned_and_taken(things[int(rng.integers(len(things)))], rng)

    def _on_ground(self, number: int, rng: np.random.Generator) -> Thing:
        """Return a specimen on a ground, sometimes next to another one."""
        specimen, across = self._stock[number], _diameter(rng)
        side = round(2.2 * across) + 8
        picture = _recoloured(self._grounds.cut(side, CARDS_TO_A_DIE * across, rng), rng)
        middle = side / 2 + rng.uniform(-2, 2, 2)
        own = placed(specimen, (middle[0], middle[1]), across, float(rng.uniform(0, math.tau)))
        lay_all(picture, [*self._next_to(own, rng), own], rng)
        shown = _taken(picture, 0.4 + 0.022 * across, rng)
        known = KNOWN_LEANING if specimen.bits >> LEANS & 1 else KNOWN
        aspect = random_aspect(rng) if specimen.bits == 1 << NOTHING else aspect_of(own, rng, known, always=math.inf)
        centre, _, above = own.place(specimen.frame)
        digit = -1 if specimen.bits else specimen.digit
        return Thing(shown, middle, across, specimen.bits, digit, above - centre, specimen.half_turn, aspect)

    def _next_to(self, own: Laid, rng: np.random.Generator) -> list[Laid]:
        if rng.random() >= 0.35:
            return []
        size, turn = own.across * float(rng.uniform(0.75, 1.3)), float(rng.uniform(0, math.tau))
        away = float(rng.uniform(1.02, 1.5)) * (size + own.across) / 2
        x, y = own.middle + away * np.array([math.cos(turn), math.sin(turn)])
        other = self._stock[int(rng.integers(len(self._stock)))]
        return [placed(other, (x, y), size, float(rng.uniform(0, math.tau)))]


def _diameter(rng: np.random.Generator) -> float:
    return float(np.exp(rng.uniform(math.log(SMALLEST), math.log(LARGEST))))


def _recoloured(picture: Floats, rng: np.random.Generator) -> Floats:
    """Return a third of the pictures with red, green and blue in another order."""
    return np.ascontiguousarray(picture[..., rng.permutation(3)]) if rng.random() < 0.35 else picture


def _taken(picture: Floats, blur: float, rng: np.random.Generator) -> Picture:
    """Return a picture as a camera takes it, some of them in the evening."""
    if rng.random() < variety.OTHER_LIGHT:
        picture = evening_light(np.clip(picture, 0, 255).astype(np.uint8), rng).astype(np.float32)
    return photograph(picture, rng, variety.DICE_CAMERA, float(rng.uniform(0.1, blur)))


def _turned_and_taken(thing: Thing, rng: np.random.Generator) -> Thing:
    """Return a photographed thing at any turn and of any size, taken by another camera."""
    zoom = min(ENLARGED, _diameter(rng) / thing.across)
    across, turn = zoom * thing.across, float(rng.uniform(0, math.tau))
    side = round(2.2 * across) + 8
    method = cv2.INTER_AREA if zoom < 1 else cv2.INTER_LINEAR
    small = cv2.resize(thing.picture, None, fx=zoom, fy=zoom, interpolation=method)
    linear = np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
    middle = side / 2 + rng.uniform(-2, 2, 2)
    onto = np.column_stack([linear, middle - linear @ (zoom * np.asarray(thing.middle))])
    shown = cv2.warpAffine(small, onto, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    taken = _taken(_recoloured(np.asarray(shown, np.float32), rng), 0.3 + 0.012 * across, rng)
    aspect = random_aspect(rng) if thing.bits == 1 << NOTHING else FROM_ABOVE
    return Thing(taken, middle, across, thing.bits, thing.digit, linear @ thing.up, thing.half_turn, aspect)


def lesson(thing: Thing, rng: np.random.Generator) -> tuple[Floats, Mask]:
    """Return two crops of a thing (2 × 6 × 96 × 96), a little astray, and the answers true of each (2 × 21)."""
    x, y = thing.aspect.level @ thing.up
    upright = -math.pi / 2 - math.atan2(y, x)
    turns = _turns(thing, upright, rng)
    astray = (0.05 if rng.random() < 0.8 else 0.1) * thing.across
    maps = []
    for turn in turns:
        x, y = thing.middle + rng.normal(0, astray, 2)
        maps.append(crop_map((x, y), thing.across * math.exp(rng.normal(0, 0.08)), turn, thing.aspect))
    return cut(thing.picture, maps, thing.aspect.lean), np.stack([answers(thing, turn - upright) for turn in turns])


def _turns(thing: Thing, upright: float, rng: np.random.Generator) -> tuple[float, float]:
    """Return two turns: the first upright, the second another; that of a 6 or a 9 is most often upside down."""
    if thing.digit < 0 or math.isnan(upright):
        return float(rng.uniform(0, math.tau)), float(rng.uniform(0, math.tau))
    astray, luck = rng.uniform(-UPRIGHT, UPRIGHT, 2), float(rng.random())
    second = float(rng.uniform(0, math.tau))
    if thing.digit in (6, 9) and luck < 0.6:
        second = upright + math.pi + astray[1]
    elif luck < 0.5:
        second = upright + float(rng.choice([-1, 1])) * NEIGHBOURS + astray[1]
    elif luck > 0.9:
        second = upright + astray[1]
    return upright + astray[0], second


def answers(thing: Thing, off: float) -> Mask:
    """Return the answers true of a crop (21), ``off`` radians from upright; several if nobody should be asked.

    >>> seven = Thing(np.zeros((1, 1, 3), np.uint8), np.zeros(2), 1.0, digit=7, up=np.array([0.0, -1.0]))
    >>> [np.flatnonzero(answers(seven, math.radians(off))).tolist() for off in (-10, 20, 50)]
    [[7], [7, 16], [16, 17]]
    """
    true = np.array([thing.bits >> answer & 1 for answer in range(ANSWERS)], np.bool_)
    if thing.digit < 0:
        return true
    if math.isnan(off):
        true[[thing.digit, TURNED, NEIGHBOUR]] = True
        return true
    away = abs((off + math.pi) % math.tau - math.pi)
    away = min(away, math.pi - away) if thing.half_turn else away
    unclear = away < UNCLEAR or (thing.digit in (0, 1, 8) and math.pi - away < UNCLEAR)
    if away <= UPRIGHT:
        true[thing.digit] = True
    else:
        true[[thing.digit, TURNED] if unclear else [TURNED, NEIGHBOUR]] = True
    return true
