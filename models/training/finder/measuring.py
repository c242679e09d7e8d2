"""How well dice are found, nothing read: finders side by side on the same pictures, by maker."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.vision.dice.finding import Candidate, candidates, likeliest
from companion.vision.dice.reader import MOST
from companion.vision.networks import Network
from companion.vision.pictures import load_picture
from models.evaluation.labelled_dice import ROUND, LabelledPhoto, TrueDie, patterns

Finder = Callable[[NDArray[np.uint8]], list[Candidate]]

NEAR, GROWN = 0.35, 1.6
"""A die is found where the middle is off by so many diameters at most and the size by this factor."""
BANDS = (25.0, 40.0, 60.0)
"""Where a die's longer side, in pixels, is in another row of the table of sizes."""


@dataclass(frozen=True, slots=True)
class Found:
    """One true die: the score of its best candidate (0: none), how far that is off and the top face's middle, in
    diameters (NaN where nobody drew the face), and by which factor the size is."""

    across: float
    score: float
    off: float
    top_off: float
    grown: float


@dataclass(frozen=True, slots=True)
class Look:
    """One picture: its dice, the scores of candidates at no die (None where not every die is listed), and within one
    but amiss, seconds of processor time."""

    maker: str
    kept_out: bool
    dice: tuple[Found, ...]
    false: tuple[float, ...] | None
    within: tuple[float, ...]
    seconds: float


def by(network: Network, sides: Sequence[int], least: float) -> Finder:
    """A finder as the eyes use it."""
    return lambda picture: likeliest(candidates(picture, network, least, sides), MOST)


def looks(
    photos: Sequence[LabelledPhoto], finder: Finder, kept_out: Path, tops: Mapping[str, Sequence[Sequence[float]]]
) -> Iterator[Look]:
    """A finder at every one of these photos; ``tops`` are boxes of top faces by a photo's name."""
    apart = patterns(kept_out)
    for photo in photos:
        pixels = load_picture(photo.path).pixels
        began = time.process_time()
        found = finder(pixels)
        seconds = time.process_time() - began
        own = any(fnmatch(photo.name, pattern) for pattern in apart)
        yield look(photo, found, own, tops.get(photo.name, ()), seconds)


def as_choosy(own: Sequence[Look], other: Sequence[Look]) -> float:
    """The limit on the score at which a finder tells of as many false dice as the other did in the same pictures.

    >>> def told(*scores): return Look("", False, (), scores, (), 0.0)
    >>> as_choosy([told(0.9, 0.5), told(0.3)], [told(0.2), told(0.4)])
    0.5
    """
    scores = sorted((score for one in own for score in one.false or ()), reverse=True)
    many = sum(len(one.false or ()) for one in other)
    return scores[min(many, len(scores)) - 1] if many and scores else 1.0


def look(
    photo: LabelledPhoto,
    found: Sequence[Candidate],
    kept_out: bool,
    tops: Sequence[Sequence[float]] = (),
    seconds: float = 0.0,
) -> Look:
    """What candidates are worth, each counted for one die at most, the likeliest first."""
    left = list(range(len(photo.dice)))
    dice: dict[int, Found] = {}
    false, within = [], []
    for place in sorted(found, key=lambda one: -one.score):
        hits = [number for number in left if _hits(place, photo.dice[number])]
        if hits:
            number = min(hits, key=lambda one: math.dist(place.middle, photo.dice[one].center))
            left.remove(number)
            dice[number] = _found(place, photo.dice[number], tops[number] if number < len(tops) else ())
        elif any(_touches(place, die) for die in photo.dice):
            within.append(place.score)
        else:
            false.append(place.score)
    missed = math.nan
    told = tuple(
        dice.get(number, Found(die.across, 0.0, missed, missed, missed)) for number, die in enumerate(photo.dice)
    )
    return Look(photo.maker, kept_out, told, tuple(false) if photo.complete else None, tuple(within), seconds)


