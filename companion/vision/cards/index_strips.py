"""Index strips: the narrow corner of a card that carries its rank and suits, found and read by two small networks.

A strip is a sixth of a card's width and 150/420 of its height. The finder gives its four corners in the card's
own order, the card's corner first, so a strip knows which way up its card lies; the reader tells the 45
cards from one another and from anything else. The published Decktet's Excuse has no index and is never found so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.pieces import DECK
from companion.vision.arrays import Picture
from companion.vision.cards.finder_output import (
    CARD_HEAD,
    SIDE_MULTIPLE,
    STRIP_HEAD,
    OutputHead,
    decode_head,
    find_duplicates,
)
from companion.vision.networks import Network, load_network

NO_INDEX = len(DECK)
"""The reader's answers are the cards in :data:`DECK`'s order, and after them this one: "no index"."""

CROP = (32, 104)
"""A strip as the reader sees it: width and height in pixels, margins included."""

FINDER_SIDES = (1280, 640)
MIRROR_MARGIN = 96
"""So many pixels around it are mirrored where it is looked at smaller."""
MIN_SCORE = 0.3
"""The score from which a cell counts as a strip."""

MAX_STRIPS = 512
"""No more strips than this are read, the likeliest first: full tables show 150, a checked cloth seems to show 4,000."""
BATCH_SIZE = 256
"""Strips that are read at once: more take more memory."""
HOPELESS_PROBABILITY = 0.98
"""From this chance of "no index" on, a second look is not worth its time."""

_ACROSS, _ALONG = 0.25, 0.08
_MARGIN = np.array(
    [[-_ACROSS, -_ALONG], [1 + _ACROSS, -_ALONG], [1 + _ACROSS, 1 + _ALONG], [-_ACROSS, 1 + _ALONG]], np.float32
)
UNIT_SQUARE = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)


@dataclass(frozen=True, slots=True)
class Strip:
    """A strip or card found: 4 × 2 corners in picture pixels, its own first, clockwise; and how certain (0–1)."""

    corners: NDArray[np.float32]
    score: float


@dataclass(frozen=True, slots=True)
class FinderDetections:
    """What the finder saw in a picture: index strips, and cards as a whole, told from either end."""

    strips: Sequence[Strip]
    cards: Sequence[Strip]


class IndexReader:
    """The two networks at work; loaded when first used, and good for any number of pictures."""

    def __init__(self, finder: Network | None = None, reader: Network | None = None) -> None:
        self._given = finder, reader

    @cached_property
    def _finder(self) -> Network:
        return self._given[0] or load_network("strip-finder")

    @cached_property
    def _reader(self) -> Network:
        return self._given[1] or load_network("strip-reader")

    def find(self, picture: Picture, least: float = MIN_SCORE) -> FinderDetections:
        """Every strip and every whole card in a picture (height × width × 3, blue first), whatever its size.

        The picture is looked at with its longer side brought to 1280 pixels and again to 640: cards from about a
        25th to a third of that side across are seen.
        """
        strips: list[Strip] = []
        cards: list[Strip] = []
        for side in FINDER_SIDES:
            zoom = min(1.0, side / max(picture.shape[:2]))
            if zoom == 1.0 and side != FINDER_SIDES[-1] and max(picture.shape[:2]) <= FINDER_SIDES[-1]:
                continue
            small = picture if zoom == 1 else cv2.resize(picture, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_AREA)
            scale = np.array([picture.shape[1] / small.shape[1], picture.shape[0] / small.shape[0]], np.float32)
            # A card across the picture's edge is known by what a mirror there would show of it.
            edge = MIRROR_MARGIN if side == FINDER_SIDES[-1] else 0
            framed = cv2.copyMakeBorder(small, edge, edge, edge, edge, cv2.BORDER_REFLECT_101) if edge else small
            answer = self._answer(np.asarray(framed, np.uint8))
            for kind, kept in ((STRIP_HEAD, strips), (CARD_HEAD, cards)):
                found = (Strip((one.corners - edge) * scale, one.score) for one in _listed(answer, kind, least))
                kept += [one for one in found if _in_view(one, picture)]
        return FinderDetections(_once_each(strips, STRIP_HEAD)[:MAX_STRIPS], _once_each(cards, CARD_HEAD))

    def look(self, picture: Picture, kind: OutputHead, least: float = MIN_SCORE) -> list[Strip]:
        """The strips or the cards in a picture looked at just as it is."""
        return _listed(self._answer(picture), kind, least)

    def _answer(self, picture: Picture) -> NDArray[np.float32]:
        return np.asarray(self._finder(to_finder_input(picture))[0], np.float32)

    def read(self, picture: Picture, strips: Sequence[Strip]) -> tuple[list[Strip], NDArray[np.float32]]:
        """The strips placed better, and how likely each is each card of :data:`DECK`, and last "no index".

        The chances are N × 46, rows adding up to 1. A first look at each strip says where it really lies; what is
        read there counts. Of strips that lie on one another only the best is given.
        """
        if not strips:
            return [], np.zeros((0, NO_INDEX + 1), np.float32)
        quads = np.stack([strip.corners for strip in strips])
        chances, quads = self._look(picture, quads)
        alive = np.flatnonzero(chances[:, NO_INDEX] < HOPELESS_PROBABILITY)
        if len(alive):
            again, placed = self._look(picture, quads[alive])
            chances[alive], quads[alive] = again, placed
        kept = suppress_overlaps(quads, chances[:, :NO_INDEX].max(axis=1) * [strip.score for strip in strips])
        return [Strip(quads[number], strips[number].score) for number in kept], chances[kept]

    def _look(self, picture: Picture, quads: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """What is read at ``quads`` (N × 4 × 2): chances N × 46, and the quadrilaterals moved onto the strips."""
        batches = (quads[i : i + BATCH_SIZE] for i in range(0, len(quads), BATCH_SIZE))
        answer = np.concatenate([self._reader(crop_strips(picture, batch)) for batch in batches])
        exponents = np.exp(answer[:, : NO_INDEX + 1] - answer[:, : NO_INDEX + 1].max(axis=1, keepdims=True))
        moved = np.stack([apply_offsets(quad, off) for quad, off in zip(quads, answer[:, NO_INDEX + 1 :], strict=True)])
        return np.asarray(exponents / exponents.sum(axis=1, keepdims=True), np.float32), moved


def suppress_overlaps(quads: NDArray[np.float32], worth: NDArray[np.float32]) -> list[int]:
    """The numbers of the strips that lie on none of more worth: neither has its middle in the other."""
    kept: list[int] = []
    middles = quads.mean(axis=1)
    reach = np.linalg.norm(quads - middles[:, None], axis=2).max(axis=1) + 1.0
    for number in np.argsort(-worth):
        # On a patterned cloth there are hundreds: only those near enough are compared.
        gaps = np.linalg.norm(middles[kept] - middles[number], axis=1)
        near = [kept[place] for place in np.flatnonzero(gaps <= np.maximum(reach[kept], reach[number]))]
        covers = (_inside(quads[other], middles[number]) or _inside(quads[number], middles[other]) for other in near)
        if not any(covers):
            kept.append(int(number))
    return kept


def _inside(quad: NDArray[np.float32], point: NDArray[np.float32]) -> bool:
    return cv2.pointPolygonTest(quad.reshape(-1, 1, 2), (float(point[0]), float(point[1])), False) >= 0


def apply_offsets(quad: NDArray[np.float32], offsets: NDArray[np.float32]) -> NDArray[np.float32]:
    """A strip's corners from where it was looked for and how far off, in its widths and lengths, it was (8 numbers)."""
    to_picture = cv2.getPerspectiveTransform(UNIT_SQUARE, quad.astype(np.float32))
    corners = UNIT_SQUARE + np.clip(offsets, -0.5, 0.5).reshape(4, 2)
    return np.asarray(cv2.perspectiveTransform(corners[None].astype(np.float32), to_picture)[0], np.float32)


