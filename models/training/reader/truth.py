"""Which reading is right at a place of a picture whose dice are known."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from companion.pieces import DieKind
from companion.vision.dice.die_reading import NONE, READINGS
from companion.vision.dice.finding import DieDetection
from models.evaluation.labelled_dice import ROUND, TrueDie
from models.training.dice.composing import Laid
from models.training.dice.fresh_scenes import Scene, in_glare
from models.training.dice.specimens import What

OURS = "our own renderer"
"""Who made the fresh pictures."""
CLUTTER, OTHER_DECKS = "our own clutter", "other decks"
WITHOUT_DICE = (CLUTTER, OTHER_DECKS, "sudoku")
"""Whose pictures show no die at all."""
NEAR, LIKE = 0.35, 1.7
"""A place is a die's where their middles are so near, in its diameters, and neither is so many times as wide."""


@dataclass(frozen=True, slots=True)
class There:
    """A thing in a picture: its middle, its diameter, and the number of its reading; None where nobody knows it."""

    middle: tuple[float, float]
    across: float
    true: int | None


def truth_at(place: DieDetection, things: Sequence[There], complete: bool) -> int | None:
    """Return the number of the right reading of a place; None where it is not known.

    What lies in a die and is much smaller, as its digits and pips are, is none to be read.

    >>> die = There((50, 50), 40, 3)
    >>> [truth_at(DieDetection((x, 50), across, 1), [die], True) for x, across in ((52, 38), (45, 9), (150, 40))]
    [3, 16, 16]
    """
    here = [thing for thing in things if _away(place, thing) < 0.6]
    if not here:
        return NONE if complete else None
    nearest = min(here, key=lambda thing: _away(place, thing))
    larger = place.across / nearest.across
    if 1 / LIKE < larger < LIKE:
        return nearest.true if _away(place, nearest) < NEAR else None
    return NONE if larger < 1 / LIKE else None


def _away(place: DieDetection, thing: There) -> float:
    return math.dist(place.middle, thing.middle) / max(1.0, thing.across)


def reading_number(kind: DieKind | None, value: int | None, legible: bool) -> int | None:
    """Return the number of a labelled die's reading; None if its value is not known."""
    if kind is None or not legible:
        return NONE
    return READINGS.index((kind, value)) if value is not None else None


def labelled_thing(die: TrueDie) -> There:
    """Return a labelled die; without a value nobody knows its reading."""
    return There(die.center, die.across / ROUND, reading_number(die.kind, die.value, die.legible))


def laid_thing(laid: Laid, scene: Scene) -> There:
    """Return a thing of a rendered picture; one that lies in glare has no known reading."""
    x, y = (float(one) for one in laid.middle)
    what = {What.D6: DieKind.D6, What.D10: DieKind.D10}.get(laid.specimen.what)
    value = laid.specimen.pips if what is DieKind.D6 else laid.specimen.digit or 10
    if value < 0:  # a d6 with digits
        what = None
    true = None if in_glare(scene.picture, laid.middle, laid.across) else reading_number(what, value, legible=True)
    return There((x, y), laid.across, true)
