"""Detect cards with the networks: outlines by index strips and by whole cards, with the predictions for each.

In a fan an index is narrow and the neighbour's is near: the finder then turns its strip by 40 degrees, and the reader
slides onto the neighbour. On the plane a strip has one size and about the neighbour's direction: so it is placed
there and read again.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from companion.pictures.arrays import Matrix, Picture
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
from companion.vision.cards.index_strips import (
    HOPELESS_PROBABILITY,
    NO_INDEX,
    FinderDetections,
    IndexReader,
    Strip,
    suppress_overlaps,
)
from companion.vision.cards.strip_pairing import STRIP, IndexedCard, pair_strips, strip_size

TURNS = (-16.0, 16.0)
"""Degrees between a strip and the nearest one in a fan, if unclear without; the reader bears as much again."""
FAN = 1.0
"""Distance of centres, in card widths, to which strips are of one fan."""
MAX_STRIPS = 48
"""Strips that are read again, the most probable first."""
ROUGH_SIZES = (0.6, 1.6)
"""Sizes on the table, in those of a strip, between which the finder's outline may be of a strip."""
SIZES = (0.8, 1.25)
"""The same once the reader has placed it."""
OTHER_STRIP = 0.12
"""Distance of centres, in card widths, from which a strip is not one that was read already."""
MAX_SHIFT = 0.2
"""Distance, in card widths, by which the reader may move a strip: farther it reads the neighbour."""
READ = 0.99
"""Probability of one card from which the second reading counts: the finder hardly saw these strips."""

SCORE = 0.25
"""Score of a strip that only the second reading found: less than any that the first one reads."""

Strips = tuple[list[Strip], NDArray[np.float32]]
"""Strips in their places with their predictions (N × 46)."""


def read_again(
    picture: Picture, reader: IndexReader, plane: CardPlane, faint: Sequence[Strip], first: Strips
) -> Strips:
    """Read strips that the first reading lost.

    Args:
        picture: Height × width × 3, BGR.
        reader: The networks for index strips.
        plane: The table, of known camera pose.
        faint: Everything that the finder detected, the most probable first.
        first: The first reading.

    Returns:
        The first reading, followed by the strips that are new.
    """
    strips, chances = first
    read = [strip.corners for strip, one in zip(strips, chances, strict=True) if one[NO_INDEX] < 0.5]
    known = _middles(plane, read)
    places = _unread(plane, faint, known)
    if not places:
        return first
    aligned = np.array([_aligned(plane, place, known, read) for place in places])
    quads, found = _read_turned(picture, reader, plane, aligned)
    # What was read at first stays, and of several readings of one place the clearest.
    all_quads = np.array([*read, *quads], np.float32).reshape(-1, 4, 2)
    worth = np.array([*(2.0 for _ in read), *found[:, :NO_INDEX].max(axis=1)], np.float32)
    new = sorted(n - len(read) for n in suppress_overlaps(all_quads, worth) if n >= len(read))
    return [*strips, *(Strip(quads[n], SCORE) for n in new)], np.concatenate([chances, found[new]])


def _read_turned(
    picture: Picture, reader: IndexReader, plane: CardPlane, straight: NDArray[np.float32]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return what is read of outlines (N × 4 × 2), turned if they are unclear as they are but may be strips."""
    found, moved = reader.read_each(picture, straight)
    good = np.array([_is_strip(plane, *one) for one in zip(straight, moved, found, strict=True)], np.bool_)
    unclear = straight[~good & (found[:, NO_INDEX] < HOPELESS_PROBABILITY)]
    quads, chances = [moved[good]], [found[good]]
    if len(unclear):
        tried = np.concatenate([_turned(plane, one) for one in unclear])
        found, moved = reader.read_each(picture, tried)
        good = np.array([_is_strip(plane, *one) for one in zip(tried, moved, found, strict=True)], np.bool_)
        quads, chances = [*quads, moved[good]], [*chances, found[good]]
    return np.concatenate(quads), np.concatenate(chances)


def _unread(plane: CardPlane, faint: Sequence[Strip], known: Matrix) -> list[Strip]:
    """Return the strips of about a strip's size that were not read, but others near them, whose centres are known."""
    middles = _middles(plane, [strip.corners for strip in faint])
    kept = []
    for strip, middle in zip(faint, middles, strict=True):
        away = float(np.linalg.norm(known - middle, axis=1).min(initial=FAN))
        size = strip_size(strip.corners.astype(np.float64), plane) if OTHER_STRIP < away < FAN else None
        if size is not None and ROUGH_SIZES[0] < size < ROUGH_SIZES[1]:
            kept.append(strip)
    return kept[:MAX_STRIPS]


def _middles(plane: CardPlane, strips: Sequence[NDArray[np.float32]]) -> Matrix:
    """Return the centres of strips on the table (N × 2 card widths)."""
    middles = np.array([strip.mean(axis=0) for strip in strips], np.float64).reshape(-1, 2)
    return plane.on_table(middles) if len(middles) else middles


def _aligned(plane: CardPlane, strip: Strip, known: Matrix, read: Sequence[NDArray[np.float32]]) -> NDArray[np.float32]:
    """Return the strip at true size (4 × 2 pixels), in the direction of the nearest one that was read."""
    middle, _ = _direction(plane, strip.corners)
    nearest = int(np.linalg.norm(known - middle, axis=1).argmin())
    return _strip_at(plane, middle, _direction(plane, read[nearest])[1])


def _turned(plane: CardPlane, strip: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return a strip turned to both sides (TURNS × 4 × 2 pixels)."""
    middle, along = _direction(plane, strip)
    return np.array([_strip_at(plane, middle, along + turn) for turn in np.radians(TURNS)], np.float32)


def _strip_at(plane: CardPlane, middle: Matrix, turn: float) -> NDArray[np.float32]:
    """Return the outline of a strip (4 × 2 pixels) about a point of the table, turned by so many radians."""
    cos, sin = np.cos(turn), np.sin(turn)
    placed = (STRIP - STRIP.mean(axis=0)) @ np.array([[cos, sin], [-sin, cos]])
    return plane.in_picture(placed + middle).astype(np.float32)


def _direction(plane: CardPlane, strip: NDArray[np.float32]) -> tuple[Matrix, float]:
    """Return a strip's centre on the table and its rotation there, radians."""
    lying = plane.on_table(strip.astype(np.float64))
    along = lying[3] + lying[2] - lying[0] - lying[1]
    return lying.mean(axis=0), float(np.arctan2(-along[0], along[1]))


def _is_strip(
    plane: CardPlane, tried: NDArray[np.float32], moved: NDArray[np.float32], chances: NDArray[np.float32]
) -> bool:
    """Return whether a second reading is clear, of a strip's size and still where it was tried."""
    size = strip_size(moved.astype(np.float64), plane)
    shift = float(np.linalg.norm(np.diff(_middles(plane, [tried, moved]), axis=0)))
    clear = float(chances[:NO_INDEX].max()) >= READ
    return clear and size is not None and SIZES[0] < size < SIZES[1] and shift < MAX_SHIFT


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
