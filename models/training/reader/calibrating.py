"""Fitting the calibration on what was gathered."""

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from companion.pictures.arrays import Ints, Matrix
from companion.vision.dice.calibration import FACES, NAMES, Calibration, Evidence, features
from companion.vision.dice.die_reading import NONE
from companion.vision.dice.prediction import pooled
from models.training.common.logistic import fit_weights
from models.training.reader.gathering import Gathered
from models.training.reader.truth import WITHOUT_DICE

EXPECTED = {"kind": 1.0, "value": 1.0, "other values": 0.3}
"""What a feature is expected to weigh; all others nothing."""
HELD = 3.0
"""How strongly the weights are held to what is expected."""
ENOUGH = 120.0
"""So many places of one maker and sort count in full; more count less each."""
SELDOM = 0.2
"""Weight of what is no readable die where dice were laid down to learn from: more of it lies there than on a table."""


def expected() -> Matrix:
    """Return the weights before anything was read."""
    return np.array([EXPECTED.get(name.split(" ", 1)[1], 0.0) if " if " not in name else 0.0 for name in NAMES])


def rows(known: Gathered) -> Matrix:
    """Return the features of every place (N × 17 × names)."""
    return np.stack([features(evidence_of(place, float(place["score"]))) for place in known])


def evidence_of(place: Any, score: float) -> Evidence:
    """Return what is known of a place with ``turns``, ``across`` and ``tilt``, which a detector gave this score."""
    tilt = None if np.isnan(place["tilt"]) else float(place["tilt"])
    return Evidence(pooled(place["turns"]), float(place["across"]), tilt, score)


def sort_of(true: int) -> str:
    """Return whether a reading is a d6, a d10 or none."""
    return "none" if true == NONE else "d6" if true < 6 else "d10"


def worth(makers: Sequence[str], true: Ints) -> Matrix:
    """Return how much each place counts: beyond :data:`ENOUGH` those of one maker and sort share it, as the root."""
    groups = [(maker, sort_of(int(one))) for maker, one in zip(makers, true, strict=True)]
    counts = Counter(groups)
    return np.array([min(1.0, (ENOUGH / counts[group]) ** 0.5) for group in groups])


def calibrated(known: Gathered) -> Calibration:
    """Return the calibration under which what was true was likeliest, no maker counting for all.

    What is expected to speak for something never speaks against it.
    """
    rare = (known["true"] == NONE) & ~np.isin(known["maker"], WITHOUT_DICE)
    shares = worth(known["maker"].tolist(), known["true"]) * np.where(rare, SELDOM, 1.0)
    bounds = np.where(expected() > 0, 0.0, -np.inf), np.inf
    weights = fit_weights(rows(known), known["true"], shares, expected(), HELD, bounds)
    return Calibration(weights, np.zeros(len(FACES)))


def write(calibration: Calibration, known: Gathered, path: Path) -> None:
    """Write the weights, and of how many places of which maker they were made; those of faces follow."""
    counts = Counter((str(place["maker"]), sort_of(int(place["true"]))) for place in known)
    places: dict[str, dict[str, int]] = {}
    for (maker, sort), count in sorted(counts.items()):
        places.setdefault(maker, {})[sort] = count
    found = zip((*NAMES, *FACES), (*calibration.weights, *calibration.faces), strict=True)
    write_json(path, {"weights": {name: round(float(weight), 4) for name, weight in found}, "places": places})


def without_faces(path: Path) -> Calibration:
    """Return a calibration by which known faces count nothing."""
    weights = json.loads(path.read_text(encoding="utf-8"))["weights"]
    return Calibration(np.array([float(weights[name]) for name in NAMES]), np.zeros(len(FACES)))


def write_faces(weights: Matrix, makes: int, path: Path, before: Path) -> None:
    """Write a calibration with these weights of faces, fitted on so many makes, and all else as in ``before``."""
    document = json.loads(before.read_text(encoding="utf-8"))
    kept = {name: weight for name, weight in document["weights"].items() if name in NAMES}
    found = {name: round(float(weight), 4) for name, weight in zip(FACES, weights, strict=True)}
    write_json(path, {**document, "weights": {**kept, **found}, "makes": makes})


def write_json(path: Path, document: dict[str, Any]) -> None:
    """Write a document."""
    path.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
