"""Dice of photographs to learn from, and what the detector takes for dice where none lie."""

import math
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np

from companion.pictures.arrays import Picture
from companion.pieces import DieKind
from companion.vision.dice.finding import DieDetection, detect_dice
from companion.vision.dice.prediction import DIGITS, LEANS, NOTHING, OTHER, crop_map, cut, nearby, softmax
from companion.vision.networks import Network
from models.evaluation.labelled_dice import ROUND
from models.training.common.decks import read_pixels
from models.training.common.photographs import learnable
from models.training.reader.lessons import NO_WAY, Thing
from models.training.scenes import variety

SMALLEST = 14.0
"""Diameter in pixels below which a detection teaches nothing."""
GROUPS = {DieKind.D6: "photographed d6", DieKind.D10: "photographed d10", None: "photographed other"}
FALSE_DICE, CLOTH = "false dice", "cloth"


def photographed_dice(folder: Path, makers: Sequence[str], reader: Network) -> dict[str, list[Thing]]:
    """Return the dice of photographs by these makers, by group.

    Args:
        folder: labelled photographs.
        makers: makers of photographs to learn from.
        reader: a die reader that tells which way a known digit stands.

    Returns:
        The dice whose labels say what a reader should answer.
    """
    things: dict[str, list[Thing]] = {group: [] for group in GROUPS.values()}
    for photo in learnable(folder):
        if photo.maker not in makers:
            continue
        picture = read_pixels(photo.path)
        for die in photo.dice:
            if die.kind is None or (die.value is not None and die.legible):
                part, there = _around(picture, die.center, die.across / ROUND)
                thing = Thing(part, np.array(there.middle), there.across, 1 << (LEANS if die.leans else OTHER))
                if die.kind is not None:
                    thing = _with_value(thing, die.kind, int(die.value or 0), reader)
                things[GROUPS[die.kind]].append(thing)
    return things


def _with_value(thing: Thing, kind: DieKind, value: int, reader: Network) -> Thing:
    where = thing.picture, thing.middle, thing.across
    if kind is DieKind.D6:
        return Thing(*where, bits=1 << (9 + value))
    turns = np.linspace(0, math.tau, 40, endpoint=False)
    crops = cut(thing.picture, [crop_map(tuple(thing.middle), thing.across, turn) for turn in turns])
    upright = softmax(reader(crops))[:, DIGITS][:, value % 10]
    way = -math.pi / 2 - turns[int(upright.argmax())]
    up = np.array([math.cos(way), math.sin(way)]) if upright.max() > 0.6 else NO_WAY
    return Thing(*where, digit=value % 10, up=up)


def false_dice(pictures: Iterable[Picture], detector: Network) -> Iterator[Thing]:
    """Yield what the detector takes for dice in pictures that show none."""
    for picture in pictures:
        for place in detect_dice(picture, detector):
            if place.across > SMALLEST:
                yield _nothing(picture, place)


def chance_places(pictures: Iterable[Picture], each: int, rng: np.random.Generator) -> Iterator[Thing]:
    """Yield ``each`` places anywhere in pictures that show no die: another detector may take any for one."""
    for picture in pictures:
        for _ in range(each):
            middle = rng.uniform((0, 0), picture.shape[1::-1])
            across = variety.log_drawn(rng, variety.PRINTED_DIE)
            yield _nothing(picture, DieDetection((float(middle[0]), float(middle[1])), across, 1.0))


def _nothing(picture: Picture, place: DieDetection) -> Thing:
    part, there = _around(picture, place.middle, place.across)
    return Thing(part, np.array(there.middle), there.across, 1 << NOTHING)


def _around(picture: Picture, middle: tuple[float, float], across: float) -> tuple[Picture, DieDetection]:
    part, there = nearby(picture, DieDetection(middle, across, 1.0))
    return np.ascontiguousarray(part), there