def corner_offsets(quad: NDArray[np.float32], truth: NDArray[np.float32]) -> NDArray[np.float32]:
    """The 8 numbers with which :func:`place` moves ``quad`` onto ``truth``."""
    to_unit = cv2.getPerspectiveTransform(quad.astype(np.float32), UNIT_SQUARE)
    corners = cv2.perspectiveTransform(truth[None].astype(np.float32), to_unit)[0]
    return np.asarray(corners - UNIT_SQUARE, np.float32).reshape(-1)


@cache
def shipped_index_reader() -> IndexReader:
    """The networks that came with this install, loaded once."""
    return IndexReader()


def to_finder_input(picture: Picture) -> NDArray[np.float32]:
    """A picture as the finder wants it: 1 × 3 × height × width, 0–1, padded to whole cells."""
    down, right = (-picture.shape[0]) % SIDE_MULTIPLE, (-picture.shape[1]) % SIDE_MULTIPLE
    padded = cv2.copyMakeBorder(picture, 0, down, 0, right, cv2.BORDER_REPLICATE)
    return np.ascontiguousarray(padded.transpose(2, 0, 1)[None], np.float32) / np.float32(255)


def _in_view(one: Strip, picture: Picture) -> bool:
    """Whether any of it lies in the picture itself: at most its own half may be out of view."""
    x, y = one.corners.mean(axis=0)
    reach = float(np.linalg.norm(one.corners[2] - one.corners[0])) / 4
    return bool(-reach < x < picture.shape[1] + reach and -reach < y < picture.shape[0] + reach)


def _listed(answer: NDArray[np.float32], kind: OutputHead, least: float) -> list[Strip]:
    quads, scores = decode_head(answer, kind, least)
    return [Strip(quad, float(score)) for quad, score in zip(quads, scores, strict=True)]


def _once_each(found: list[Strip], kind: OutputHead) -> list[Strip]:
    """The strips or cards without the second sightings of one, the surest kept."""
    kept: list[Strip] = []
    middles = np.empty((len(found), 2), np.float32)
    for one in sorted(found, key=lambda one: -one.score):
        if not find_duplicates(middles[: len(kept)], one.corners, kind).any():
            middles[len(kept)] = one.corners.mean(axis=0)
            kept.append(one)
    return kept


def crop_strips(picture: Picture, quads: NDArray[np.float32]) -> NDArray[np.float32]:
    """The strips as the reader wants them: N × 3 × 104 × 32, each crop's values at mean 0 and spread 1.

    ``quads`` is N × 4 × 2 in picture pixels.
    """
    wide, high = CROP
    frame = np.asarray(UNIT_SQUARE * CROP, np.float32)
    crops = np.empty((len(quads), 3, high, wide), np.float32)
    for number, quad in enumerate(quads):
        to_picture = cv2.getPerspectiveTransform(UNIT_SQUARE, quad.astype(np.float32))
        wider = cv2.perspectiveTransform(_MARGIN[None], to_picture)[0]
        to_frame = cv2.getPerspectiveTransform(wider.astype(np.float32) - np.float32(0.5), frame)
        crop = cv2.warpPerspective(picture, to_frame, CROP, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        crops[number] = np.asarray(crop, np.float32).transpose(2, 0, 1)
    crops -= crops.mean(axis=(1, 2, 3), keepdims=True)
    crops /= crops.std(axis=(1, 2, 3), keepdims=True) + 8
    return crops
