"""Detect cards with the networks: outlines by index strips and by whole cards, with the predictions for each."""

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
"""Visible share from which a card's edges are refined."""

SAME_CARD = 0.25
"""Mean distance of corners, in card widths, below which outlines are of one card."""

INNER_AREA, INNER_OVERLAP = 0.75, 0.9
"""Largest share of a card's area, and least share of its own area inside, of a picture on the card."""

SAME_NAMED_CARD = 0.6
"""Mean distance of corners below which outlines are of one card if their indices name the same card."""

MIN_CARD_SCORE = 0.4
"""Detector score from which a card without a visible index is read."""


@dataclass(frozen=True, slots=True)
class Detection:
    """A place where a card may lie, with the predictions for it.

    Attributes:
        corners: Its outline (4 × 2 pixels), from the card's own top left if an index shows that.
        index: Probabilities of the cards of ``DECK`` by the indices (45).
        indices: How many indices were read, 0 to 2.
        agree: Whether these name the same card.
        face: Probabilities of every class of face (93).
        visible: The visible share, 0 to 1.
        score: The detector's score, 0 to 1.
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
        """The mean width in pixels."""
        top, bottom = self.corners[1] - self.corners[0], self.corners[2] - self.corners[3]
        return float(np.linalg.norm(top) + np.linalg.norm(bottom)) / 2

    @property
    def has_clear_index(self) -> bool:
        """Whether its index is more probably one card's than not."""
        return bool(self.indices and self.index.max() >= 0.5)

    @property
    def indexed(self) -> IndexedCard:
        """The prediction of the index alone."""
        return IndexedCard(self.corners, self.index, self.indices, self.agree, self.score)


def detect_cards(picture: Picture, strips: IndexReader, faces: FaceReader) -> list[Detection]:
    """Detect every card in a picture, each once.

    Args:
        picture: Height × width × 3, BGR.
        strips: The networks for index strips.
        faces: The network for whole cards.

    Returns:
        The detections.
    """
    found = strips.find(picture)
    indexed = pair_strips(*strips.read(picture, found.strips))
    clear = [card for card in found.cards if card.score >= MIN_CARD_SCORE]
    whole = [
        card for card in clear if not any(corner_distance(card.corners, other.corners) < SAME_CARD for other in indexed)
    ]
    read = faces.read(picture, _outlines(indexed))
    searched = faces.search(picture, _outlines(whole))
    return limit_visible_shares(
        remove_duplicates(
            [
                *(_indexed(picture, card, read, number) for number, card in enumerate(indexed)),
                *(_whole(picture, card, searched, number) for number, card in enumerate(whole)),
            ]
        )
    )


def _outlines(cards: Sequence[IndexedCard | Strip]) -> NDArray[np.float32]:
    return np.array([card.corners for card in cards], np.float32).reshape(-1, 4, 2)


def _indexed(picture: Picture, card: IndexedCard, read: FacePredictions, number: int) -> Detection:
    """Return an indexed card. Strips place it better than its face, and edges still better if it is whole."""
    visible = float(read.visible[number])
    corners = refine_outline(picture, card.corners) if card.witnesses == 2 or visible > WHOLE_SHARE else card.corners
    face = read.chances[number].astype(np.float64)
    return Detection(corners, card.chances, card.witnesses, card.agree, face, visible, card.score)


def _whole(picture: Picture, card: Strip, read: FacePredictions, number: int) -> Detection:
    face = read.chances[number].astype(np.float64)
    corners = refine_outline(picture, read.corners[number].astype(np.float64))
    return Detection(corners, np.zeros(len(DECK)), 0, True, face, float(read.visible[number]), card.score)


def corner_distance(one: NDArray[np.floating], other: NDArray[np.floating]) -> float:
    """Return the mean distance of two outlines' corners, the nearer way round, in widths of the first."""
    here, there = one.tolist(), other.tolist()
    width = (math.dist(here[0], here[1]) + math.dist(here[2], here[3])) / 2
    ways = (sum(map(math.dist, here, turned)) / 4 for turned in (there, there[2:] + there[:2]))
    return min(ways) / width


