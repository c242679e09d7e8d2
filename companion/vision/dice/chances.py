"""One chance for every reading of a die: what four networks say of it, weighed together and calibrated.

The weights stand in ``die-chances.json`` beside the networks; ``models.training.chances`` fits them on pictures by
makers that none of the networks learnt from.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from companion.pieces import DieKind
from companion.vision.camera_pose.aspect import Lean
from companion.vision.dice.opinions import D6, D10, NOTHING, OTHER, Opinion
from companion.vision.dice.upright import Likeness
from companion.vision.networks import trained_file

Floats = NDArray[np.float32]
Array = NDArray[np.float64]

READINGS: tuple[tuple[DieKind, int], ...] = (
    *((DieKind.D6, value) for value in range(1, 7)),
    *((DieKind.D10, digit or 10) for digit in range(10)),
)
"""What a die may be and show; after them comes that none is to be read there."""
NONE = len(READINGS)

FAINT = 1e-3
"""The least that anything is taken to be seen with, and the least chance that what is seen is a mistake."""
ALIKE = 0.98
"""No face is taken to be more like another than so."""
SMALL, STEEP = 40.0, 0.44
"""Pixels across below which a die is small; radians beside straight above beyond which it is seen from far aside."""
NAMES = (
    *(f"{kind} {what}" for kind in ("d6", "d10") for what in ("by itself", "close", "wide", "lying", "like")),
    *(f"{kind} {what}" for kind in ("d6", "d10") for what in ("shown close", "shown wide", "shown alike")),
    *(f"none {what}" for what in ("close", "wide", "lying", "like", "found", "small", "steep", "unknown")),
    *(f"{what} where {how}" for how in ("small", "steep", "unknown") for what in ("kind", "shown")),
    *(f"d10 shown {what} aside" for what in ("close", "wide", "alike")),
    *(f"{what} lying where known" for what in ("d6", "d10", "none")),
    *(f"{what} like where unknown" for what in ("d6", "d10", "none")),
    *(f"none leaning {what}" for what in ("close", "lying", "like")),
    *(f"{kind} not another {what}" for kind in ("d6", "d10") for what in ("close", "wide", "alike")),
)
"""What is weighed, in the order of the coefficients."""
TORN, SEEN, LEADS = 2.0, 0.1, 0.52
"""A reader that sees another count of pips so strongly, and the likeliest not so many times as strongly, has counted
neither: pips look alike at every turn, and of 1,577 sure d6 on photographs three are so. What all say
together stays the first choice, by so much of what both have."""
KNOWS, EVEN = 4.0, 0.5
"""Where it is known how the camera stands, a die lies flat at most so many times as likely as the witness has it, who
knows that best, or as likely as not: of 969 places that it gives less than 0.2, six dice lay flat, and all six that
were sure leaned."""
LOOKS = tuple(f"{kind} familiar {what}" for kind in ("d6", "d10") for what in ("by itself", "mark", "face"))
"""What is weighed of the look of dice that players have named."""
LIKELY = 0.35
"""That look counts for a reading that without it has this chance: nothing is sure by it alone."""


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """All that is known of one place where a die may lie.

    Two readers' opinions, the kinds by the lean's witness, what the upright reader takes it for, the diameter in pixels
    of the picture, how what stands there leans where that is known, the finder's score, how like the faces that
    players have named it looks (16 × 2, NaN where none is known; None where none at all is), and whether the picture's
    edge may cut it.
    """

    close: Opinion
    wide: Opinion
    lying: Floats
    like: Likeness
    across: float
    lean: Lean | None
    score: float
    familiar: Floats | None = None
    cut: bool = False


def weighed(evidence: Evidence) -> Array:
    """What speaks for each of the 17 readings: 17 × the number of coefficients."""
    table = np.zeros((NONE + 1, len(NAMES)))
    small = max(0.0, math.log(SMALL / max(1.0, evidence.across)))
    steep = max(0.0, evidence.lean.tilt - STEEP) if evidence.lean is not None else 0.0
    unknown = float(evidence.lean is None)
    told = (evidence.close.kinds, evidence.wide.kinds, evidence.lying, evidence.like.kinds)
    digits = (evidence.close.ten, evidence.wide.ten, evidence.like.digits)
    pips = (evidence.close.six, evidence.wide.six, evidence.like.pips)
    column = 0
    for rows, own in ((slice(0, 6), D6), (slice(6, NONE), D10)):
        table[rows, column] = 1
        table[rows, column + 1 : column + 5] = [_log(float(kinds[own])) for kinds in told]
        column += 5
    for rows, shown in ((slice(0, 6), pips), (slice(6, NONE), digits)):
        table[rows, column : column + 3] = np.stack([_logs(one) for one in shown], axis=1)
        column += 3
    neither = [_log(float(kinds[OTHER] + kinds[NOTHING])) for kinds in told]
    found = math.log(max(evidence.score, FAINT) / max(1 - evidence.score, FAINT))
    table[NONE, column : column + 8] = [*neither, found, small, steep, unknown]
    column += 8
    kind, shown_together = table[:NONE, [1, 2, 3, 4, 6, 7, 8, 9]].sum(axis=1), table[:NONE, 10:16].sum(axis=1)
    for how in (small, steep, unknown):
        table[:NONE, column], table[:NONE, column + 1] = how * kind, how * shown_together
        column += 2
    # Of two faces of a d10 that look at the camera alike, only who knows how it stands tells which is on top.
    table[6:NONE, column : column + 3] = _aside(evidence.lean) * np.stack([_logs(one) for one in digits], axis=1)
    column += 3
    for how, kinds in ((1 - unknown, evidence.lying), (unknown, evidence.like.kinds)):
        table[:6, column], table[6:NONE, column + 1] = how * _log(float(kinds[D6])), how * _log(float(kinds[D10]))
        table[NONE, column + 2] = how * _log(float(kinds[OTHER] + kinds[NOTHING]))
        column += 3
    for kinds in (evidence.close.kinds, evidence.lying, evidence.like.kinds):
        table[NONE, column] = _log(float(kinds[OTHER]))
        column += 1
    for rows, shown in ((slice(0, 6), pips), (slice(6, NONE), digits)):
        table[rows, column : column + 3] = np.stack([_not_another(one) for one in shown], axis=1)
        column += 3
    return table


def _not_another(strengths: Floats) -> Array:
    """What every value's strength says against the others: were one of these right, it would be a mistake.

    A digit counts at the turns where it stands most upright, so that a 6 is seen there, and a 9 half as strongly where
    the die is turned round: only one of the two can be the top's, and hardly the 9.
    """
    mistaken = np.log(np.clip(1 - np.asarray(strengths, np.float64), FAINT, 1))
    return np.asarray(mistaken.min() - mistaken)


def told_by_look(likeness: Floats) -> Array:
    """What likeness to known faces says of the 16 readings (16 × 6): that one is known, and how alike the mark and the
    face are.

    Of two pictures that are the same but for noise the logarithm of the chance goes with that of 1 - likeness².
    """
    told = np.concatenate([np.ones((NONE, 1)), -np.log(1 - np.clip(likeness, 0, ALIKE) ** 2)], axis=1)
    told[np.isnan(likeness[:, 0])] = 0
    table = np.zeros((NONE, len(LOOKS)))
    table[:6, :3], table[6:, 3:] = told[:6], told[6:]
    return table


def _aside(lean: Lean | None) -> float:
    """How far from aside a place is seen, 1 at 30°; 0 where nobody knows."""
    return 2 * math.sin(lean.tilt) if lean is not None else 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Calibration:
    """How much each of :data:`NAMES` weighs, and each of :data:`LOOKS`."""

    weights: Array
    looks: Array

    @classmethod
    def of(cls, path: Path) -> Calibration:
        """As a JSON file says. Raises :class:`KeyError` where one is missing."""
        told = json.loads(path.read_text(encoding="utf-8"))["weights"]
        return cls(*(np.array([float(told[name]) for name in names]) for names in (NAMES, LOOKS)))

    def chances(self, evidence: Evidence) -> Array:
        """The chances of the 17 readings of :data:`READINGS` and, last, that none is right; together 1."""
        alone = _torn(_limited(shares(weighed(evidence) @ self.weights), evidence), evidence)
        return alone if evidence.familiar is None else self._known(alone, evidence.familiar)

    def _known(self, alone: Array, likeness: Floats) -> Array:
        """The chances where players have named such dice. That one can be read is no likelier for it: a die that leans
        shows the same faces."""
        told = alone[:NONE] * np.exp(told_by_look(likeness) @ self.looks)
        told *= (1 - alone[NONE]) / told.sum()
        return np.append(told, alone[NONE]) if alone[told.argmax()] >= LIKELY else alone


def _limited(chances: Array, evidence: Evidence) -> Array:
    """The chances; no likelier that a die can be read than the witness who knows how the camera stands lets it be, nor
    than not where the picture's edge may cut it: of a card of four spots it leaves what looks like a die."""
    flat = 1 - chances[NONE]
    most = EVEN if evidence.cut else 1.0
    if evidence.lean is not None:
        most = min(most, max(EVEN, KNOWS * float(evidence.lying[D6] + evidence.lying[D10])))
    return chances if flat <= most else np.append(chances[:NONE] * (most / flat), 1 - most)


