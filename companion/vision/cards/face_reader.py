"""What a whole card shows, told from its picture by a small network that never looks at the index.

The network sees a card laid flat, its two index corners blanked out, so that what it says is a second witness to what
the indices say. It knows the pictures of the project's own deck and of the published Decktet, tells a card's back and
a strange design from both, and says how far off the place was at which it was shown the card. Either way up is
the same to it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.pieces import DECK
from companion.vision.arrays import Picture
from companion.vision.cards.index_strips import UNIT_SQUARE, apply_offsets
from companion.vision.networks import Network, load_network

DESIGN_COUNT = 2
"""Our own deck's pictures come first, in :data:`DECK`'s order, then the published one's."""

BACK = DESIGN_COUNT * len(DECK)
UNKNOWN_DESIGN = BACK + 1
NO_CARD = BACK + 2
CLASS_COUNT = BACK + 3
"""Answers: every card of every design, any back, a face of no known design, and "no card, or none laid like this"."""

CROP = (72, 100)
"""A card as the network sees it: width and height in pixels, a margin of 6 % around it included."""

_MARGIN = 0.06
_WIDER = np.array(
    [[-_MARGIN, -_MARGIN], [1 + _MARGIN, -_MARGIN], [1 + _MARGIN, 1 + _MARGIN], [-_MARGIN, 1 + _MARGIN]], np.float32
)
_INDEX = (0.185, 0.46)
"""What is blanked out in two corners: shares of the card's width and height, more than any known design's index."""

_BATCH = 32

SEARCH_TURNS, SEARCH_SCALES = (0, -14, -7, 7, 14), (1.0, 1.12)
"""Degrees and factors by which what the finder says of a card without an index is turned and grown to place it: its
turn it errs in by as much."""
HOPELESS_PROBABILITY = 0.98
"""From this chance of no card on, another look is not worth its time."""
PLACED_PROBABILITY = 0.5
"""From this chance of a card of a known design on, or of one face down, it has been placed so."""
MAX_SEARCHED = 8
"""So many places in a picture are looked at in all these ways, the likeliest first: a patterned cloth has a hundred."""


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
    wide, high = CROP
    frame = np.asarray(UNIT_SQUARE * CROP, np.float32)
    crops = np.empty((len(quads), 3, high, wide), np.float32)
    for number, quad in enumerate(quads):
        to_picture = cv2.getPerspectiveTransform(UNIT_SQUARE, quad.astype(np.float32))
        wider = cv2.perspectiveTransform(_WIDER[None], to_picture)[0]
        to_frame = cv2.getPerspectiveTransform(wider.astype(np.float32) - np.float32(0.5), frame - np.float32(0.5))
        crop = cv2.warpPerspective(picture, to_frame, CROP, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        crops[number] = np.asarray(crop, np.float32).transpose(2, 0, 1)
    share = float(SHOWN.mean())
    crops -= (crops * SHOWN).mean(axis=(1, 2, 3), keepdims=True) / share
    crops *= SHOWN
    crops /= np.sqrt((crops**2).mean(axis=(1, 2, 3), keepdims=True) / share) + 8
    return crops


@dataclass(frozen=True, slots=True)
class FacePredictions:
    """What was read at N places: how likely each of the :data:`KINDS` (N × 93), where the cards really lie
    (N × 4 × 2, pixels), and which share of each can be seen (N)."""

    chances: NDArray[np.float32]
    corners: NDArray[np.float32]
    visible: NDArray[np.float32]

    @classmethod
    def none(cls, quads: NDArray[np.float32]) -> FacePredictions:
        """Before the first look at these places."""
        return cls(np.zeros((len(quads), CLASS_COUNT), np.float32), quads, np.zeros(len(quads), np.float32))

    @property
    def known(self) -> NDArray[np.float32]:
        """How likely each is a card of a known design, or one face down (N)."""
        return np.asarray(self.chances[:, :UNKNOWN_DESIGN].sum(axis=1))

    def but_for(self, numbers: NDArray[np.int64], others: FacePredictions, which: NDArray[np.bool_]) -> FacePredictions:
        """The same with what ``which`` of others say of the places with these numbers."""
        chances, corners, visible = self.chances.copy(), self.corners.copy(), self.visible.copy()
        changed = numbers[which]
        chances[changed], corners[changed] = others.chances[which], others.corners[which]
        visible[changed] = others.visible[which]
        return FacePredictions(chances, corners, visible)


class FaceReader:
    """The network at work; loaded when first used, and good for any number of pictures."""

    def __init__(self, reader: Network | None = None) -> None:
        self._given = reader

    @cached_property
    def _reader(self) -> Network:
        return self._given or load_network("face-reader")

    def read(self, picture: Picture, quads: NDArray[np.float32], looks: int = 2) -> FacePredictions:
        """What lies at outlines (N × 4 × 2, pixels). Each look but the last says where a card really lies."""
        seen = FacePredictions.none(np.asarray(quads, np.float32).reshape(-1, 4, 2))
        for _ in range(looks if len(seen.corners) else 0):
            seen = self._look(picture, seen.corners)
        return seen

    def search(self, picture: Picture, quads: NDArray[np.float32]) -> FacePredictions:
        """The same of cards that no index places, the likeliest first: turned and grown a little as well, as a card
        that is known shows most of itself."""
        seen = self.read(picture, quads)
        sought = np.flatnonzero(seen.chances[:, NO_CARD] < HOPELESS_PROBABILITY)[:MAX_SEARCHED]
        if not len(sought):
            return seen
        ways = self.read(picture, np.concatenate([list(_ways(quads[number])) for number in sought]), looks=1)
        worth = (ways.visible * ways.known).reshape(len(sought), -1)
        best = worth.argmax(axis=1) + np.arange(len(sought)) * worth.shape[1]
        found = self.read(picture, ways.corners[best], looks=1)
        return seen.but_for(sought, found, found.known > PLACED_PROBABILITY)

    def _look(self, picture: Picture, quads: NDArray[np.float32]) -> FacePredictions:
        answer = np.concatenate(
            [self._reader(crop_faces(picture, quads[i : i + _BATCH])) for i in range(0, len(quads), _BATCH)]
        )
        moved = [
            apply_offsets(quad, off) for quad, off in zip(quads, answer[:, CLASS_COUNT : CLASS_COUNT + 8], strict=True)
        ]
        a_card = answer[:, :CLASS_COUNT].argmax(axis=1) != NO_CARD
        corners = np.where(a_card[:, None, None], np.stack(moved), quads)
        exponents = np.exp(answer[:, :CLASS_COUNT] - answer[:, :CLASS_COUNT].max(axis=1, keepdims=True))
        chances = np.asarray(exponents / exponents.sum(axis=1, keepdims=True), np.float32)
        return FacePredictions(chances, corners, np.asarray(1 / (1 + np.exp(-answer[:, CLASS_COUNT + 8])), np.float32))


def _ways(quad: NDArray[np.float32]) -> Iterator[NDArray[np.float32]]:
    """An outline (4 × 2), and turned and grown about its middle."""
    middle = quad.mean(axis=0)
    for turn in SEARCH_TURNS:
        cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
        for grown in SEARCH_SCALES:
            yield np.asarray((quad - middle) @ (grown * np.array([[cos, sin], [-sin, cos]])) + middle, np.float32)


@cache
def shipped_face_reader() -> FaceReader:
    """The network that came with this install, loaded once."""
    return FaceReader()
