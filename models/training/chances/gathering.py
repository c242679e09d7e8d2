"""Evidence about places whose truth is known: labelled photographs, and fresh pictures of the first renderer."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.pieces import DieKind
from companion.vision.camera_pose.aspect import FROM_ABOVE
from companion.vision.dice.chances import NONE, READINGS, Evidence
from companion.vision.dice.eyes import DiceEyes
from companion.vision.dice.familiar import Portrait
from companion.vision.dice.finding import Candidate
from companion.vision.pictures import load_picture
from models.evaluation.labelled_dice import LabelledPhoto
from models.training.clutter import clutter_picture
from models.training.dice.aspects import seen_as
from models.training.dice.composing import Laid
from models.training.dice.evaluate import Scene, in_glare
from models.training.dice.specimens import What
from models.training.upright.crops import ROUND

OURS = "our own renderer"
"""Who made the fresh pictures of the first renderer."""
CLUTTER, OTHER_DECKS = "our own clutter", "other decks"
WITHOUT_DICE = (CLUTTER, OTHER_DECKS, "sudoku")
"""Whose pictures show no die at all."""
GLANCED = 0.0005
"""Places that look less than this like a flat die, at a glance, teach nothing."""
NEAR, LIKE = 0.35, 1.7
"""A place is a die's where their middles are so near, in its diameters, and neither is so many times as wide."""


Bytes = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Known:
    """What is known of a place, and the number of the reading that is right there; of photographs its portrait too."""

    maker: str
    picture: str
    evidence: Evidence
    true: int
    portrait: Portrait | None = None


@dataclass(frozen=True, slots=True)
class There:
    """A thing in a picture: its middle, its diameter, and the number of its reading; None where nobody knows it."""

    middle: tuple[float, float]
    across: float
    true: int | None


def of_photo(photo: LabelledPhoto, eyes: DiceEyes) -> Iterator[Known]:
    """The evidence about every place of a photo where the labels tell what lies."""
    picture = load_picture(photo.path).pixels
    things = [
        There(die.center, die.across / ROUND, reading_number(die.kind, die.value, die.legible)) for die in photo.dice
    ]
    for place in eyes.find(picture):
        true = truth_at(place, things, photo.complete)
        if true is not None and (evidence := eyes.evidence(picture, place, FROM_ABOVE, GLANCED)) is not None:
            yield Known(photo.maker, photo.name, evidence, true, eyes.portrait(picture, place, FROM_ABOVE))


def of_scene(scene: Scene, eyes: DiceEyes, name: str, chance: np.random.Generator) -> Iterator[Known]:
    """The same of a rendered picture; where the camera stands is known for half of its dice, as cards would tell it."""
    things = [laid_thing(laid, scene) for laid in scene.things]
    aspects = [seen_as(laid, chance, known=0.5) for laid in scene.things]
    for place in eyes.find(scene.picture):
        true = truth_at(place, things, complete=True)
        beside = [number for number, thing in enumerate(things) if _away(place, thing) < 0.5]
        aspect = aspects[beside[0]] if beside else [FROM_ABOVE, *aspects][int(chance.integers(len(aspects) + 1))]
        if true is not None and (evidence := eyes.evidence(scene.picture, place, aspect, GLANCED)) is not None:
            yield Known(OURS, name, evidence, true)


def of_clutter(seed: int, eyes: DiceEyes, decks: Sequence[Sequence[Bytes]] = ()) -> Iterator[Known]:
    """The same of a picture of clutter, where no die lies; cards of other ``decks`` do, where there are any."""
    picture = clutter_picture(seed, decks)
    for place in eyes.find(picture):
        if (evidence := eyes.evidence(picture, place, FROM_ABOVE, GLANCED)) is not None:
            yield Known(OTHER_DECKS if decks else CLUTTER, str(seed), evidence, NONE)


def truth_at(place: Candidate, things: Sequence[There], complete: bool) -> int | None:
    """The number of the right reading of a place; None where it is not known.

    What lies in a die and is much smaller, as its digits and pips are, is none to be read.

    >>> die = There((50, 50), 40, 3)
    >>> [truth_at(Candidate((x, 50), (x, 50), across, 1), [die], True) for x, across in ((52, 38), (45, 9), (150, 40))]
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


def _away(place: Candidate, thing: There) -> float:
    return math.dist(place.middle, thing.middle) / max(1.0, thing.across)


def reading_number(kind: DieKind | None, value: int | None, legible: bool) -> int | None:
    """Return the number of a labelled die's reading; None if its value is not known."""
    if kind is None or not legible:
        return NONE
    return READINGS.index((kind, value)) if value is not None else None


def laid_thing(laid: Laid, scene: Scene) -> There:
    """Return a thing of a rendered picture; one that lies in glare has no known reading."""
    x, y = (float(one) for one in laid.middle)
    what = {What.D6: DieKind.D6, What.D10: DieKind.D10}.get(laid.specimen.what)
    value = laid.specimen.pips if laid.specimen.pips > 0 else laid.specimen.digit or 10
    true = None if in_glare(scene.picture, laid.middle, laid.across) else reading_number(what, value, legible=True)
    return There((x, y), laid.across, true)


def table(known: Sequence[Known]) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Everything weighed (N × 17 × coefficients), and the readings that are right (N)."""
    from companion.vision.dice.chances import weighed

    rows = np.stack([weighed(one.evidence) for one in known])
    return rows, np.array([one.true for one in known], np.int64)
