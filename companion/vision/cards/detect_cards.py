"""Detect cards with the networks: outlines by index strips and by whole cards, with the predictions for each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from companion.pictures.arrays import Picture
from companion.pieces import DECK
from companion.vision.cards.card_plane import CARD, CardPlane
from companion.vision.cards.detection import (
    CLEAR_PAIR,
    NAMED,
    SAME_CARD,
    WHOLE_SHARE,
    Detection,
    Detections,
    corner_distance,
    limit_visible_shares,
    remove_duplicates,
)
from companion.vision.cards.edges import lines_beyond, refine_outline
from companion.vision.cards.face_reader import BACK, UNKNOWN_DESIGN, FacePredictions, FaceReader
from companion.vision.cards.index_strips import NO_INDEX, FinderDetections, IndexReader, Strip
from companion.vision.cards.second_reading import Strips, read_again
from companion.vision.cards.strip_pairing import IndexedCard, pair_strips

WHOLE_CARD_SCORE = 0.5
"""Detector score from which a card should have an index that can be read."""
MIRRORED = 6
"""Cards that a mirrored picture must at least show, and indices that its reflection must show more than it does."""
ROUGH_SIZE = 1.5
"""Factor by which the finder's outline of a whole card may be larger or smaller than a card on the table."""
MIN_CARD_SCORE = 0.4
"""Detector score from which a card without a visible index is read."""


def detect_cards(picture: Picture, strips: IndexReader, faces: FaceReader) -> Detections:
    """Detect every card in a picture, each once.

    Args:
        picture: Height × width × 3, BGR.
        strips: The networks for index strips.
        faces: The network for whole cards.

    Returns:
        The detections.
    """
    found = strips.find(picture)
    read = strips.read(picture, found.strips)
    mirrored = _is_mirrored(picture, strips, found, read)
    indexed, plane = _index_cards(picture, strips, found, read)
    clear = [card for card in found.cards if card.score >= MIN_CARD_SCORE]
    named = [card for card in indexed if card.confidence >= NAMED]
    whole = [
        card for card in clear if not any(corner_distance(card.corners, other.corners) < SAME_CARD for other in named)
    ]
    shown = faces.read(picture, _outlines(indexed))
    if plane is None:
        searched = faces.search(picture, _outlines(whole))
    else:
        whole = [_at_true_size(card, plane) for card in whole if _has_card_size(card, plane)]
        searched = faces.search(picture, _outlines(whole), scales=(1.0,))
    detections = [
        *(_indexed(picture, card, shown, number) for number, card in enumerate(indexed)),
        *(_whole(picture, card, searched, number) for number, card in enumerate(whole)),
    ]
    return Detections(tuple(limit_visible_shares(remove_duplicates(detections))), plane, mirrored)


def _has_card_size(card: Strip, plane: CardPlane) -> bool:
    """Return whether the finder's outline may be of a card: others on the table are books, phones and prints."""
    return 1 / ROUGH_SIZE < plane.size(card.corners.astype(np.float64)) < ROUGH_SIZE


def _at_true_size(card: Strip, plane: CardPlane) -> Strip:
    """Return a card whose outline has a card's size on the table."""
    return replace(card, corners=plane.place_card(CARD, card.corners.astype(np.float64)).astype(np.float32))


def _index_cards(
    picture: Picture, strips: IndexReader, found: FinderDetections, read: Strips
) -> tuple[list[IndexedCard], CardPlane | None]:
    """Return the cards by their index strips, and the plane of the table by those that show both."""
    indexed = pair_strips(*read)
    clear = [card for card in indexed if card.witnesses == 2 and card.agree and card.confidence >= CLEAR_PAIR]
    size = (picture.shape[1], picture.shape[0])
    plane = CardPlane.fit([refine_outline(picture, card.corners) for card in clear], size)
    if plane is not None:
        read = read_again(picture, strips, plane, found.faint(), read)
        indexed = pair_strips(*read, plane)
    return indexed, plane


def _is_mirrored(picture: Picture, strips: IndexReader, found: FinderDetections, read: Strips) -> bool:
    """Return whether hardly one of many cards shows an index that can be read, and their reflections do."""
    clear, cards = _count_clear(read), sum(card.score >= WHOLE_CARD_SCORE for card in found.cards)
    if cards < max(MIRRORED, 2 * clear):
        return False
    reflected = np.ascontiguousarray(picture[:, ::-1])
    return _count_clear(strips.read(reflected, strips.find(reflected).strips)) >= MIRRORED + 2 * clear


def _count_clear(read: Strips) -> int:
    """Return how many strips clearly are of a card."""
    return int((read[1][:, :NO_INDEX].max(axis=1, initial=0.0) >= CLEAR_PAIR).sum())


def _outlines(cards: Sequence[IndexedCard | Strip]) -> NDArray[np.float32]:
    return np.array([card.corners for card in cards], np.float32).reshape(-1, 4, 2)


def _indexed(picture: Picture, card: IndexedCard, read: FacePredictions, number: int) -> Detection:
    """Return an indexed card. Strips place it better than its face, and edges still better if it is whole."""
    visible = float(read.visible[number])
    corners = refine_outline(picture, card.corners) if card.witnesses == 2 or visible > WHOLE_SHARE else card.corners
    face = read.chances[number].astype(np.float64)
    return Detection(corners, card.chances, card.witnesses, card.agree, face, visible, card.score, card.size)


def _whole(picture: Picture, card: Strip, read: FacePredictions, number: int) -> Detection:
    face = read.chances[number].astype(np.float64)
    corners = refine_outline(picture, read.corners[number].astype(np.float64))
    beyond = lines_beyond(picture, corners) if face[UNKNOWN_DESIGN] + face[BACK] >= NAMED else 0.0
    visible = float(read.visible[number])
    return Detection(corners, np.zeros(len(DECK)), 0, True, face, visible, card.score, beyond=beyond)
