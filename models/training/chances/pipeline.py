"""From labelled photographs and fresh renders to ``die-chances.json``, and what its chances are worth."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.vision.dice.chances import LOOKS, NAMES, NONE, Calibration, told_by_look
from companion.vision.dice.eyes import DiceEyes
from models.training.chances.evenings import evenings
from models.training.chances.fitting import LOOSELY, fitted, sort_of, told_at, worth
from models.training.chances.gathering import WITHOUT_DICE, Known, of_clutter, of_photo, of_scene, table

EXPECTED = {"kind": 0.4, "shown": 0.5, "none": 0.4, "aside": 0.1, "another": 0.15, "smaller": -0.05}
"""What an opinion about the kind, the value, and none to be read is expected to weigh; a value's, from aside, more;
what speaks against every other value; and how much less the kind and the value weigh of a small die."""
SELDOM = 0.2
"""Of the dice that the first renderer lays down every second leans, is covered or of another kind, and of the
photographed dice with digits four in five are no d10; on a table hardly one die in twenty is such. What is none to be
read counts so much where dice were laid down."""
CLUTTER = 50_000
"""The first seed of the clutter that is fitted on."""
LIMITS = (0.8, 0.9, 0.95, 0.97, 0.98, 0.99)


@dataclass(frozen=True, slots=True)
class Plan:
    """What is fitted on: photographs, but for those kept out, so many fresh dice on these decks' cards, and so many
    pictures of clutter."""

    photos: Path | None
    decks: Sequence[Path]
    dice: int
    clutter: int
    seed: int
    others: Path | None = None
    """Folders of faces of other decks, that lie among half of the clutter."""


def gathered(plan: Plan, eyes: DiceEyes) -> Iterator[Known]:
    """The evidence about everything that the plan names."""
    from models.training.clutter import read_other_decks
    from models.training.common.decks import own_deck, read_deck
    from models.training.dice.evaluate import fresh_scenes
    from models.training.upright.photos import learnable

    if plan.photos is not None:
        for photo in learnable(plan.photos):
            yield from of_photo(photo, eyes)
    decks = (own_deck(), *(read_deck(folder) for folder in plan.decks))
    chance = np.random.default_rng(plan.seed)
    for number, scene in enumerate(fresh_scenes(decks, plan.dice, plan.seed)):
        yield from of_scene(scene, eyes, f"{plan.seed}-{number}", chance)
    others = read_other_decks(plan.others) if plan.others is not None else []
    for seed in range(CLUTTER, CLUTTER + plan.clutter):
        yield from of_clutter(seed, eyes, others if seed % 2 else ())


def expected() -> NDArray[np.float64]:
    """What each weight is held to."""
    return np.array([_expected(name) for name in NAMES])


def _expected(name: str) -> float:
    first, last = name.split(maxsplit=1)[0], name.rsplit(maxsplit=1)[-1]
    if last == "aside":
        return EXPECTED["aside"]
    if "not another" in name:
        return EXPECTED["another"]
    if last == "small" and "where" in name:
        return EXPECTED["smaller"]
    beside = any(word in name for word in ("where", "leaning"))
    if beside or last in ("itself", "found", "small", "steep", "unknown"):
        return 0.0
    return EXPECTED["none"] if first == "none" else EXPECTED["shown"] if "shown" in name else EXPECTED["kind"]


def calibrated(known: Sequence[Known], named: Sequence[Known]) -> Calibration:
    """The weights of what networks say, by all that is ``known``, and then of the look of dice that players have
    ``named``: which of its values a die shows, nothing else."""
    rows, true = table(known)
    weights = fitted(rows, true, worth([one.maker for one in known], true) * _often(known), expected())
    dice = [one for one in named if one.true != NONE]
    if not dice:
        return Calibration(weights, np.zeros(len(LOOKS)))
    rows, true = table(dice)
    looks = np.stack([told_by_look(one.evidence.familiar) for one in dice if one.evidence.familiar is not None])
    shares = worth([one.maker for one in dice], true)
    standing = (rows @ weights)[:, :NONE]
    return Calibration(weights, fitted(looks, true, shares, np.zeros(len(LOOKS)), LOOSELY, standing))


def _often(known: Sequence[Known]) -> NDArray[np.float64]:
    """How much less each place counts for lying about less often than it was shown."""
    rare = [one.true == NONE and one.maker not in WITHOUT_DICE for one in known]
    return np.where(rare, SELDOM, 1.0)


def fit(known: Sequence[Known], seed: int) -> dict[str, Any]:
    """The document of ``die-chances.json``: the weights, and what they were fitted on."""
    found = calibrated(known, list(evenings(known, np.random.default_rng(seed))))
    named = zip((*NAMES, *LOOKS), (*found.weights, *found.looks), strict=True)
    return {"weights": {name: round(float(weight), 4) for name, weight in named}, "places": _counted(known)}


def _counted(known: Sequence[Known]) -> dict[str, dict[str, int]]:
    counts: dict[str, dict[str, int]] = {}
    for one in known:
        own = counts.setdefault(one.maker, {"d6": 0, "d10": 0, "none": 0})
        own[sort_of(one.true)] += 1
    return counts


def strangers(known: Sequence[Known], seed: int) -> dict[str, Any]:
    """What the chances are worth for each maker, weighed by the others alone, and again once some of the maker's dice
    were named: by sort, the answers that are right, and how many reach each limit and are wrong."""
    named = list(evenings(known, np.random.default_rng(seed)))
    document: dict[str, Any] = {}
    for maker in sorted({one.maker for one in known}):
        by_others = calibrated(*([one for one in places if one.maker != maker] for places in (known, named)))
        told = {"strange": known, "named": named}
        document[maker] = {how: _worth_to(maker, places, by_others) for how, places in told.items()}
    return document


def _worth_to(maker: str, known: Sequence[Known], calibration: Calibration) -> dict[str, Any]:
    own = [one for one in known if one.maker == maker]
    if not own:
        return {}
    chances = np.stack([calibration.chances(one.evidence) for one in own])
    return _worth_of(chances, np.array([one.true for one in own]))


def _worth_of(chances: NDArray[np.float64], true: NDArray[np.int64]) -> dict[str, Any]:
    document: dict[str, Any] = {}
    for sort in ("d6", "d10", "none"):
        own = np.array([sort_of(int(one)) == sort for one in true])
        if own.any():
            best = chances[own, :NONE].argmax(axis=1)
            told = chances[own, NONE] < 0.5
            document[sort] = {
                "places": int(own.sum()),
                "told": int(told.sum()),
                "right": int((told & (best == true[own])).sum()),
                "sure, wrong": {str(limit): told_at(chances[own], true[own], limit) for limit in LIMITS},
            }
    return document


def write(document: dict[str, Any], path: Path) -> None:
    """Writes the weights beside the networks."""
    path.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