def _hits(place: Candidate, die: TrueDie) -> bool:
    across = die.across / ROUND
    near = math.dist(place.middle, die.center) <= NEAR * across
    return near and 1 / GROWN <= place.across / across <= GROWN


def _touches(place: Candidate, die: TrueDie) -> bool:
    return math.dist(place.middle, die.center) <= 0.5 * (place.across + die.across)


def _found(place: Candidate, die: TrueDie, top: Sequence[float]) -> Found:
    across = die.across / ROUND
    top_off = math.nan
    if len(top) == 4:
        top_off = math.dist(place.top, ((top[0] + top[2]) / 2, (top[1] + top[3]) / 2)) / across
    off = math.dist(place.middle, die.center) / across
    return Found(die.across, place.score, off, top_off, place.across / across)


def score_for(given: Iterable[Look], recall: float) -> float:
    """The highest limit on the score at which so large a share of the dice is found; 0 where none is low enough.

    >>> score_for([], 0.9)
    0.0
    """
    scores = sorted((die.score for one in given for die in one.dice), reverse=True)
    needed = math.ceil(recall * len(scores))
    return scores[needed - 1] if scores else 0.0


def table(told: Mapping[str, Sequence[Look]], least: Mapping[str, float]) -> list[dict[str, Any]]:
    """By maker, what is kept out apart: every finder's share of dice found at its own limit, what it costs, how far off
    it is; and false ones a picture where all find as many as the one that finds fewest."""
    groups = sorted({(one.maker, one.kept_out) for looks in told.values() for one in looks})
    rows = []
    for maker, apart in groups:
        its = {
            name: [one for one in looks if (one.maker, one.kept_out) == (maker, apart)] for name, looks in told.items()
        }
        common = min(_recall(own, least[name]) for name, own in its.items())
        rows += [
            {"maker": maker, "kept out": apart, "finder": name, **_figures(own, least[name], common)}
            for name, own in its.items()
        ]
    return rows


def _recall(own: Sequence[Look], least: float) -> float:
    scores = [die.score for one in own for die in one.dice]
    return sum(score >= least for score in scores) / len(scores) if scores else 0.0


def _figures(own: Sequence[Look], least: float, common: float) -> dict[str, Any]:
    dice = [die for one in own for die in one.dice]
    found = [die for die in dice if die.score >= least]
    equal = score_for(own, common) if common > 0 else 1.0
    return {
        "pictures": len(own),
        "dice": len(dice),
        "found": len(found),
        "found by size": _by_size(dice, least),
        "false a picture": _false(own, least),
        "false a picture at equal recall": _false(own, equal),
        "within a die, a die": round(sum(s >= least for one in own for s in one.within) / max(1, len(dice)), 3),
        "middle off": _median([die.off for die in found]),
        "top off": _median([die.top_off for die in found]),
        "top off, worst of ten": _ninth([die.top_off for die in found]),
        "size off by": _median([abs(math.log(die.grown)) for die in found]),
        "ms": round(1000 * _median([one.seconds for one in own])),
    }


def _by_size(dice: Sequence[Found], least: float) -> dict[str, str]:
    edges = (0.0, *BANDS, math.inf)
    bands = {}
    for low, high in pairwise(edges):
        these = [die for die in dice if low <= die.across < high]
        if these:
            bands[f"from {low:.0f} px"] = f"{sum(die.score >= least for die in these)} of {len(these)}"
    return bands


def _false(own: Sequence[Look], least: float) -> float:
    listed = [one.false for one in own if one.false is not None]
    return round(sum(score >= least for false in listed for score in false) / max(1, len(listed)), 3)


def _median(values: Sequence[float]) -> float:
    known = [value for value in values if not math.isnan(value)]
    return round(float(np.median(known)), 4) if known else math.nan


def _ninth(values: Sequence[float]) -> float:
    known = [value for value in values if not math.isnan(value)]
    return round(float(np.quantile(known, 0.9)), 4) if known else math.nan