def _torn(chances: Array, evidence: Evidence) -> Array:
    """The chances; where a reader is torn between the likeliest count of pips and another these share theirs as it
    sees them, however sure others are: of a clear die's pips below two readers may make one more on top."""
    best = int(chances[:NONE].argmax())
    if best >= 6:
        return chances
    told = chances
    for seen in (evidence.close.six, evidence.wide.six, evidence.like.pips):
        other = int(np.where(np.arange(6) == best, -1, seen).argmax())
        if seen[other] >= SEEN and seen[best] < TORN * seen[other]:
            both = chances[best] + chances[other]
            share = both * max(LEADS, float(seen[best] / (seen[best] + seen[other])))
            if share < told[best]:
                told = chances.copy()
                told[best], told[other] = share, both - share
    return told


@cache
def calibration() -> Calibration:
    """The weights that came with this install."""
    return Calibration.of(trained_file("die-chances.json"))


def shares(logits: Array) -> Array:
    """Chances of logits."""
    shifted = np.exp(logits - logits.max())
    return np.asarray(shifted / shifted.sum())


def _log(chance: float) -> float:
    return math.log(max(chance, FAINT))


def _logs(chances: Floats | Sequence[float]) -> Array:
    return np.log(np.maximum(np.asarray(chances, np.float64), FAINT))
