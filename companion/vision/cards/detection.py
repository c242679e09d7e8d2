"""Detections of cards: duplicates among them, and how much of each is visible."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.pictures.arrays import Mask, Matrix
from companion.vision.cards.card_plane import CardPlane
from companion.vision.cards.strip_pairing import IndexedCard

WHOLE_SHARE = 0.8
"""Visible share from which a card's edges are refined."""
SAME_CARD = 0.25
"""Mean distance of corners, in card widths, below which outlines are of one card."""
INNER_AREA, INNER_OVERLAP = 0.75, 0.9
"""Largest share of a card's area, and least share of its own area inside, of a picture on the card."""
SAME_NAMED_CARD = 0.6
"""Mean distance of corners below which outlines are of one card if their indices name the same card."""
FAR = 2.5
"""Distance of centres, in card widths, from which two outlines of cards have nothing in common."""
NAMED = 0.5
"""Probability from which an index names a card."""
STRIP_ERROR = 0.07
"""Spread of the logarithm of a strip's size as the reader places it."""
OUTLINE_ERROR = (0.08, 0.05, 0.02)
"""The same of an outline by a card's face, by one of its indices and by both."""
CLEAR_PAIR = 0.9
"""Confidence of an index from which a card counts for the plane of the table, and for a card of its own in a fan."""
OTHER_INDEX = 0.12
"""Distance, in card widths, from which two indices are not the same one."""


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
        strip_size: The size of its one strip on the table, in those of a card's strip; None if that is unknown.
        beyond: How clearly the lines of its edges go on beyond its corners if it shows no known face; else 0.
    """

    corners: NDArray[np.float64]
    index: NDArray[np.float64]
    indices: int
    agree: bool
    face: NDArray[np.float64]
    visible: float
    score: float
    strip_size: float | None = None
    beyond: float = 0.0

    @property
    def width(self) -> float:
        """The mean width in pixels."""
        top, bottom = self.corners[1] - self.corners[0], self.corners[2] - self.corners[3]
        return float(np.linalg.norm(top) + np.linalg.norm(bottom)) / 2

    def size_misfit(self, plane: CardPlane) -> float:
        """Return how far its size is from a card's on a plane, in standard deviations."""
        by_strip = self.strip_size is not None
        size = self.strip_size if self.strip_size is not None else plane.size(self.corners)
        own = STRIP_ERROR if by_strip else OUTLINE_ERROR[self.indices]
        return abs(math.log(max(size, 1e-3))) / math.hypot(plane.error, own)

    @property
    def has_clear_index(self) -> bool:
        """Whether its index is more probably one card's than not."""
        return bool(self.indices and self.index.max() >= NAMED)

    @property
    def indexed(self) -> IndexedCard:
        """The prediction of the index alone."""
        return IndexedCard(self.corners, self.index, self.indices, self.agree, self.score)


@dataclass(frozen=True, slots=True)
class Detections:
    """The detections of a picture.

    Attributes:
        places: The detections.
        plane: The plane of the table; None if the cards cannot tell it.
        mirrored: Whether the picture shows its cards as in a mirror.
    """

    places: tuple[Detection, ...]
    plane: CardPlane | None = None
    mirrored: bool = False


def corner_distance(one: NDArray[np.floating], other: NDArray[np.floating]) -> float:
    """Return the mean distance of two outlines' corners, the nearer way round, in widths of the first."""
    here, there = one.tolist(), other.tolist()
    width = (math.dist(here[0], here[1]) + math.dist(here[2], here[3])) / 2
    ways = (sum(map(math.dist, here, turned)) / 4 for turned in (there, there[2:] + there[:2]))
    return min(ways) / width


def remove_duplicates(detections: Sequence[Detection]) -> list[Detection]:
    """Return the detections without second ones of a card: more indices that name one first, then by score."""
    ordered = sorted(detections, key=lambda one: (-one.indices * one.has_clear_index, -one.score))
    near = _near(ordered)
    kept: list[int] = []
    for number, detection in enumerate(ordered):
        others = (ordered[other] for other in kept if near[other, number])
        if not any(_are_one_card(other, detection) or _is_in_picture_of(other, detection) for other in others):
            kept.append(number)
    return [ordered[number] for number in kept]


