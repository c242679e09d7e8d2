"""Find and read index strips: the narrow corners of cards with rank and suits, by two small networks.

A strip is a sixth of a card's width and 150/420 of its height. The finder returns its corners in the card's own order,
so a strip shows which end of its card is up. The reader distinguishes the 45 cards and anything else. The published
Decktet's Excuse has no index and is never found this way.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.pictures.arrays import Picture
from companion.pieces import DECK
from companion.vision.cards.finder_output import (
    CARD_HEAD,
    SIDE_MULTIPLE,
    STRIP_HEAD,
    OutputHead,
    decode_head,
    without_duplicates,
)
from companion.vision.networks import Network, load_network, loaded_once, map_in_threads, picture_tensor

NO_INDEX = len(DECK)
"""The reader's last class, after the cards in the order of :data:`DECK`."""

CROP = (32, 104)
"""Width and height of a strip as the reader sees it, with margins, pixels."""

FINDER_SIDES = (1280, 640)
"""Longer sides of the picture at which the finder runs, pixels."""
MIRROR_MARGIN = 96
"""Pixels that are mirrored around the smaller one."""
MIN_SCORE = 0.3
"""Score from which a cell counts as a strip."""
FAINT_SCORE = 0.15
"""Score from which a strip is read if it has a strip's size on the table."""

MAX_STRIPS = 512
"""Strips that are read, the most probable first: full tables have 150, a checked cloth seems to have 4,000.

Of whole cards there are never more."""
BATCH_SIZE = 32
"""Strips that are read at once: more take more memory."""
HOPELESS_PROBABILITY = 0.98
"""Probability of no index from which a second pass is not worth its time."""

_ACROSS, _ALONG = 0.25, 0.08
_MARGIN = np.array(
    [[-_ACROSS, -_ALONG], [1 + _ACROSS, -_ALONG], [1 + _ACROSS, 1 + _ALONG], [-_ACROSS, 1 + _ALONG]], np.float32
)
UNIT_SQUARE = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)


@dataclass(frozen=True, slots=True)
class Strip:
    """A detected strip or card.

    Attributes:
        corners: 4 × 2 picture pixels, clockwise from its own first corner.
        score: The detector's score, 0 to 1.
    """

    corners: NDArray[np.float32]
    score: float


@dataclass(frozen=True, slots=True)
class FinderDetections:
    """What the finder detected in a picture.

    Attributes:
        strips: Index strips.
        cards: Whole cards from either end.
        faint: Returns fainter strips as well, down to :data:`FAINT_SCORE`.
    """

    strips: Sequence[Strip]
    cards: Sequence[Strip]
    faint: Callable[[], Sequence[Strip]]


