"""What the die reader predicts of places whose truth is known, to calibrate on."""

import math
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.pictures.arrays import Floats, Picture
from companion.pictures.loading import load_picture
from companion.vision.camera_pose.table_view import FROM_ABOVE, Aspect
from companion.vision.dice.die_reading import NONE
from companion.vision.dice.finding import DieDetection, detect_dice, likeliest
from companion.vision.dice.prediction import ANSWERS, STAGES, TURNS, View, predict
from companion.vision.networks import Network
from models.evaluation.labelled_dice import LabelledPhoto
from models.training.clutter import clutter_picture
from models.training.dice.aspects import aspect_of, random_aspect
from models.training.dice.fresh_scenes import Scene
from models.training.reader.truth import CLUTTER, OTHER_DECKS, OURS, labelled_thing, laid_thing, truth_at

PLACES = 24
"""Places of one picture at most."""
HOPELESS = 0.002
"""Places whose score times the chance of a flat die, at four turns, is less teach nothing."""

ROW = np.dtype(
    [
        ("maker", "U32"),
        ("true", np.int64),
        ("across", np.float32),
        ("score", np.float32),
        ("tilt", np.float32),
        ("turns", np.float32, (TURNS, ANSWERS)),
    ]
)
"""A place: who made the picture, the right reading's number, the diameter (pixels), the detector's score, the tilt
(radians, NaN: unknown), and the answers' probabilities at every turn."""
Gathered = NDArray[Any]
"""Places, an array of :data:`ROW`."""
Row = tuple[str, int, float, float, float, Floats]


def _row(
    reader: Network, picture: Picture, place: DieDetection, maker: str, true: int | None, aspect: Aspect = FROM_ABOVE
) -> Iterator[Row]:
    """Yield the row of a place; none if its truth is unknown or four turns show no flat die."""
    if true is None:
        return
    view = View.of(picture, place, aspect)
    predict([view], STAGES[0] + STAGES[1], reader)
    if place.score * (1 - float(view.answers[:, 18:].sum(axis=1).mean())) < HOPELESS:
        return
    predict([view], sorted(set(range(TURNS)) - {*STAGES[0], *STAGES[1]}), reader)
    yield maker, true, place.across, place.score, aspect.lean.tilt if aspect.lean else np.nan, view.answers


def of_photo(photo: LabelledPhoto, finder: Network, reader: Network) -> Iterator[Row]:
    """Yield the rows of a labelled photograph, nothing known of the camera."""
    picture = load_picture(photo.path).pixels
    things = [labelled_thing(die) for die in photo.dice]
    for place in likeliest(detect_dice(picture, finder), PLACES):
        yield from _row(reader, picture, place, photo.maker, truth_at(place, things, photo.complete))


def of_scene(scene: Scene, finder: Network, reader: Network, chance: np.random.Generator) -> Iterator[Row]:
    """Yield the rows of a rendered picture; the camera is known for half of its dice, as cards would tell it."""
    things = [laid_thing(laid, scene) for laid in scene.things]
    aspects: list[Aspect] = [aspect_of(laid, chance, known=0.5) for laid in scene.things]
    for place in likeliest(detect_dice(scene.picture, finder), PLACES):
        away = [math.dist(thing.middle, place.middle) / thing.across for thing in things]
        near = [aspect for aspect, far in zip(aspects, away, strict=True) if far < 0.5]
        aspect = near[0] if near else random_aspect(chance)
        yield from _row(reader, scene.picture, place, OURS, truth_at(place, things, complete=True), aspect)


def of_clutter(
    seed: int, finder: Network, reader: Network, chance: np.random.Generator, decks: Sequence[Sequence[Picture]] = ()
) -> Iterator[Row]:
    """Yield the rows of a picture of clutter, where no die lies."""
    picture = clutter_picture(seed, decks)
    for place in likeliest(detect_dice(picture, finder), PLACES):
        yield from _row(reader, picture, place, OTHER_DECKS if decks else CLUTTER, NONE, random_aspect(chance))
