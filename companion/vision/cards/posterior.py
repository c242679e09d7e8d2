"""The posterior of one place: which card lies there, by index and face, and whether one does at all.

Which card it is follows from index and face, two networks that see different parts of it. That it is a card, and not
a letter on a page or a piece of another, is a logistic model of all that is known of the place. The weights are fitted
by ``python -m models.training.cards.probability``.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from companion.pieces import DECK, Card
from companion.table.sightings import CardSighting, Face, Point
from companion.vision.cards.card_plane import CardPlane
from companion.vision.cards.detection import Detection
from companion.vision.cards.face_reader import NO_CARD, UNKNOWN_DESIGN

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


CARDS = len(DECK)
EXCUSE = DECK.index(Card.parse("X"))
ALTERNATIVES = 5
DOUBT = {"index": 3e-4, "face": 2e-3}
"""Probability that each network leaves to every other card, so that it can be outvoted."""
SECOND_COPY = 6.0
"""Nats against a second copy of a card: two decks are rarer than a misreading."""
CLEARLY_FOUND = 0.5
"""Detector score from which an index of a card that lies elsewhere is a second copy, and no spot."""
HALF = 0.45
"""Visible share below which a face without an index is only a piece of a card, or of anything."""


class Design(Enum):
    """The design of a table's cards."""

    OWN = 0
    PUBLISHED = 1
    STRANGE = 2


@dataclass(frozen=True, slots=True)
class Posterior:
    """The posterior of one place: probabilities of the cards of ``DECK`` by index, by face and by both, (45,) each."""

    place: Detection
    design: Design
    index: NDArray[np.float64]
    face: NDArray[np.float64]
    both: NDArray[np.float64]

    @classmethod
    def of(cls, place: Detection, design: Design) -> Posterior:
        """Return the posterior of a detection for a design."""
        known = design is not Design.STRANGE
        face = place.face[design.value * CARDS : (design.value + 1) * CARDS] if known else np.zeros(CARDS)
        return cls.fused(place, design, place.index if place.indices else np.zeros(CARDS), face)

    @classmethod
    def fused(
        cls, place: Detection, design: Design, index: NDArray[np.float64], face: NDArray[np.float64]
    ) -> Posterior:
        """Return the posterior of two independent predictions."""
        both = np.log(face + DOUBT["face"]) + (np.log(index + DOUBT["index"]) if place.indices else 0.0)
        chances = np.exp(both - both.max())
        # Without an index, the face's probability of no card of this design counts against all of them.
        rest = 0.0 if place.indices else (1 - face.sum()) / max(float(face.max()), 1e-6)
        return cls(place, design, index, face, np.asarray(chances / (chances.sum() + rest)))

    @property
    def strong(self) -> bool:
        """Whether index and face each name one card so clearly that a second copy of it is plausible."""
        same = int(self.index.argmax()) == int(self.face.argmax())
        return same and min(float(self.index.max()), float(self.face.max())) >= CERTAIN

    def sighting(self, own: int, sure: bool) -> CardSighting:
        """Return a sighting of the card ``own``, its number in ``DECK``."""
        order = [own, *(int(i) for i in np.argsort(-self.both) if i != own)]
        listed = [(DECK[i], float(self.both[i])) for i in order[:ALTERNATIVES] if self.both[i] > 1e-4]
        if not self.place.indices and self.both[own] < 0.3:
            listed = []
        return CardSighting(
            points(self.place.corners),
            Face.UP,
            tuple(listed),
            sure,
            round(self.place.visible, 3),
        )

    @property
    def known(self) -> bool:
        """Whether an index or a face of a known design speaks for a card."""
        return bool(self.place.indices or self.place.face[UNKNOWN_DESIGN] < 0.5)

    def probability(self, own: int, plane: CardPlane | None, elsewhere: Collection[int] = ()) -> float:
        """Return the probability that the card ``own`` lies here, if others certainly lie ``elsewhere``.

        An index or a face that shows one of those shows a neighbour that lies on this card, or no card at all.
        """
        second_copy_factors = self.second_copy_factors(elsewhere)
        is_card = is_card_probability(self.features(own, plane, second_copy_factors))
        chances = second_copy_factors * (self.both if self.place.indices else self.face) + 1e-9
        here = is_card * chances / max(float(self.both.sum() if self.place.indices else self.face.sum()), 1e-6)
        return float(here[own] / (here.sum() + 1 - is_card))

    def is_reported(
        self, own: int, plane: CardPlane | None, elsewhere: Collection[int] = (), least: float = REPORTED
    ) -> bool:
        """Return whether the place is reported: what an index alone reads clearly is never left out.

        A faint index of a card that certainly lies ``elsewhere`` is a spot, a clear one a second copy.
        """
        if self.place.indices == 0 and self.place.visible < HALF:
            return False
        others = set(elsewhere) - (set() if self.place.score < CLEARLY_FOUND else {own})
        named = int(self.index.argmax())
        clear = self.index[named] >= CERTAIN and named not in others
        plane = plane or CardPlane.from_above([self.place.corners])
        return bool(self.place.indices == 2 or clear or self.probability(own, plane, others) >= least)

    def second_copy_factors(self, elsewhere: Collection[int]) -> NDArray[np.float64]:
        """Return a factor for each card (45): a second copy of these is improbable."""
        second_copy_factors = np.ones(CARDS)
        second_copy_factors[list(elsewhere)] = np.exp(-SECOND_COPY)
        return second_copy_factors

    def features(
        self, own: int, plane: CardPlane | None, second_copy_factors: NDArray[np.float64] | float = 1.0
    ) -> NDArray[np.float64]:
        """Return the features of the place for the card ``own``, see :func:`card_features`."""
        carries_index = own != EXCUSE or self.design is not Design.PUBLISHED
        return card_features(
            self.place, self.index * second_copy_factors, self.face * second_copy_factors, own, plane, carries_index
        )


def points(corners: NDArray[np.floating]) -> tuple[Point, Point, Point, Point]:
    """Return an outline (4 × 2) as a sighting's corners, to a tenth of a pixel."""
    a, b, c, d = ((round(float(x), 1), round(float(y), 1)) for x, y in corners)
    return a, b, c, d