class IndexReader:
    """Finds and reads index strips with two networks, loaded at the first use.

    Args:
        finder: The network that detects strips; without, that of this install.
        reader: The network that reads them; without, that of this install.
    """

    def __init__(self, finder: Network | None = None, reader: Network | None = None) -> None:
        self._networks = finder, reader

    @cached_property
    def _finder(self) -> Network:
        return self._networks[0] or load_network("strip-finder")

    @cached_property
    def _reader(self) -> Network:
        return self._networks[1] or load_network("strip-reader")

    def load(self) -> None:
        """Load the networks before they are used."""
        _ = self._finder, self._reader

    def find(self, picture: Picture, least: float = MIN_SCORE) -> FinderDetections:
        """Detect every strip and every whole card in a picture of any size.

        The finder runs with the longer side reduced to 1280 pixels and again to 640. Cards from a 25th to a third of
        that side across are found.

        Args:
            picture: Height × width × 3, BGR.
            least: The smallest score.

        Returns:
            The detections.
        """
        answers: list[_Answer] = []
        for side in FINDER_SIDES:
            zoom = min(1.0, side / max(picture.shape[:2]))
            if zoom == 1.0 and side != FINDER_SIDES[-1] and max(picture.shape[:2]) <= FINDER_SIDES[-1]:
                continue
            small = picture if zoom == 1 else cv2.resize(picture, None, fx=zoom, fy=zoom, interpolation=cv2.INTER_AREA)
            scale = np.array([picture.shape[1] / small.shape[1], picture.shape[0] / small.shape[0]], np.float32)
            # A card across the picture's edge is known by what a mirror there would show of it.
            edge = MIRROR_MARGIN if side == FINDER_SIDES[-1] else 0
            framed = cv2.copyMakeBorder(small, edge, edge, edge, edge, cv2.BORDER_REFLECT_101) if edge else small
            answers.append((self._run_finder(np.asarray(framed, np.uint8)), edge, scale))
        return FinderDetections(
            _decode(answers, STRIP_HEAD, least, picture),
            _decode(answers, CARD_HEAD, least, picture),
            lambda: _decode(answers, STRIP_HEAD, FAINT_SCORE, picture),
        )

    def _run_finder(self, picture: Picture) -> NDArray[np.float32]:
        return np.asarray(self._finder(picture_tensor(picture, SIDE_MULTIPLE))[0], np.float32)

    def read(self, picture: Picture, strips: Sequence[Strip]) -> tuple[list[Strip], NDArray[np.float32]]:
        """Read strips.

        A first pass moves each strip onto its place; the second counts. Of overlapping strips only the best is
        returned.

        Args:
            picture: Height × width × 3, BGR.
            strips: Where to read.

        Returns:
            The strips in their places, and their probabilities of each card of :data:`DECK` and last of no index (N ×
            46).
        """
        outlines = np.array([strip.corners for strip in strips], np.float32).reshape(-1, 4, 2)
        chances, quads = self.read_each(picture, outlines)
        kept = suppress_overlaps(quads, chances[:, :NO_INDEX].max(axis=1) * [strip.score for strip in strips])
        return [Strip(quads[number], strips[number].score) for number in kept], chances[kept]

    def read_each(
        self, picture: Picture, quads: NDArray[np.float32]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Read outlines in two passes, like :meth:`read`, overlapping or not.

        Args:
            picture: Height × width × 3, BGR.
            quads: Where to read (N × 4 × 2 pixels).

        Returns:
            The probabilities (N × 46) and the outlines moved onto the strips.
        """
        if not len(quads):
            return np.zeros((0, NO_INDEX + 1), np.float32), quads
        chances, quads = self._read_once(picture, quads)
        alive = np.flatnonzero(chances[:, NO_INDEX] < HOPELESS_PROBABILITY)
        if len(alive):
            second, placed = self._read_once(picture, quads[alive])
            chances[alive], quads[alive] = second, placed
        return chances, quads

    def _read_once(
        self, picture: Picture, quads: NDArray[np.float32]
    ) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return the probabilities (N × 46) at outlines (N × 4 × 2), and the outlines moved onto the strips."""
        batches = [quads[start : start + BATCH_SIZE] for start in range(0, len(quads), BATCH_SIZE)]
        answer = np.concatenate(map_in_threads(lambda batch: self._reader(crop_strips(picture, batch)), batches))
        exponents = np.exp(answer[:, : NO_INDEX + 1] - answer[:, : NO_INDEX + 1].max(axis=1, keepdims=True))
        moved = np.stack([apply_offsets(quad, off) for quad, off in zip(quads, answer[:, NO_INDEX + 1 :], strict=True)])
        return np.asarray(exponents / exponents.sum(axis=1, keepdims=True), np.float32), moved


def suppress_overlaps(quads: NDArray[np.float32], worth: NDArray[np.float32]) -> list[int]:
    """Return the numbers of the strips that overlap none of more worth: neither has its middle in the other."""
    kept: list[int] = []
    middles = quads.mean(axis=1)
    reach = np.linalg.norm(quads - middles[:, None], axis=2).max(axis=1) + 1.0
    for number in np.argsort(-worth):
        # On a patterned cloth there are hundreds: only those near enough are compared.
        distances = np.linalg.norm(middles[kept] - middles[number], axis=1)
        near = [kept[place] for place in np.flatnonzero(distances <= np.maximum(reach[kept], reach[number]))]
        covers = (_inside(quads[other], middles[number]) or _inside(quads[number], middles[other]) for other in near)
        if not any(covers):
            kept.append(int(number))
    return kept


def _inside(quad: NDArray[np.float32], point: NDArray[np.float32]) -> bool:
    return cv2.pointPolygonTest(quad.reshape(-1, 1, 2), (float(point[0]), float(point[1])), False) >= 0


def apply_offsets(quad: NDArray[np.float32], offsets: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return a strip's corners from where it was expected and 8 offsets, in its widths and lengths."""
    to_picture = cv2.getPerspectiveTransform(UNIT_SQUARE, quad.astype(np.float32))
    corners = UNIT_SQUARE + np.clip(offsets, -0.5, 0.5).reshape(4, 2)
    return np.asarray(cv2.perspectiveTransform(corners[None].astype(np.float32), to_picture)[0], np.float32)


def corner_offsets(quad: NDArray[np.float32], truth: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the 8 offsets with which :func:`apply_offsets` moves ``quad`` onto ``truth``."""
    to_unit = cv2.getPerspectiveTransform(quad.astype(np.float32), UNIT_SQUARE)
    corners = cv2.perspectiveTransform(truth[None].astype(np.float32), to_unit)[0]
    return np.asarray(corners - UNIT_SQUARE, np.float32).reshape(-1)


@loaded_once
def shipped_index_reader() -> IndexReader:
    """Return the networks of this install, loaded on its first use."""
    return IndexReader()


_Answer = tuple[NDArray[np.float32], int, NDArray[np.float32]]
"""The finder's output with the margin around the picture and the scale of its pixels."""


def _decode(answers: Sequence[_Answer], kind: OutputHead, least: float, picture: Picture) -> list[Strip]:
    """Return the detections of one head, the best first, without duplicates and those more than half out of view."""
    decoded = [(decode_head(answer, kind, least), edge, scale) for answer, edge, scale in answers]
    quads = np.concatenate([(quads - edge) * scale for (quads, _), edge, scale in decoded])
    scores = np.concatenate([scores for (_, scores), _, _ in decoded])
    middles, reaches = quads.mean(axis=1), np.linalg.norm(quads[:, 2] - quads[:, 0], axis=1)[:, None] / 4
    in_view = ((-reaches < middles) & (middles - reaches < (picture.shape[1], picture.shape[0]))).all(axis=1)
    quads, scores = quads[in_view], scores[in_view]
    order = np.argsort(-scores, kind="stable")
    return [Strip(quads[n], float(scores[n])) for n in order[without_duplicates(quads[order], kind, MAX_STRIPS)]]


def crop_strips(picture: Picture, quads: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the strips as the reader's input (N × 3 × 104 × 32), each crop with mean 0 and deviation 1.

    Args:
        picture: Height × width × 3, BGR.
        quads: The strips' corners (N × 4 × 2 pixels).

    Returns:
        The crops.
    """
    crops = cut_quads(picture, quads, _MARGIN, np.asarray(UNIT_SQUARE * CROP, np.float32))
    crops -= crops.mean(axis=(1, 2, 3), keepdims=True)
    crops /= crops.std(axis=(1, 2, 3), keepdims=True) + 8
    return crops


def cut_quads(
    picture: Picture, quads: NDArray[np.float32], outline: NDArray[np.float32], frame: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Return rectified quadrilaterals.

    Args:
        picture: Height × width × 3, BGR.
        quads: Their corners (N × 4 × 2 pixels).
        outline: What is cut out, in their widths and lengths (4 × 2).
        frame: Where that comes to lie in a crop (4 × 2 pixels), whose size this shows.

    Returns:
        The crops (N × 3 × height × width).
    """
    wide, high = np.ceil(frame[2]).astype(int).tolist()
    crops = np.empty((len(quads), 3, high, wide), np.float32)
    for number, quad in enumerate(quads):
        to_picture = cv2.getPerspectiveTransform(UNIT_SQUARE, quad.astype(np.float32))
        wider = cv2.perspectiveTransform(outline[None], to_picture)[0]
        to_frame = cv2.getPerspectiveTransform(wider.astype(np.float32) - np.float32(0.5), frame)
        crop = cv2.warpPerspective(
            picture, to_frame, (wide, high), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        crops[number] = np.asarray(crop, np.float32).transpose(2, 0, 1)
    return crops
