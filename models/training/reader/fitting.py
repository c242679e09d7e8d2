"""How much each opinion weighs: the weights under which what was true was likeliest, no maker counting for all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from companion.vision.dice.readings import NONE

Array = NDArray[np.float64]
Whole = NDArray[np.int64]

HELD = 6.0
"""How strongly what an opinion weighs is held to what is expected, so that what two agree on is not left to one of them
alone."""
ROUNDS = 60
ENOUGH = 120.0
"""So many places of one maker and sort count in full; more count less each."""


def sort_of(true: int) -> str:
    """Whether a d6, a d10 or none to be read."""
    return "none" if true == NONE else "d6" if true < 6 else "d10"


def worth(makers: Sequence[str], true: Whole) -> Array:
    """How much each place counts: beyond :data:`ENOUGH` those of one maker and sort share it, as the square root."""
    groups = [(maker, sort_of(int(one))) for maker, one in zip(makers, true, strict=True)]
    counts = Counter(groups)
    return np.array([min(1.0, (ENOUGH / counts[group]) ** 0.5) for group in groups])


def fitted(
    rows: Array, true: Whole, worth: Array, expected: Array, held: float = HELD, standing: Array | float = 0.0
) -> Array:
    """The weights: ``rows`` is places × readings × weights, ``true`` each place's reading; ``standing`` (places ×
    readings) is what speaks for them already.

    What is expected to speak for something never speaks against it, nor the other way round: it is left out instead.
    """
    kept = np.ones(len(expected), np.bool_)
    while True:
        weights = np.zeros(len(expected))
        weights[kept] = _best(rows[:, :, kept], true, worth, expected[kept], held, standing)
        against = weights * expected < 0
        if not against.any():
            return weights
        kept &= ~against


def _best(rows: Array, true: Whole, worth: Array, expected: Array, held: float, standing: Array | float) -> Array:
    """The likeliest weights, by Newton's steps."""
    weights = expected.copy()
    places = np.arange(len(true))
    loss = _loss(rows, true, worth, weights, expected, held, standing)
    for _ in range(ROUNDS):
        chances = all_chances(rows, weights, standing)
        mean = np.einsum("nr,nrw->nw", chances, rows)
        slope = ((mean - rows[places, true]) * worth[:, None]).sum(axis=0) + held * (weights - expected)
        spread = np.einsum("n,nr,nrw,nrv->wv", worth, chances, rows, rows, optimize=True)
        bend = spread - (mean * worth[:, None]).T @ mean + held * np.eye(len(weights))
        step, part = np.linalg.solve(bend, slope), 1.0
        while part > 1e-4 and _loss(rows, true, worth, weights - part * step, expected, held, standing) > loss:
            part /= 2
        weights = weights - part * step
        before, loss = loss, _loss(rows, true, worth, weights, expected, held, standing)
        if before - loss < 1e-6 * max(1.0, loss):
            break
    return weights


def all_chances(rows: Array, weights: Array, standing: Array | float = 0.0) -> Array:
    """Chances of every reading at every place."""
    logits = rows @ weights + standing
    shifted = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(shifted / shifted.sum(axis=1, keepdims=True))


def _loss(
    rows: Array, true: Whole, worth: Array, weights: Array, expected: Array, held: float, standing: Array | float
) -> float:
    right = all_chances(rows, weights, standing)[np.arange(len(true)), true]
    return float(-(worth * np.log(np.maximum(right, 1e-12))).sum() + held / 2 * ((weights - expected) ** 2).sum())


def certain_at(chances: Array, true: Whole, limit: float) -> tuple[int, int]:
    """How many answers reach a limit, and how many of these are wrong."""
    best = chances[:, :NONE].argmax(axis=1)
    sure = chances[np.arange(len(true)), best] >= limit
    return int(sure.sum()), int((sure & (best != true)).sum())
