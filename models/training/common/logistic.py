"""Multinomial logistic regression whose weights have known signs."""

import numpy as np

from companion.pictures.arrays import Ints, Matrix

STEPS = 60
"""Largest number of Newton's steps."""


def fit_weights(
    rows: Matrix,
    true: Ints,
    shares: Matrix,
    expected: Matrix,
    penalty: Matrix | float,
    bounds: tuple[Matrix | float, Matrix | float] = (-np.inf, np.inf),
) -> Matrix:
    """Return the weights within bounds under which the true choices are likeliest, by projected Newton's steps.

    Args:
        rows: features of every choice in every trial, trials × choices × features.
        true: number of the right choice of each trial.
        shares: how much each trial counts.
        expected: weights that are expected without any trial.
        penalty: half of it times the square of the difference from those is added to the loss, by feature.
        bounds: smallest and largest weights.

    Returns:
        The weights.
    """
    low, high = (np.broadcast_to(bound, expected.shape) for bound in bounds)
    picked = np.arange(len(true)), true

    def loss(tried: Matrix) -> float:
        right = np.maximum(probabilities(rows, tried)[picked], 1e-12)
        return float((penalty * (tried - expected) ** 2).sum() / 2 - shares @ np.log(right))

    weights = np.clip(expected, low, high)
    value = loss(weights)
    for _ in range(STEPS):
        chances = probabilities(rows, weights)
        mean = np.einsum("nr,nrw->nw", chances, rows)
        slope = shares @ (mean - rows[picked]) + penalty * (weights - expected)
        free = ~((weights <= low) & (slope > 0) | (weights >= high) & (slope < 0))
        spread = np.einsum("n,nr,nrw,nrv->wv", shares, chances, rows, rows, optimize=True)
        bend = spread - (mean * shares[:, None]).T @ mean + np.diag(penalty + np.full(len(weights), 1e-9))
        step = np.zeros(len(weights))
        step[free] = np.linalg.solve(bend[np.ix_(free, free)], slope[free])
        part = 1.0
        while loss(after := np.clip(weights - part * step, low, high)) > value and part > 1e-6:
            part /= 2
        before, value, weights = value, loss(after), after
        if before - value < 1e-9 * max(1.0, abs(value)):
            break
    return weights


def probabilities(rows: Matrix, weights: Matrix) -> Matrix:
    """Return the probabilities of the choices (trials × choices) under these weights."""
    logits = rows @ weights
    shifted = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(shifted / shifted.sum(axis=1, keepdims=True))
