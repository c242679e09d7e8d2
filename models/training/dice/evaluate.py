"""How well dice are found and read, on fresh pictures of dice that no training has seen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.vision.camera_pose.aspect import FROM_ABOVE, Aspect
from companion.vision.dice.eyes import DiceEyes, reported, told_apart
from companion.vision.dice.finding import Candidate
from companion.vision.dice.verdicts import Verdict
from models.evaluation.card_measurement import upper_bound
from models.training.common.decks import Deck
from models.training.dice.aspects import seen_as
from models.training.dice.backgrounds import Grounds, paint
from models.training.dice.composing import CARDS_TO_A_DIE, Laid, lay_all, photographed, placed
from models.training.dice.specimens import Specimen, What
from models.training.dice.stock import specimen

SIZE = 640
"""A picture's side in pixels."""
BANDS = ((19.0, 25.0), (25.0, 40.0), (40.0, 110.0))
"""Sizes of dice across, in pixels, that get a row each."""
STEEPEST = 25.0
"""Degrees from straight above to which pictures are to be read as well as any."""
AMISS = 0.05
"""Of the dice that lie on tables where people play, the share that nobody should read, at the most."""
BLINDING = 250
"""From this on in all colours a pixel shows nothing but light."""
_ROUND = 1.1
"""How much longer a die's outline is than the disc of its area is wide."""


@dataclass(frozen=True, slots=True)
class Answer:
    """One die, or one place where no readable die lies, and what was said of it.

    ``what`` is the thing's, ``size`` its pixels across, ``tilt`` (degrees) how far from straight above it is seen and
    ``known`` whether that was told; ``glare``: it lies in glare; ``value`` what it shows (0 for none). ``told`` is the
    value said (0 for none), ``kind_right`` whether the kind was, ``trust`` how far it is believed, ``sure`` the report.
    """

    what: What
    size: float
    tilt: float
    known: bool
    glare: bool
    value: int
    found: bool = False
    told: int = 0
    kind_right: bool = False
    trust: float = 0.0
    sure: bool = False

    @property
    def right(self) -> bool:
        return self.found and self.kind_right and self.told == self.value


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


def answers(eyes: DiceEyes, scenes: Iterator[Scene]) -> tuple[list[Answer], int]:
    """What was said of every thing, and of places where nothing was laid; and how many pictures there were.

    How the camera stands is known, as cards beside a die tell it, for half the dice and for all beyond 25°. A place
    where nothing was laid is seen as any thing of its picture.
    """
    told: list[Answer] = []
    chance = np.random.default_rng(6)
    pictures = 0
    for scene in scenes:
        pictures += 1
        left = eyes.find(scene.picture)
        aspects = [FROM_ABOVE]
        for laid in scene.things:
            near = [place for place in left if _away(place, laid) < 0.45 * laid.across]
            left = [place for place in left if place not in near]
            aspect = seen_as(laid, chance, known=0.5)
            aspects.append(aspect)
            said = _answers(scene, laid, near, [aspect] * len(near), eyes) or [_missed(scene, laid, aspect)]
            said.sort(key=lambda one: -one.trust)
            told.append(said[0])
            # A die that is told twice is once nothing.
            told += [replace(one, what=What.NOTHING, value=0) for one in said[1:] if one.found]
        told += _answers(scene, None, left, [aspects[chance.integers(len(aspects))] for _ in left], eyes)
    return told, pictures


def _away(place: Candidate, laid: Laid) -> float:
    return float(np.hypot(*(laid.middle - place.middle)))


def _missed(scene: Scene, laid: Laid, aspect: Aspect) -> Answer:
    """The answer of no one about a thing."""
    what, value = laid.specimen.what, 0
    if what in (What.D6, What.D10):
        value = laid.specimen.pips if laid.specimen.pips > 0 else laid.specimen.digit or 10
    tilt = float(np.degrees(laid.specimen.tilt))
    glare = in_glare(scene.picture, laid.middle, laid.across)
    return Answer(what, _ROUND * laid.across, tilt, aspect.lean is not None, glare, value)


def _answers(
    scene: Scene, laid: Laid | None, places: Sequence[Candidate], aspects: Sequence[Aspect], eyes: DiceEyes
) -> list[Answer]:
    """What is said of places, of those that lie in one another only once."""
    looks = [
        (place, eyes.read_detection(scene.picture, place, aspect))
        for place, aspect in zip(places, aspects, strict=True)
    ]
    apart = told_apart(looks)
    return [
        _answer(scene, laid, place, seen if (place, seen) in apart else None, aspect)
        for (place, seen), aspect in zip(looks, aspects, strict=True)
    ]


