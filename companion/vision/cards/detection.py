"""Detection of cards by the networks: outlines from index strips and from whole cards, and what both witnesses say."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.pieces import DECK
from companion.vision.arrays import Picture
from companion.vision.cards.edges import refine_outline
from companion.vision.cards.face_reader import FacePredictions, FaceReader
from companion.vision.cards.index_strips import IndexReader, Strip
from companion.vision.cards.strip_pairing import IndexedCard, pair_strips

WHOLE_SHARE = 0.8
"""The visible share from which a card's edges are looked for."""

SAME_CARD = 0.25
"""Outlines whose corners are nearer than so many card widths, on the mean, are of one card."""

INNER_AREA, INNER_OVERLAP = 0.75, 0.9
"""What covers less than this share of a card's area and has this share of its own within that is a picture on it."""

SAME_NAMED_CARD = 0.6
"""The same for outlines of which both indices name one card."""

MIN_CARD_SCORE = 0.4
"""The finder's score from which a card without an index in view is looked at."""


@dataclass(frozen=True, slots=True)
class Detection:
    """A card that may lie somewhere: its outline (4 × 2, pixels, from the card's own top left where an index tells it).

    ``index`` are the chances of the cards of ``DECK``, (45,), from so many ``indices`` read there; ``agree`` tells
    whether these name the same card. ``face`` are the chances of every kind of face, (93,). ``visible`` is the share of
    it that can be seen, ``score`` the finder's (0–1).
    """

    corners: NDArray[np.float64]
    index: NDArray[np.float64]
    indices: int
    agree: bool
    face: NDArray[np.float64]
    visible: float
    score: float

    @property
    def width(self) -> float:
        """Its mean width in pixels."""
        top, bottom = self.corners[1] - self.corners[0], self.corners[2] - self.corners[3]
        return float(np.linalg.norm(top) + np.linalg.norm(bottom)) / 2

    @property
    def told(self) -> bool:
        """Whether its index is more likely one card's than not."""
        return bool(self.indices and self.index.max() >= 0.5)

    @property
    def indexed(self) -> IndexedCard:
        """What the index alone tells of it."""
        return IndexedCard(self.corners, self.index, self.indices, self.agree, self.score)


def detect_cards(picture: Picture, strips: IndexReader, faces: FaceReader) -> list[Detection]:
    """Every card that there may be in a picture (height × width × 3, blue first), each once."""
    found = strips.find(picture)
    indexed = pair_strips(*strips.read(picture, found.strips))
    clear = [card for card in found.cards if card.score >= MIN_CARD_SCORE]
    whole = [
        card for card in clear if not any(corner_distance(card.corners, other.corners) < SAME_CARD for other in indexed)
    ]
    read = faces.read(picture, _outlines(indexed))
    sought = faces.search(picture, _outlines(whole))
    return limit_visible_shares(
        remove_duplicates(
            [
                *(_indexed(picture, card, read, number) for number, card in enumerate(indexed)),
                *(_whole(picture, card, sought, number) for number, card in enumerate(whole)),
            ]
        )
    )


def _outlines(cards: Sequence[IndexedCard | Strip]) -> NDArray[np.float32]:
    return np.array([card.corners for card in cards], np.float32).reshape(-1, 4, 2)


def _indexed(picture: Picture, card: IndexedCard, read: FacePredictions, number: int) -> Detection:
    """An indexed card. Strips place it better than its face does, the edges of one that is seen whole still better."""
    visible = float(read.visible[number])
    corners = refine_outline(picture, card.corners) if card.witnesses == 2 or visible > WHOLE_SHARE else card.corners
    face = read.chances[number].astype(np.float64)
    return Detection(corners, card.chances, card.witnesses, card.agree, face, visible, card.score)


def _whole(picture: Picture, card: Strip, read: FacePredictions, number: int) -> Detection:
    face = read.chances[number].astype(np.float64)
    corners = refine_outline(picture, read.corners[number].astype(np.float64))
    return Detection(corners, np.zeros(len(DECK)), 0, True, face, float(read.visible[number]), card.score)


