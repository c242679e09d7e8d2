"""Calibration of the die reader's predictions: the probability of every reading of a die.

A multinomial logistic model of named features. ``die-calibration.json`` has its weights, fitted on pictures by makers
that the reader did not learn from.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from companion.pictures.arrays import Floats, Matrix
from companion.vision.dice.die_reading import D6_ROWS, D10_ROWS, NONE
from companion.vision.dice.prediction import Prediction
from companion.vision.networks import trained_file

FAINT = 1e-4
"""Least probability that a logarithm is taken of."""
SMALL, STEEP = 40.0, 0.44
"""Diameter in pixels below which a die counts as small; tilt in radians beyond which it counts as steep."""
NAMES = (
    *(f"{kind} {what}" for kind in ("d6", "d10") for what in ("bias", "kind", "value", "other values")),
    *("none kind", "none leaning", "none nothing", "none score", "none small", "none steep", "none unknown tilt"),
    *(f"{what} if {how}" for how in ("small", "steep", "unknown tilt") for what in ("kind", "value")),
)
"""The features, in the order of the weights."""
FACES = ("known reader", "known bias", "known likeness", "strange bias", "strange likeness")
"""The features of a face that was compared with confirmed ones: of kinds that the reader knows, and of others."""
ALIKE = 0.98
"""Cosine that counts as the same face."""
HALF = 0.5
"""Highest probability of a die that the picture's edge may cut: a piece of a card with spots looks like a die."""


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """All that a reading is made of.

    The prediction, the diameter (pixels), the tilt (radians; None: unknown), the detector's score (0 to 1), how alike
    the face is to confirmed faces of each reading (16, NaN without one; None without any), and whether the picture's
    edge may cut the die.
    """

    prediction: Prediction
    across: float
    tilt: float | None
    score: float
    likeness: Floats | None = None
    cut: bool = False


def features(evidence: Evidence) -> Matrix:
    """Return the features of the 17 readings (17 × number of names)."""
    prediction = evidence.prediction
    small = max(0.0, math.log(SMALL / max(1.0, evidence.across)))
    steep = max(0.0, evidence.tilt - STEEP) if evidence.tilt is not None else 0.0
    unknown = float(evidence.tilt is None)
    table = {name: np.zeros(NONE + 1) for name in NAMES}
    for kind, rows, chance, values in (
        ("d6", D6_ROWS, prediction.d6, prediction.pips),
        ("d10", D10_ROWS, prediction.d10, prediction.digits),
    ):
        table[f"{kind} bias"][rows] = 1
        table[f"{kind} kind"][rows] = _log(chance)
        table[f"{kind} value"][rows] = _logs(values)
        table[f"{kind} other values"][rows] = _without(values)
        for how, much in (("small", small), ("steep", steep), ("unknown tilt", unknown)):
            table[f"kind if {how}"][rows] = much * _log(chance)
            table[f"value if {how}"][rows] = much * _logs(values)
    own = {
        "kind": _log(prediction.leaning + prediction.other + prediction.nothing),
        "leaning": _log(prediction.leaning),
        "nothing": _log(prediction.nothing),
        "score": math.log(max(evidence.score, 1e-3) / max(1 - evidence.score, 1e-3)),
        "small": small,
        "steep": steep,
        "unknown tilt": unknown,
    }
    for name, value in own.items():
        table[f"none {name}"][NONE] = value
    return np.stack([table[name] for name in NAMES], axis=1)


@dataclass(frozen=True, slots=True, eq=False)
class Calibration:
    """The weights of the features, in the order of :data:`NAMES`, and of :data:`FACES`."""

    weights: Matrix
    faces: Matrix

    @classmethod
    def read(cls, path: Path) -> Calibration:
        """Read ``{"weights": {name: weight}}``; raise :class:`KeyError` if a name is missing."""
        document = json.loads(path.read_text(encoding="utf-8"))["weights"]
        return cls(*(np.array([float(document[name]) for name in names]) for names in (NAMES, FACES)))

    def probabilities(self, evidence: Evidence) -> Matrix:
        """Return the probabilities of the 16 readings, of a flat die of an unknown kind, and of no such die; sum 1."""
        logits = features(evidence) @ self.weights
        shares = np.exp(logits - logits.max())
        shares /= shares.sum()
        flat = 1 - float(shares[NONE])
        if evidence.cut and flat > HALF:
            shares = np.append(shares[:NONE] * (HALF / flat), 1 - HALF)
        strange = float(shares[NONE]) * evidence.prediction.strange
        known = np.concatenate([shares[:NONE], [strange, shares[NONE] - strange]])
        return known if evidence.likeness is None else with_faces(known, evidence.likeness, self.faces)


def with_faces(shares: Matrix, likeness: Floats, weights: Matrix) -> Matrix:
    """Return probabilities after a die was compared with confirmed faces.

    Among the values of a kind, faces and the reader's own probabilities decide together. A flat die of an unknown kind
    may be one that players have named.

    Args:
        shares: The 18 probabilities before.
        likeness: How alike it is to the faces of each reading (16), NaN without one.
        weights: In the order of :data:`FACES`.

    Returns:
        The 18 probabilities.
    """
    reader, bias, slope, strange_bias, strange_slope = weights
    compared = ~np.isnan(likeness)
    # Of two embeddings that differ by noise alone the logarithm of the probability goes with that of 1 - cosine².
    alike = -np.log(1 - np.clip(np.where(compared, likeness, 0.0), 0, ALIKE) ** 2)
    readings = np.array(shares[:NONE])
    for rows in (D6_ROWS, D10_ROWS):
        if compared[rows].any():
            own = np.maximum(readings[rows], FAINT**2)
            values = (own / own.sum()) ** reader * np.where(compared[rows], np.exp(bias + slope * alike[rows]), 1.0)
            readings[rows] = values * (readings[rows].sum() / values.sum())
    named = shares[NONE] * np.where(compared, np.exp(strange_bias + strange_slope * alike), 0.0)
    left = shares[NONE] / (shares[NONE] + named.sum()) if shares[NONE] else 1.0
    return np.concatenate([readings + named * left, [shares[NONE] * left, shares[NONE + 1]]])


def _without(values: Floats) -> Matrix:
    """Return how improbable it is that every value but one is a mistake: half turned, a 6 weakly resembles a 9."""
    mistaken = np.log(np.clip(1 - np.asarray(values, np.float64), 1e-3, 1))
    return np.asarray(mistaken.min() - mistaken)


def _log(chance: float) -> float:
    return math.log(max(chance, FAINT))


def _logs(chances: Floats) -> Matrix:
    return np.log(np.maximum(np.asarray(chances, np.float64), FAINT))


@cache
def installed_calibration() -> Calibration:
    """Return the calibration of this install."""
    return Calibration.read(trained_file("die-calibration.json"))