def _answer(scene: Scene, laid: Laid | None, place: Candidate, seen: Verdict | None, aspect: Aspect) -> Answer:
    die = reported(place, seen, scene.picture) if seen is not None else None
    blank = Answer(What.NOTHING, _ROUND * place.across, 0.0, aspect.lean is not None, False, 0)
    said = _missed(scene, laid, aspect) if laid is not None else blank
    if seen is None or die is None:
        return said
    kind_right = die.kind.value == said.what.name.lower()
    chance = seen.candidates[0][1]
    return replace(said, found=True, told=die.value or 0, kind_right=kind_right, trust=chance, sure=die.sure)


def in_glare(picture: NDArray[np.uint8], middle: NDArray[np.float64], across: float) -> bool:
    """Whether a quarter of a die is so bright that nothing is to be seen there."""
    x, y = (round(float(value)) for value in middle)
    half = max(2, round(0.35 * across))
    part = picture[max(0, y - half) : y + half, max(0, x - half) : x + half]
    return part.size > 0 and float((part.min(axis=2) >= BLINDING).mean()) > 0.25


def figures(told: Sequence[Answer]) -> dict[str, Any]:
    """Rows of counts by size and kind, and what was said of things that are no readable dice."""
    dice = [one for one in told if one.what in (What.D6, What.D10)]
    document: dict[str, Any] = {}
    for name, belongs in _ROWS.items():
        for low, high in BANDS:
            for kind in (What.D6, What.D10):
                chosen = [one for one in dice if low <= one.size < high and one.what == kind and belongs(one)]
                if chosen:
                    document[f"{kind.name.lower()}, {low:.0f} to {high:.0f} px, {name}"] = _row(chosen)
    document["sure"] = sum(one.sure for one in told)
    document["sure but wrong"] = sum(one.sure and not one.right for one in dice)
    for what in (What.OTHER, What.NOTHING):
        others = [one for one in told if one.what == what]
        document[what.name.lower()] = {
            "count": len(others),
            "reported": sum(one.found for one in others),
            "sure": sum(one.sure for one in others),
        }
    wrong = document["sure but wrong"] + document["other"]["sure"] + document["nothing"]["sure"]
    document["at most wrong, with 95 % certainty"] = round(upper_bound(wrong, document["sure"]), 5)
    document["wrong where one die in twenty is amiss"] = round(wrong_on_tables(told), 5)
    return document


def wrong_on_tables(told: Sequence[Answer]) -> float:
    """The share of sure answers that is wrong, dice that nobody should read counted as often as they lie on tables.

    Among these pictures they are many times as many, for their own row's sake.
    """
    dice, other, nothing = (
        [one for one in told if one.what in kinds] for kinds in ((What.D6, What.D10), (What.OTHER,), (What.NOTHING,))
    )
    often = AMISS / (1 - AMISS) * len(dice) / max(1, len(other))
    false = sum(one.sure for one in nothing) + often * sum(one.sure for one in other)
    sure = sum(one.sure for one in dice)
    return (false + sum(one.sure and not one.right for one in dice)) / max(1.0, sure + false)


_ROWS: dict[str, Callable[[Answer], bool]] = {
    "camera known": lambda one: not one.glare and one.tilt <= STEEPEST and one.known,
    "camera unknown": lambda one: not one.glare and one.tilt <= STEEPEST and not one.known,
    "steeper": lambda one: not one.glare and one.tilt > STEEPEST,
    "in glare": lambda one: one.glare,
}


def _row(chosen: Sequence[Answer]) -> dict[str, float]:
    count = len(chosen)
    return {
        "count": count,
        "found": round(sum(one.found for one in chosen) / count, 4),
        "right": round(sum(one.right for one in chosen) / count, 4),
        "right and sure": round(sum(one.right and one.sure for one in chosen) / count, 4),
        "wrong": round(sum(one.found and one.told > 0 and not one.right for one in chosen) / count, 4),
        "sure but wrong": sum(one.sure and not one.right for one in chosen),
    }


def thresholds(told: Sequence[Answer]) -> list[tuple[float, int, int]]:
    """For levels of trust: how many answers reach it, and how many of these are wrong."""
    return [
        (
            level,
            sum(one.trust >= level for one in told),
            sum(one.trust >= level and not (one.right and one.what in (What.D6, What.D10)) for one in told),
        )
        for level in (0.3, 0.4, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.93, 0.95, 0.97, 0.98, 0.99)
    ]
