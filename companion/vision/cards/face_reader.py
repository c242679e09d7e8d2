"""Read a whole card's face with a small network that never sees the index.

The network sees a rectified card without its two index corners, so it is independent of the index reader. It knows the
pictures of the project's own deck and of the published Decktet, and tells a back and an unknown design from both. It
corrects the place of the card. Which end is up makes no difference.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from companion.pictures.arrays import Picture
from companion.pieces import DECK
from companion.vision.cards.index_strips import UNIT_SQUARE, apply_offsets, cut_quads
from companion.vision.networks import Network, load_network, loaded_once, map_in_threads

DESIGN_COUNT = 2
"""Known designs: our own deck's pictures come first, in :data:`DECK`'s order, then the published one's."""

BACK = DESIGN_COUNT * len(DECK)
UNKNOWN_DESIGN = BACK + 1
NO_CARD = BACK + 2
CLASS_COUNT = BACK + 3
"""Classes: every card of every design, any back, a face of unknown design, and no card in this place."""

CROP = (72, 100)
"""Width and height of a card as the network sees it, pixels, with a margin of 6 % around it."""

_MARGIN = 0.06
_WIDER = np.array(
    [[-_MARGIN, -_MARGIN], [1 + _MARGIN, -_MARGIN], [1 + _MARGIN, 1 + _MARGIN], [-_MARGIN, 1 + _MARGIN]], np.float32
)
_INDEX = (0.185, 0.46)
"""Shares of the card's width and height that are blanked in two corners, more than any known design's index."""

_BATCH = 16

SEARCH_TURNS, SEARCH_SCALES = (0, -14, -7, 7, 14), (1.0, 1.12)
"""Degrees and factors by which a detection without an index is turned and scaled to place it."""
SETTLED_PROBABILITY = 0.98
"""Probability of one class from which another pass is not worth its time."""
PLACED_PROBABILITY = 0.5
"""Probability of a known card or a back from which it is placed well."""
MAX_SEARCHED = 8
"""Detections in a picture that are searched this way, the most probable first: a patterned cloth has a hundred."""


def _shown() -> NDArray[np.float32]:
    """1 where the network may look, 0 over both indices."""
    wide, high = CROP
    u = (np.arange(wide) + 0.5) / wide * (1 + 2 * _MARGIN) - _MARGIN
    v = (np.arange(high) + 0.5) / high * (1 + 2 * _MARGIN) - _MARGIN
    index = (u[None] < _INDEX[0]) & (v[:, None] < _INDEX[1])
    return np.asarray(~(index | index[::-1, ::-1]), np.float32)


SHOWN = _shown()


def crop_faces(picture: Picture, quads: NDArray[np.float32]) -> NDArray[np.float32]:
    """Cards as the network wants them: N × 3 × 100 × 72, each at mean 0 and spread 1, indices blanked out.

    ``quads`` is N × 4 × 2, outlines in picture pixels.
    """
    crops = cut_quads(picture, quads, _WIDER, np.asarray(UNIT_SQUARE * CROP, np.float32) - np.float32(0.5))
    share = float(SHOWN.mean())
    crops -= (crops * SHOWN).mean(axis=(1, 2, 3), keepdims=True) / share
    crops *= SHOWN
    crops /= np.sqrt((crops**2).mean(axis=(1, 2, 3), keepdims=True) / share) + 8
    return crops


@dataclass(frozen=True, slots=True)
class FacePredictions:
    """Predictions at N places.

    Attributes:
        chances: Probabilities of each class (N × 93).
        corners: Where the cards really lie (N × 4 × 2 pixels).
        visible: The visible share of each (N).
    """

    chances: NDArray[np.float32]
    corners: NDArray[np.float32]
    visible: NDArray[np.float32]

    @classmethod
    def none(cls, quads: NDArray[np.float32]) -> FacePredictions:
        """Return predictions without any knowledge of these places."""
        return cls(np.zeros((len(quads), CLASS_COUNT), np.float32), quads, np.zeros(len(quads), np.float32))

    @property
    def known(self) -> NDArray[np.float32]:
        """Probability of each being a card of a known design, or face down (N)."""
        return np.asarray(self.chances[:, :UNKNOWN_DESIGN].sum(axis=1))

    def replaced(
        self, numbers: NDArray[np.int64], others: FacePredictions, which: NDArray[np.bool_]
    ) -> FacePredictions:
        """Return the predictions with some replaced.

        Args:
            numbers: The places of the other predictions.
            others: The other predictions.
            which: Which of them to take.
        """
        chances, corners, visible = self.chances.copy(), self.corners.copy(), self.visible.copy()
        changed = numbers[which]
        chances[changed], corners[changed] = others.chances[which], others.corners[which]
        visible[changed] = others.visible[which]
        return FacePredictions(chances, corners, visible)


