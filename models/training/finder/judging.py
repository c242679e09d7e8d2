"""What detections are worth to the reader: dice that it reads rightly and for certain, beside those of true boxes."""

import json
import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.pictures.arrays import Picture
from companion.pictures.loading import load_picture
from companion.pieces import DieKind
from companion.vision.camera_pose.table_view import FROM_ABOVE, Aspect, TableView
from companion.vision.dice.die_reading import NONE, READINGS
from companion.vision.dice.finding import DieDetection, detect_dice, likeliest
from companion.vision.dice.reader import CLEAR, MAX_DETECTIONS, DiceReader, is_inside, suppress_duplicates
from companion.vision.networks import Network, load_network, load_with_onnxruntime
from companion.vision.recognise import recognise_cards
from models.evaluation.card_measurement import labelled
from models.evaluation.labelled_dice import ALL, ROUND, labelled_die, labelled_photos
from models.training.common.decks import own_deck, read_pixels
from models.training.common.photographs import is_kept_out
from models.training.dice.aspects import aspect_of
from models.training.dice.fresh_scenes import fresh_scenes
from models.training.dice.specimens import amiss
from models.training.dice.stock import specimen
from models.training.reader.truth import There, labelled_thing, laid_thing, reading_number
from models.training.scenes.grounds import UNDER_DICE, GroundKind
from models.training.scenes.lighting import evening_light

NAME = "die-finder"
SCORE = 0.9
"""The score of a true box."""
REST = 2
"""Frames of a film after which dice that came to rest are read."""
WIDE = {DieKind.D10: 0.34, DieKind.D6: 0.36}
"""Diameters of dice on films in card widths, since their labels have none; see :data:`SIZES`."""
SIZES = (0.87, 1.0, 1.15)
"""Factors of these: a true box of a film has the one with which its die is read best."""
JUDGED_SEED = 77_000
"""Seed of the own pictures that are judged; no training uses it."""
KINDS: Mapping[str, GroundKind] = {
    "bare tables": replace(UNDER_DICE, bare=1.0, printed=0.0),
    "cards": replace(UNDER_DICE, bare=0.0, printed=0.0),
    "prints": replace(UNDER_DICE, printed=1.0),
}
"""Grounds of own pictures by kind; half of the pictures of each also have hard, coloured or dim light."""
COUNTS = (
    "pictures",
    "dice",
    "certain by true boxes",
    "wrong by true boxes",
    "certain",
    "wrong",
    "not detected",
)
"""What is counted: certain readings are right or wrong, at true boxes and at the detector's."""
OTHERS = "leaning and other dice"
"""The kind of pictures that show no die to be read; of these nothing is known of the camera."""


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """A picture with its dice: where they lie, what they show, and how the camera sees each place.

    ``dice`` are those that a reader should read, each with several boxes if its size is not known.
    """

    kind: str
    picture: Picture
    dice: tuple[tuple[There, ...], ...]
    aspect: Callable[[tuple[float, float]], Aspect]
    others: bool = True
    """Whether a certain reading elsewhere is wrong: all dice that should be read are listed."""


def judge_all(runs: Path, folders: Sequence[Path], dice: int) -> list[dict[str, Any]]:
    """Return the rows of the installed finder, and of the one in ``runs``, if there is one.

    Args:
        runs: folder of the training.
        folders: labelled photographs, of which those kept out count, labelled tables, and films.
        dice: number of dice in fresh pictures of each kind.

    Returns:
        The rows by kind or maker.
    """
    own = runs / f"{NAME}.onnx"
    finders = {"installed": load_network(NAME)}
    if own.exists():
        finders["candidate"] = load_with_onnxruntime(own)
    return judge(chain(of_own_pictures(dice) if dice else (), *map(of_folder, folders)), finders)


def judge(pictures: Iterable[Judged], finders: Mapping[str, Network]) -> list[dict[str, Any]]:
    """Return a row for each kind and each finder, in one run with the same reader, cards and camera poses."""
    counts: dict[tuple[str, str], Counter[str]] = {}
    reader = DiceReader()
    for shown in pictures:
        ceiling = _certain(shown, [_box(box) for boxes in shown.dice for box in boxes], reader)
        for name, finder in finders.items():
            places = likeliest(detect_dice(shown.picture, finder), MAX_DETECTIONS)
            found = _certain(shown, places, reader)
            missed = sum(
                all(math.dist(place.middle, boxes[0].middle) >= 0.5 * boxes[0].across for place in places)
                for boxes in shown.dice
            )
            for kind in {shown.kind, shown.kind.partition(":")[0]}:
                own = counts.setdefault((kind, name), Counter(dict.fromkeys(COUNTS, 0)))
                own.update(dict(zip(COUNTS, (1, len(shown.dice), *ceiling, *found, missed), strict=True)))
    return [
        {"kind": kind, "by": name, **own, "share": round(own["certain"] / max(1, own["certain by true boxes"]), 3)}
        for (kind, name), own in sorted(counts.items())
    ]


