"""What the reader predicts of places whose truth is known, to calibrate on and to compare with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from companion.vision.arrays import Floats, Picture
from companion.vision.camera_pose.aspect import FROM_ABOVE, Aspect
from companion.vision.dice.finding import Candidate, candidates, likeliest
from companion.vision.dice.readings import NONE
from companion.vision.dice.stages import STAGES, TURNS, View, predict
from companion.vision.networks import Network
from companion.vision.pictures import load_picture
from models.evaluation.labelled_dice import ROUND, LabelledPhoto
from models.training.clutter import clutter_picture
from models.training.dice.aspects import seen_anyhow, seen_as
from models.training.dice.fresh_scenes import Scene
from models.training.reader.truth import CLUTTER, OTHER_DECKS, OURS, There, laid_thing, reading_number, truth_at

PLACES = 24
"""Places of one picture at most."""
HOPELESS = 0.002
"""Places whose score times the chance of a flat die, at four turns, is less teach nothing."""


@dataclass(frozen=True, slots=True, eq=False)
class Gathered:
    """Places by columns.

    Who made the picture, its name, the right reading's number, the diameter (pixels), the detector's score, the tilt
    (radians, NaN: unknown), and the answers' probabilities at every turn (N × 20 × 21).
    """

    maker: NDArray[np.str_]
    picture: NDArray[np.str_]
    true: NDArray[np.int64]
    across: Floats
    score: Floats
    tilt: Floats
    turns: Floats

    def __len__(self) -> int:
        return len(self.true)

    def only(self, chosen: NDArray[np.bool_] | NDArray[np.int64]) -> Gathered:
        return Gathered(*(getattr(self, name)[chosen] for name in self.__dataclass_fields__))

    @classmethod
    def together(cls, several: Sequence[Gathered]) -> Gathered:
        names = cls.__dataclass_fields__
        return cls(*(np.concatenate([getattr(one, name) for one in several]) for name in names))

    def write(self, path: Path) -> None:
        unfinished = path.with_suffix(".part.npz")
        np.savez_compressed(unfinished, **{name: getattr(self, name) for name in self.__dataclass_fields__})
        unfinished.replace(path)

    @classmethod
    def read(cls, path: Path) -> Gathered:
        with np.load(path) as kept:
            return cls(*(kept[name] for name in cls.__dataclass_fields__))


Row = tuple[str, str, int, float, float, float, Floats]


def gathered(rows: Iterable[Row]) -> Gathered:
    """Rows as columns."""
    maker, picture, true, across, score, tilt, turns = zip(*rows, strict=True)
    names, numbers = (np.array(maker), np.array(picture)), np.array([across, score, tilt], np.float32)
    return Gathered(*names, np.array(true, np.int64), numbers[0], numbers[1], numbers[2], np.stack(turns))


def at_every_turn(
    reader: Network, picture: Picture, place: Candidate, aspect: Aspect = FROM_ABOVE, least: float = HOPELESS
) -> Floats | None:
    """The probabilities of the answers at every turn (20 × 21), in any order; None where four show no flat die."""
    view = View.of(picture, place, aspect)
    predict([view], STAGES[0] + STAGES[1], reader)
    if place.score * (1 - float(view.answers[:, 18:].sum(axis=1).mean())) < least:
        return None
    predict([view], sorted(set(range(TURNS)) - {*STAGES[0], *STAGES[1]}), reader)
    return view.answers


def of_photo(photo: LabelledPhoto, finder: Network, reader: Network) -> Iterator[Row]:
    """Rows of a labelled photograph, nothing known of the camera."""
    picture = load_picture(photo.path).pixels
    things = [
        There(die.center, die.across / ROUND, reading_number(die.kind, die.value, die.legible)) for die in photo.dice
    ]
    for place in likeliest(candidates(picture, finder), PLACES):
        true = truth_at(place, things, photo.complete)
        if true is not None and (turns := at_every_turn(reader, picture, place)) is not None:
            yield photo.maker, photo.name, true, place.across, place.score, np.nan, turns


def of_scene(scene: Scene, name: str, finder: Network, reader: Network, chance: np.random.Generator) -> Iterator[Row]:
    """Rows of a rendered picture; the camera is known for half of its dice, as cards would tell it."""
    things = [laid_thing(laid, scene) for laid in scene.things]
    aspects: list[Aspect] = [seen_as(laid, chance, known=0.5) for laid in scene.things]
    for place in likeliest(candidates(scene.picture, finder), PLACES):
        true = truth_at(place, things, complete=True)
        distances = [float(np.hypot(*np.subtract(thing.middle, place.middle))) / thing.across for thing in things]
        nearest = int(np.argmin(distances))
        other = [FROM_ABOVE, *aspects][int(chance.integers(len(aspects) + 1))]
        aspect = aspects[nearest] if distances[nearest] < 0.5 else other
        lean = aspect.lean
        if true is not None and (turns := at_every_turn(reader, scene.picture, place, aspect)) is not None:
            yield OURS, name, true, place.across, place.score, lean.tilt if lean else np.nan, turns


def of_clutter(
    seed: int, finder: Network, reader: Network, chance: np.random.Generator, decks: Sequence[Sequence[Picture]] = ()
) -> Iterator[Row]:
    """Rows of a picture of clutter, where no die lies."""
    picture = clutter_picture(seed, decks)
    for place in likeliest(candidates(picture, finder), PLACES):
        aspect = seen_anyhow(chance)
        lean = aspect.lean
        if (turns := at_every_turn(reader, picture, place, aspect)) is not None:
            maker = OTHER_DECKS if decks else CLUTTER
            yield maker, str(seed), NONE, place.across, place.score, lean.tilt if lean else np.nan, turns
