"""The probability that a card lies where it was detected: which one it is, times that it is one at all.

Which card it is follows from index and face, two networks that see different parts of it. That it is a card, and not
a letter on a page or a piece of another, is a logistic model of all that is known of the place. The weights are fitted
by ``python -m models.training.cards.probability``.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from companion.vision.cards.card_plane import CardPlane
from companion.vision.cards.detection import Detection
from companion.vision.cards.face_reader import NO_CARD

WEIGHTS = {
    "any": 1.972,
    "without index": -3.509,
    "carries none": 1.284,
    "index": 0.498,
    "face": 0.752,
    "face without index": 0.746,
    "other face": 1.366,
    "size": -0.34,
    "size unknown": -4.791,
    "no card": 0.191,
    "score": 1.046,
    "visible": 1.601,
}
"""Weights of the features, in nats."""
_WEIGHTS = np.array(list(WEIGHTS.values()))
CERTAIN = 0.95
"""Probability from which a card is certain, as for dice."""
CONSIDERED, REPORTED = 0.03, 0.3
"""Probability from which a place may become a card once others are certain, and from which a card is asked about."""

INDEX_FLOOR, FACE_FLOOR = 1e-4, 2e-3
"""Least probabilities by an index and by a face: neither network is surer than that."""
MAX_SIZE_MISFIT = 12.0
"""Standard deviations of a size that count at most."""
FULLY_VISIBLE = 0.6
"""Visible share of which more says nothing."""

Chances = NDArray[np.float64]


def card_features(
    place: Detection, index: Chances, face: Chances, own: int, plane: CardPlane | None, carries_index: bool = True
) -> Chances:
    """Return the features of a place, in the order of :data:`WEIGHTS`.

    Args:
        place: The detection.
        index: Probabilities of the cards of ``DECK`` by the indices (45).
        face: The same by the face, in the table's design.
        own: The number in ``DECK`` of the card that it may be.
        plane: The plane on which cards have their size; None if nothing determines it.
        carries_index: Whether this card has an index; the published Excuse has none.
    """
    own_face = math.log(face[own] + FACE_FLOOR)
    other_face = float(np.delete(face, own).max())
    misfit = 0.0 if plane is None else min(MAX_SIZE_MISFIT, place.size_misfit(plane))
    visible = min(1.0, place.visible / FULLY_VISIBLE)
    return np.array(
        [
            1.0,
            place.indices == 0,
            place.indices == 0 and not carries_index,
            _logit(float(index[own])) if place.indices else 0.0,
            own_face if place.indices else 0.0,
            0.0 if place.indices else own_face,
            math.log(1 - other_face + FACE_FLOOR) * visible,
            misfit**2 / 4,
            plane is None,
            math.log(1 - float(place.face[NO_CARD]) + FACE_FLOOR),
            _logit(min(0.99, max(0.01, place.score))),
            visible,
        ]
    )


def is_card_probability(features: Chances) -> float:
    """Return the probability that a card lies at a place with these features, given that the identity is right."""
    logit = float(features @ _WEIGHTS)
    return 1 / (1 + math.exp(-min(40.0, max(-40.0, logit))))


def _logit(chance: float) -> float:
    return math.log((chance + INDEX_FLOOR) / (1 - chance + INDEX_FLOOR))