def corner_distance(one: NDArray[np.floating], other: NDArray[np.floating]) -> float:
    """How far two outlines' corners are apart on the mean, the nearer way round, in widths of the first."""
    here, there = one.tolist(), other.tolist()
    width = (math.dist(here[0], here[1]) + math.dist(here[2], here[3])) / 2
    ways = (sum(map(math.dist, here, turned)) / 4 for turned in (there, there[2:] + there[:2]))
    return min(ways) / width


def remove_duplicates(places: Sequence[Detection]) -> list[Detection]:
    """The places without the second sightings of one: with more indices first, then by score."""
    kept: list[Detection] = []
    for place in sorted(places, key=lambda one: (-one.indices, -one.score)):
        if not any(_one_card(other, place) or _in_its_picture(other, place) for other in kept):
            kept.append(place)
    return kept


def limit_visible_shares(places: Sequence[Detection]) -> list[Detection]:
    """The places, each no more visible than what lies on it leaves: a card whose index shows within another's outline
    lies on that."""
    shown = []
    for place in places:
        outline = place.corners.astype(np.float32)
        above = [other for other in places if other is not place and other.told and _shows_within(other, outline)]
        under = [float(cv2.intersectConvexConvex(outline, other.corners.astype(np.float32))[0]) for other in above]
        left = 1 - max(under, default=0.0) / max(1.0, float(cv2.contourArea(outline)))
        shown.append(replace(place, visible=min(place.visible, left)))
    return shown


def _shows_within(card: Detection, outline: NDArray[np.float32]) -> bool:
    """Whether an index of the card is seen within an outline."""
    spots = [_index_spot(np.roll(card.corners, turn, axis=0)) for turn in (0, 2)[: card.indices]]
    return any(cv2.pointPolygonTest(outline.reshape(-1, 1, 2), spot, False) > 0 for spot in spots)


def _index_spot(corners: NDArray[np.float64]) -> tuple[float, float]:
    """The middle of the index at the first of a card's corners."""
    a, b, _, d = corners
    x, y = a + (b - a) / 12 + (d - a) * 75 / 420
    return float(x), float(y)


def _in_its_picture(card: Detection, place: Detection) -> bool:
    """Whether what gave a place away, one index or a middle, lies in a card that is seen whole, or all of a smaller one
    without an index in any card: there it is none."""
    if not place.indices and card.told and _within(place, card):
        return True
    if place.indices == 2 or card.indices != 2 or card.visible < WHOLE_SHARE:
        return False
    strip = _index_spot(place.corners) if place.indices else place.corners.mean(axis=0)
    middle = card.corners.mean(axis=0)
    inner = (middle + 0.8 * (card.corners - middle)).astype(np.float32)
    return cv2.pointPolygonTest(inner.reshape(-1, 1, 2), (float(strip[0]), float(strip[1])), False) > 0


def _within(place: Detection, card: Detection) -> bool:
    """Whether a place is smaller than a card, and nearly all of it lies in that."""
    inner, outer = (one.corners.astype(np.float32) for one in (place, card))
    own, both = float(cv2.contourArea(inner)), float(cv2.intersectConvexConvex(inner, outer)[0])
    return own < INNER_AREA * float(cv2.contourArea(outer)) and both > INNER_OVERLAP * own


def centre_distance(one: Detection, other: Detection) -> float:
    """In widths of the first."""
    return float(np.linalg.norm(one.corners.mean(axis=0) - other.corners.mean(axis=0))) / one.width


def _upside_down(one: Detection, other: Detection) -> bool:
    """Whether two places tell the way up of a card otherwise."""
    up, over = (place.corners[0] - place.corners[3] for place in (one, other))
    return float(up @ over) < 0


def _one_card(one: Detection, other: Detection) -> bool:
    """Whether two places are of one card; where each has an index that names the same card they may differ more.

    Where a card shows both indices no other shows its middle; and an index at either end, about one middle, are one's.
    """
    if one.indices == other.indices == 1 and _upside_down(one, other) and centre_distance(one, other) < SAME_CARD:
        return True
    if other.indices == 0 and one.indices == 2 and centre_distance(one, other) < 0.4:
        return True
    both_named = one.indices and other.indices and int(one.index.argmax()) == int(other.index.argmax())
    return corner_distance(one.corners, other.corners) < (SAME_NAMED_CARD if both_named else SAME_CARD)
