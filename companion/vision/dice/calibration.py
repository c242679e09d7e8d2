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

from companion.vision.arrays import Floats, Matrix
from companion.vision.dice.prediction import Prediction
from companion.vision.dice.readings import D6_ROWS, D10_ROWS, NONE
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
TEMPLATES = tuple(f"{kind} template {what}" for kind in ("d6", "d10") for what in ("bias", "mark", "face"))
"""The features of templates: dice whose values players have confirmed."""
LIKELY = 0.35
"""Least probability of a reading that templates may change."""
ALIKE = 0.98
"""Correlation with a template that counts as the same picture."""
HALF = 0.5
"""Highest probability of a die that the picture's edge may cut: a piece of a card with spots looks like a die."""


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """All that a reading is made of.

    The prediction, the diameter (pixels), the tilt (radians; None: unknown), the detector's score (0 to 1), the
    correlation with the templates of each reading in each view (16 × 2, NaN without one; None without any), and
    whether the picture's edge may cut the die.
    """

    prediction: Prediction
    across: float
    tilt: float | None
    score: float
    templates: Floats | None = None
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
    """The weights of the features, in the order of :data:`NAMES`, and of :data:`TEMPLATES`."""

    weights: Matrix
    templates: Matrix

    @classmethod
    def read(cls, path: Path) -> Calibration:
        """Read ``{"weights": {name: weight}}``; raise :class:`KeyError` if a name is missing."""
        document = json.loads(path.read_text(encoding="utf-8"))["weights"]
        return cls(*(np.array([float(document[name]) for name in names]) for names in (NAMES, TEMPLATES)))

    def probabilities(self, evidence: Evidence) -> Matrix:
        """Return the probabilities of the 17 readings, sum 1."""
        logits = features(evidence) @ self.weights
        shares = np.exp(logits - logits.max())
        shares /= shares.sum()
        flat = 1 - float(shares[NONE])
        if evidence.cut and flat > HALF:
            shares = np.append(shares[:NONE] * (HALF / flat), 1 - HALF)
        return shares if evidence.templates is None else self._matched(shares, evidence.templates)

    def _matched(self, shares: Matrix, likeness: Floats) -> Matrix:
        """Return the same where templates are known: they tell values apart, never whether a die lies flat."""
        matched = shares[:NONE] * np.exp(template_features(likeness) @ self.templates)
        matched *= (1 - shares[NONE]) / matched.sum()
        return np.append(matched, shares[NONE]) if shares[matched.argmax()] >= LIKELY else shares


def template_features(likeness: Floats) -> Matrix:
    """Return what correlation with templates adds to the 16 readings (16 × 6).

    Of two pictures that differ by noise alone the logarithm of the probability goes with that of 1 - likeness².
    """
    evidence = np.concatenate([np.ones((NONE, 1)), -np.log(1 - np.clip(likeness, 0, ALIKE) ** 2)], axis=1)
    evidence[np.isnan(likeness[:, 0])] = 0
    table = np.zeros((NONE, len(TEMPLATES)))
    table[D6_ROWS, :3], table[D10_ROWS, 3:] = evidence[D6_ROWS], evidence[D10_ROWS]
    return table


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