def _box(thing: There) -> DieDetection:
    return DieDetection(thing.middle, thing.across, SCORE)


def _certain(shown: Judged, places: Sequence[DieDetection], reader: DiceReader) -> tuple[int, int]:
    """Return how many dice are certain and right at these places, and how many certain readings are wrong."""
    readings = reader.read_each(shown.picture, places, shown.aspect)
    read = [(place, reading) for place, reading in suppress_duplicates(readings) if reading.certain]
    right: set[int] = set()
    wrong = 0
    for place, reading in read:
        shows = READINGS.index((reading.kind, reading.candidates[0][0]))
        near = [
            number
            for number, boxes in enumerate(shown.dice)
            if math.dist(place.middle, boxes[0].middle) < 0.5 * ROUND * boxes[0].across
        ]
        true = [number for number in near if shown.dice[number][0].true == shows]
        right |= set(true[:1])
        wrong += not true and (bool(near) or shown.others)
    return len(right), wrong


def of_folder(folder: Path) -> Iterator[Judged]:
    """Yield the pictures of a folder of labelled photographs, of films, or of labelled tables."""
    if (folder / ALL).is_file():
        yield from _of_photographs(folder)
    elif any(folder.glob("*.mp4")):
        yield from _of_films(folder)
    else:
        yield from _of_tables(folder)


def _of_photographs(folder: Path) -> Iterator[Judged]:
    for photo in labelled_photos(folder):
        things = [labelled_thing(die) for die in photo.dice]
        if is_kept_out(photo) and _readable(things):
            yield Judged(photo.maker, read_pixels(photo.path), _readable(things), lambda _: FROM_ABOVE, photo.complete)


def _of_tables(folder: Path) -> Iterator[Judged]:
    for path, labels in labelled(folder):
        things = [labelled_thing(labelled_die(die)) for die in labels.get("dice", ())]
        if _readable(things):
            picture = load_picture(path).pixels
            yield Judged(f"{folder.name}: {labels.get('look')}", picture, _readable(things), _by_cards(picture))


def _of_films(folder: Path) -> Iterator[Judged]:
    for path in sorted(folder.glob("*.mp4")):
        document = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
        corners = [card["corners"] for card in document["cards"]]
        card = float(np.median([min(math.dist(a, b), math.dist(b, c)) for a, b, c, _ in corners]))
        film, before = cv2.VideoCapture(str(path)), None
        for event in document["events"]:
            if event["dice"] and event["dice"] != before:
                before = event["dice"]
                film.set(cv2.CAP_PROP_POS_FRAMES, event["frame"] + REST)
                there, picture = film.read()
                if not there:
                    raise FileNotFoundError(f"{path} has no frame {event['frame']}")
                shown = np.asarray(picture, np.uint8)
                dice = tuple(_film_boxes(die, card) for die in event["dice"])
                yield Judged(path.stem, shown, dice, _by_cards(shown))


def _film_boxes(die: Mapping[str, Any], card: float) -> tuple[There, ...]:
    kind, (x, y) = DieKind(die["kind"]), die["center"]
    true = reading_number(kind, die["value"], legible=True)
    return tuple(There((x, y), WIDE[kind] * card * factor, true) for factor in SIZES)


def _by_cards(picture: Picture) -> Callable[[tuple[float, float]], Aspect]:
    return TableView.of(recognise_cards(picture)[0], picture.shape[1], picture.shape[0]).at


def of_own_pictures(dice: int) -> Iterator[Judged]:
    """Yield own pictures of every kind of :data:`KINDS`, each kind with so many dice; the camera is known for half."""
    for seed, (kind, ground) in enumerate({**KINDS, OTHERS: UNDER_DICE}.items(), JUDGED_SEED):
        rng = np.random.default_rng([seed, 9])
        draw = amiss if kind == OTHERS else specimen
        for number, scene in enumerate(fresh_scenes((own_deck(),), dice, seed, ground, draw)):
            picture = evening_light(scene.picture, rng) if number % 2 else scene.picture
            if kind == OTHERS:
                yield Judged(kind, picture, (), lambda _: FROM_ABOVE)
                continue
            things = [laid_thing(laid, scene) for laid in scene.things]
            aspects = [aspect_of(laid, rng, known=0.5) for laid in scene.things]
            whole = [thing for thing in things if is_inside(_box(thing), picture, CLEAR)]
            yield Judged(kind, picture, _readable(whole), _nearest(things, aspects))


def _nearest(things: Sequence[There], aspects: Sequence[Aspect]) -> Callable[[tuple[float, float]], Aspect]:
    """Return what tells the aspect of a point by the die there."""
    pairs = list(zip(things, aspects, strict=True))
    return lambda at: next((own for thing, own in pairs if math.dist(thing.middle, at) < thing.across), FROM_ABOVE)


def _readable(things: Sequence[There]) -> tuple[tuple[There, ...], ...]:
    return tuple((thing,) for thing in things if thing.true is not None and thing.true < NONE)