def _near(detections: Sequence[Detection]) -> Mask:
    """Return whether each detection (column) is so near each (row) that they may have something in common."""
    middles = np.array([one.corners.mean(axis=0) for one in detections]).reshape(-1, 1, 2)
    widths = np.array([one.width for one in detections]).reshape(-1, 1)
    return np.asarray(np.linalg.norm(middles - middles.transpose(1, 0, 2), axis=2) / widths < FAR)


def limit_visible_shares(detections: Sequence[Detection]) -> list[Detection]:
    """Return the detections, each no more visible than the cards on it leave.

    A card lies on another if its index shows within the other's outline.

    Args:
        detections: The detections.

    Returns:
        The same with smaller visible shares.
    """
    shown = []
    near = _near(detections)
    indices = [(n, other, _index_spots(other)) for n, other in enumerate(detections) if other.has_clear_index]
    for number, detection in enumerate(detections):
        outline = detection.corners.astype(np.float32)
        above = [
            other for n, other, spots in indices if n != number and near[number, n] and _any_within(spots, outline)
        ]
        under = [float(cv2.intersectConvexConvex(outline, other.corners.astype(np.float32))[0]) for other in above]
        left = 1 - max(under, default=0.0) / max(1.0, float(cv2.contourArea(outline)))
        shown.append(replace(detection, visible=min(detection.visible, left)))
    return shown


def _any_within(spots: Sequence[tuple[float, float]], outline: NDArray[np.float32]) -> bool:
    """Return whether any of the points lies within an outline."""
    return any(cv2.pointPolygonTest(outline.reshape(-1, 1, 2), spot, False) > 0 for spot in spots)


def _index_spots(card: Detection) -> list[tuple[float, float]]:
    """Return the middles of the indices that were read."""
    a, b, c, d = card.corners
    return [_index_spot(*corners) for corners in ((a, b, d), (c, d, b))[: card.indices]]


def _index_spot(a: Matrix, b: Matrix, d: Matrix) -> tuple[float, float]:
    """Return the middle of the index at a corner, ``a``, of a card; the next one across is ``b``, along ``d``."""
    x, y = a + (b - a) / 12 + (d - a) * 75 / 420
    return float(x), float(y)


def _is_in_picture_of(card: Detection, detection: Detection) -> bool:
    """Return whether a detection is only part of a card's picture.

    Its one index or its middle lies in a card that is wholly visible, or all of it in a larger card. Clear indices of
    different cards are two cards: one of an arc lies over a column.
    """
    if _are_neighbours(card, detection):
        return False
    if not detection.indices and card.has_clear_index and _is_within(detection, card):
        return True
    if detection.indices == 2 or card.indices != 2 or card.visible < WHOLE_SHARE:
        return False
    strip = _index_spots(detection)[0] if detection.indices else detection.corners.mean(axis=0)
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


def _are_neighbours(one: Detection, other: Detection) -> bool:
    """Return whether two detections clearly name different cards by indices that are not one and the same."""
    if min(one.index.max(), other.index.max()) < CLEAR_PAIR or int(one.index.argmax()) == int(other.index.argmax()):
        return False
    here, there = (np.array(_index_spots(detection)) for detection in (one, other))
    away = np.linalg.norm(here[:, None] - there[None], axis=2)
    return float(away.min()) > OTHER_INDEX * one.width


def _are_one_card(one: Detection, other: Detection) -> bool:
    """Return whether two detections are of one card.

    Clear indices of different cards at different places are two cards in a fan, however near these lie. If both
    indices name the same card they may differ more. A card that shows both indices covers the middle of any
    other. Two indices at either end about one middle are one card's.
    """
    if centre_distance(one, other) > SAME_NAMED_CARD or _are_neighbours(one, other):
        return False
    if one.indices == other.indices == 1 and _are_opposite(one, other) and centre_distance(one, other) < SAME_CARD:
        return True
    if other.indices == 0 and one.indices == 2 and centre_distance(one, other) < 0.4:
        return True
    both_named = one.indices and other.indices and int(one.index.argmax()) == int(other.index.argmax())
    return corner_distance(one.corners, other.corners) < (SAME_NAMED_CARD if both_named else SAME_CARD)
