"""How much faces count: weights under which the values of compared dice are likeliest."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from companion.pictures.arrays import Floats, Matrix
from companion.vision.dice.calibration import FACES, Calibration, with_faces
from companion.vision.dice.die_reading import NONE
from companion.vision.dice.known_faces import highest_likeness
from models.training.reader.calibrating import evidence_of
from models.training.reader.faces import SCORE, Make

START = (0.6, -1.0, 1.5, -4.0, 4.0)
"""Weights from which the search begins, in the order of the features."""
STRANGERS = 0.2
"""Share of dice that are compared with the faces of another make: players then have other dice in use."""
LEAST = 1e-4
"""Least probability that a logarithm is taken of."""

Case = tuple[Matrix, Floats, int]
"""The 18 probabilities before, how alike the die is to known faces (16), and which of the 18 is true."""


def cases(makes: Sequence[Make], faces: Sequence[Floats], before: Calibration, seed: int) -> Iterator[Case]:
    """Yield every die, compared with all others on one of the two tables, of its own make or of another.

    Args:
        makes: the dice.
        faces: their embeddings, of length 1 (n × 64).
        before: the calibration without faces.
        seed: of the random choice of table and make.
    """
    rng = np.random.default_rng(seed)
    for number, make in enumerate(makes):
        for die in range(len(make["true"])):
            other = rng.random() < STRANGERS and len(makes) > 1
            known = int(rng.choice([one for one in range(len(makes)) if one != number])) if other else number
            compared = makes[known]["table"] == rng.integers(2)
            if not other:
                compared[die] = False
            alike = highest_likeness(makes[known]["true"][compared], faces[known][compared] @ faces[number][die])
            true = int(make["true"][die])
            # A die of an unknown kind stays one unless its own make has named its value.
            unnamed = make["strange"][die] and (other or np.isnan(alike[true]))
            evidence = evidence_of({name: make[name][die] for name in ("turns", "across", "tilt")}, SCORE)
            yield before.probabilities(evidence), alike, NONE if unnamed else true


def fit_faces(known: Sequence[Case]) -> Matrix:
    """Return the weights of faces under which the true readings are likeliest, in the order of the features."""
    from scipy.optimize import minimize

    def loss(weights: Any) -> float:
        chances = [with_faces(shares, alike, weights)[true] for shares, alike, true in known]
        return -float(np.log(np.maximum(chances, LEAST)).mean())

    found = minimize(loss, START, method="Nelder-Mead", options={"maxfev": 600})
    assert len(found.x) == len(FACES)
    return np.asarray(found.x)