class FaceReader:
    """Reads faces with a network, loaded at the first use.

    Args:
        reader: The network; without, that of this install.
    """

    def __init__(self, reader: Network | None = None) -> None:
        self._network = reader

    @cached_property
    def _reader(self) -> Network:
        return self._network or load_network("face-reader")

    def load(self) -> None:
        """Load the network before it is used."""
        _ = self._reader

    def read(self, picture: Picture, quads: NDArray[np.float32], passes: int = 2) -> FacePredictions:
        """Read what lies at outlines.

        Args:
            picture: Height × width × 3, BGR.
            quads: The outlines (N × 4 × 2 pixels).
            passes: How often at most; each pass but the last corrects the places.

        Returns:
            The predictions.
        """
        predictions = FacePredictions.none(np.asarray(quads, np.float32).reshape(-1, 4, 2))
        for _ in range(passes):
            again = np.flatnonzero(predictions.chances.max(axis=1, initial=0.0) < SETTLED_PROBABILITY)
            if len(again):
                answer = self._read_once(picture, predictions.corners[again])
                predictions = predictions.replaced(again, answer, np.ones(len(again), np.bool_))
        return predictions

    def search(
        self, picture: Picture, quads: NDArray[np.float32], scales: Sequence[float] = SEARCH_SCALES
    ) -> FacePredictions:
        """Read cards that no index places, turned and scaled as well.

        A card is placed best where most of a known face is visible.

        Args:
            picture: Height × width × 3, BGR.
            quads: The outlines, the most probable first (N × 4 × 2 pixels).
            scales: Factors of their size that are tried.

        Returns:
            The predictions.
        """
        predictions = self.read(picture, quads)
        searched = np.flatnonzero(predictions.chances[:, NO_CARD] < SETTLED_PROBABILITY)[:MAX_SEARCHED]
        if not len(searched):
            return predictions
        variants = self.read(
            picture, np.concatenate([list(_variants(quads[number], scales)) for number in searched]), passes=1
        )
        worth = (variants.visible * variants.known).reshape(len(searched), -1)
        best = worth.argmax(axis=1) + np.arange(len(searched)) * worth.shape[1]
        found = self.read(picture, variants.corners[best], passes=1)
        return predictions.replaced(searched, found, found.known > PLACED_PROBABILITY)

    def _read_once(self, picture: Picture, quads: NDArray[np.float32]) -> FacePredictions:
        batches = [quads[start : start + _BATCH] for start in range(0, len(quads), _BATCH)]
        answer = np.concatenate(map_in_threads(lambda batch: self._reader(crop_faces(picture, batch)), batches))
        moved = [
            apply_offsets(quad, off) for quad, off in zip(quads, answer[:, CLASS_COUNT : CLASS_COUNT + 8], strict=True)
        ]
        a_card = answer[:, :CLASS_COUNT].argmax(axis=1) != NO_CARD
        corners = np.where(a_card[:, None, None], np.stack(moved), quads)
        exponents = np.exp(answer[:, :CLASS_COUNT] - answer[:, :CLASS_COUNT].max(axis=1, keepdims=True))
        chances = np.asarray(exponents / exponents.sum(axis=1, keepdims=True), np.float32)
        return FacePredictions(chances, corners, np.asarray(1 / (1 + np.exp(-answer[:, CLASS_COUNT + 8])), np.float32))


def _variants(quad: NDArray[np.float32], scales: Sequence[float]) -> Iterator[NDArray[np.float32]]:
    """Yield an outline (4 × 2), also turned and scaled about its middle."""
    middle = quad.mean(axis=0)
    for turn in SEARCH_TURNS:
        cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        for scale in scales:
            yield np.asarray((quad - middle) @ (scale * np.array([[cos, sin], [-sin, cos]])) + middle, np.float32)


@loaded_once
def shipped_face_reader() -> FaceReader:
    """Return the network of this install, loaded on its first use."""
    return FaceReader()
