"""Fresh pictures of dice that no training has used."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from companion.pictures.arrays import Matrix, Picture
from models.training.common.decks import Deck
from models.training.dice.composing import Laid
from models.training.dice.specimens import What, amiss
from models.training.dice.stock import Draw, make_shard, specimen
from models.training.dice.tiles import tile
from models.training.scenes.grounds import UNDER_DICE, GroundKind, paint

SIZE, DIAMETERS = 640, (20.0, 88.0)
"""A picture's side and the diameters of its dice, in pixels."""
SPECIMENS, PICTURES = 60, 20
"""Specimens that are rendered at a time, and pictures that are composed of them."""
BLINDING = 250
"""From this on in all colours a pixel shows nothing but light."""


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """A picture and the dice in it."""

    picture: Picture
    things: tuple[Laid, ...]


def fresh_scenes(
    decks: tuple[Deck, ...], dice: int, seed: int, ground: GroundKind = UNDER_DICE, draw: Draw = specimen
) -> Iterator[Scene]:
    """Yield pictures with so many readable dice together, or other ones if none is drawn, on such grounds."""
    counted = (What.OTHER,) if draw is amiss else (What.D6, What.D10)
    laid = number = 0
    while laid < dice:
        rng = np.random.default_rng([seed, number, 5])
        number += 1
        stock, grounds = make_shard(rng, SPECIMENS, draw), paint(decks, rng, PICTURES, ground)
        for _ in range(PICTURES):
            picture, things = tile(stock, grounds, rng, SIZE, DIAMETERS)
            laid += sum(thing.specimen.what in counted for thing in things)
            yield Scene(picture, tuple(things))


def in_glare(picture: Picture, middle: Matrix, across: float) -> bool:
    """Return whether a quarter of a die is so bright that nothing is visible there."""
    x, y = (round(float(value)) for value in middle)
    half = max(2, round(0.35 * across))
    part = picture[max(0, y - half) : y + half, max(0, x - half) : x + half]
    return part.size > 0 and float((part.min(axis=2) >= BLINDING).mean()) > 0.25
