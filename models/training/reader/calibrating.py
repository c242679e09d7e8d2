"""Fitting the calibration on what was gathered, and what its probabilities are worth to makers left out of the fit."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.vision.arrays import Matrix
from companion.vision.dice.calibration import NAMES, TEMPLATES, Calibration, Evidence, features
from companion.vision.dice.prediction import pooled
from companion.vision.dice.readings import NONE
from models.training.reader.fitting import all_chances, certain_at, fitted, sort_of, worth
from models.training.reader.gathering import Gathered
from models.training.reader.truth import WITHOUT_DICE

EXPECTED = {"kind": 1.0, "value": 1.0, "other values": 0.3}
"""What a feature is expected to weigh; all others nothing."""
HELD = 3.0
OF_TEMPLATES = (0.1042, 1.1239, 0.3586, 0.0443, 1.6076, 1.1967)
"""Weights of templates, fitted once on photographs of 1,264 dice; they compare pictures and know no network."""
SELDOM = 0.2
"""Weight of what is no readable die where dice were laid down to learn from: more of it lies there than on a table."""
LIMITS = (0.9, 0.95, 0.97, 0.98, 0.99, 0.995)


def expected() -> Matrix:
    """The weights before anything was seen."""
    return np.array([EXPECTED.get(name.split(" ", 1)[1], 0.0) if " if " not in name else 0.0 for name in NAMES])


def rows(known: Gathered) -> Matrix:
    """The features of every place (N × 17 × names)."""
    return np.stack([features(evidence_of(known, number)) for number in range(len(known))])


def evidence_of(known: Gathered, number: int) -> Evidence:
    """The evidence about one place."""
    tilt = float(known.tilt[number])
    where = float(known.across[number]), None if np.isnan(tilt) else tilt, float(known.score[number])
    return Evidence(pooled(known.turns[number]), *where)


def calibrated(known: Gathered, table: Matrix) -> Calibration:
    """The calibration under which what was true was likeliest, no maker counting for all."""
    makers = [str(maker) for maker in known.maker]
    rare = (known.true == NONE) & ~np.isin(known.maker, WITHOUT_DICE)
    often = np.where(rare, SELDOM, 1.0)
    shares = worth(makers, known.true) * often
    return Calibration(fitted(table, known.true, shares, expected(), HELD), np.array(OF_TEMPLATES))


def by_maker(known: Gathered, table: Matrix, makers: Sequence[str] | None = None) -> dict[str, Any]:
    """For every maker, calibrated on the others alone: dice and places, right ones, and certain and wrong by limit."""
    document = {}
    for maker in makers or sorted(set(map(str, known.maker))):
        own = known.maker == maker
        chances = all_chances(table[own], calibrated(known.only(~own), table[~own]).weights)
        document[maker] = figures(chances, known.true[own])
    return document


def figures(chances: Matrix, true: NDArray[np.int64]) -> dict[str, Any]:
    """By sort of place: how many, told of (none less likely than not), right; certain and wrong by limit."""
    document: dict[str, Any] = {}
    for sort in ("d6", "d10", "none"):
        own = np.array([sort_of(int(one)) == sort for one in true])
        if not own.any():
            continue
        right = chances[own, :NONE].argmax(axis=1) == true[own]
        document[sort] = {
            "places": int(own.sum()),
            "told": int((chances[own, NONE] < 0.75).sum()),
            "right": int(((chances[own, NONE] < 0.75) & right).sum()),
            "certain, wrong": {str(limit): certain_at(chances[own], true[own], limit) for limit in LIMITS},
            "log": round(float(np.log(np.maximum(chances[own, true[own]], 1e-6)).mean()), 3),
        }
    return document


def write(calibration: Calibration, known: Gathered, path: Path) -> None:
    """Writes the weights, and of how many places of which maker they were made."""
    counts = Counter((str(maker), sort_of(int(true))) for maker, true in zip(known.maker, known.true, strict=True))
    places: dict[str, dict[str, int]] = {}
    for (maker, sort), count in sorted(counts.items()):
        places.setdefault(maker, {})[sort] = count
    found = zip((*NAMES, *TEMPLATES), (*calibration.weights, *calibration.templates), strict=True)
    weights = {name: round(float(weight), 4) for name, weight in found}
    path.write_text(json.dumps({"weights": weights, "places": places}, indent=1) + "\n", encoding="utf-8")
