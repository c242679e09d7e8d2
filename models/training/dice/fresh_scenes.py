"""Fresh pictures of dice that no training has used."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from models.training.common.decks import Deck
from models.training.dice.composing import CARDS_TO_A_DIE, Laid, lay_all, placed
from models.training.dice.specimens import Specimen, What
from models.training.dice.stock import specimen
from models.training.scenes.grounds import Grounds, paint
from models.training.scenes.photography import photographed

SIZE = 640
"""A picture's side in pixels."""
BLINDING = 250
"""From this on in all colours a pixel shows nothing but light."""


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """A picture and everything that was laid on it."""

    picture: NDArray[np.uint8]
    things: tuple[Laid, ...]


def fresh_scenes(decks: tuple[Deck, ...], dice: int, seed: int, empty: bool = False) -> Iterator[Scene]:
    """Pictures with at least so many dice together; training's seeds are two numbers long, these three.

    With ``empty``, so many pictures with clutter alone.
    """
    grounds: Grounds | None = None
    laid = number = 0
    while laid < dice:
        rng = np.random.default_rng([seed, number, 5])
        if grounds is None or number % 40 == 0:
            grounds = paint(decks, rng, 16)
        scene = _scene(grounds, rng, empty)
        laid += 1 if empty else sum(thing.specimen.what in (What.D6, What.D10) for thing in scene.things)
        number += 1
        yield scene


def _scene(grounds: Grounds, rng: np.random.Generator, empty: bool) -> Scene:
    across = float(np.exp(rng.uniform(np.log(20), np.log(88))))
    picture = grounds.cut(SIZE, CARDS_TO_A_DIE * across, rng)
    things: list[Laid] = []
    for _ in range(int(rng.integers(3, 10))):
        one = _specimen(rng, empty)
        size = across * float(np.exp(rng.normal(0, 0.1)))
        x, y = (float(value) for value in rng.uniform(0.7 * size, SIZE - 0.7 * size, 2))
        if all(np.hypot(*(other.middle - (x, y))) > 0.55 * (size + other.across) for other in things):
            things.append(placed(one, (x, y), size, float(rng.uniform(0, 2 * np.pi))))
    lay_all(picture, things, rng)
    return Scene(photographed(picture, float(rng.uniform(0.2, 0.4 + 0.015 * across)), rng), tuple(things))


def _specimen(rng: np.random.Generator, empty: bool) -> Specimen:
    while True:
        one = specimen(rng)
        if not empty or one.what == What.NOTHING:
            return one


def in_glare(picture: NDArray[np.uint8], middle: NDArray[np.float64], across: float) -> bool:
    """Whether a quarter of a die is so bright that nothing is to be seen there."""
    x, y = (round(float(value)) for value in middle)
    half = max(2, round(0.35 * across))
    part = picture[max(0, y - half) : y + half, max(0, x - half) : x + half]
    return part.size > 0 and float((part.min(axis=2) >= BLINDING).mean()) > 0.25