def remove_duplicates(detections: Sequence[Detection]) -> list[Detection]:
    """Return the detections without second ones of a card: more indices first, then by score."""
    kept: list[Detection] = []
    for detection in sorted(detections, key=lambda one: (-one.indices, -one.score)):
        if not any(_are_one_card(other, detection) or _is_in_picture_of(other, detection) for other in kept):
            kept.append(detection)
    return kept


def limit_visible_shares(detections: Sequence[Detection]) -> list[Detection]:
    """Return the detections, each no more visible than the cards on it leave.

    A card lies on another if its index shows within the other's outline.

    Args:
        detections: The detections.

    Returns:
        The same with smaller visible shares.
    """
    shown = []
    for detection in detections:
        outline = detection.corners.astype(np.float32)
        above = [
            other
            for other in detections
            if other is not detection and other.has_clear_index and _has_index_within(other, outline)
        ]
        under = [float(cv2.intersectConvexConvex(outline, other.corners.astype(np.float32))[0]) for other in above]
        left = 1 - max(under, default=0.0) / max(1.0, float(cv2.contourArea(outline)))
        shown.append(replace(detection, visible=min(detection.visible, left)))
    return shown


def _has_index_within(card: Detection, outline: NDArray[np.float32]) -> bool:
    """Return whether an index of the card is visible within an outline."""
    spots = [_index_spot(np.roll(card.corners, turn, axis=0)) for turn in (0, 2)[: card.indices]]
    return any(cv2.pointPolygonTest(outline.reshape(-1, 1, 2), spot, False) > 0 for spot in spots)


def _index_spot(corners: NDArray[np.float64]) -> tuple[float, float]:
    """Return the middle of the index at the first of a card's corners."""
    a, b, _, d = corners
    x, y = a + (b - a) / 12 + (d - a) * 75 / 420
    return float(x), float(y)


def _is_in_picture_of(card: Detection, detection: Detection) -> bool:
    """Return whether a detection is only part of a card's picture.

    Its one index or its middle lies in a card that is wholly visible, or all of it in a larger card.
    """
    if not detection.indices and card.has_clear_index and _is_within(detection, card):
        return True
    if detection.indices == 2 or card.indices != 2 or card.visible < WHOLE_SHARE:
        return False
    strip = _index_spot(detection.corners) if detection.indices else detection.corners.mean(axis=0)
    middle = card.corners.mean(axis=0)
    inner = (middle + 0.8 * (card.corners - middle)).astype(np.float32)
    return cv2.pointPolygonTest(inner.reshape(-1, 1, 2), (float(strip[0]), float(strip[1])), False) > 0


def _is_within(detection: Detection, card: Detection) -> bool:
    """Return whether a detection is smaller than a card and nearly all inside it."""
    inner, outer = (one.corners.astype(np.float32) for one in (detection, card))
    own, both = float(cv2.contourArea(inner)), float(cv2.intersectConvexConvex(inner, outer)[0])
    return own < INNER_AREA * float(cv2.contourArea(outer)) and both > INNER_OVERLAP * own


def centre_distance(one: Detection, other: Detection) -> float:
    """Return the distance between the centres of two detections, in widths of the first."""
    return float(np.linalg.norm(one.corners.mean(axis=0) - other.corners.mean(axis=0))) / one.width


def _are_opposite(one: Detection, other: Detection) -> bool:
    """Return whether two detections disagree on which end of a card is up."""
    up, over = (detection.corners[0] - detection.corners[3] for detection in (one, other))
    return float(up @ over) < 0


def _are_one_card(one: Detection, other: Detection) -> bool:
    """Return whether two detections are of one card.

    If both indices name the same card they may differ more. A card that shows both indices covers the middle of any
    other. Two indices at either end about one middle are one card's.
    """
    if one.indices == other.indices == 1 and _are_opposite(one, other) and centre_distance(one, other) < SAME_CARD:
        return True
    if other.indices == 0 and one.indices == 2 and centre_distance(one, other) < 0.4:
        return True
    both_named = one.indices and other.indices and int(one.index.argmax()) == int(other.index.argmax())
    return corner_distance(one.corners, other.corners) < (SAME_NAMED_CARD if both_named else SAME_CARD)
