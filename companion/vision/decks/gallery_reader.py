"""Read the cards in a picture with a gallery, the clearest first.

Features vote for hypotheses of where cards lie (:mod:`~companion.vision.decks.hough`). The faces that fit a hypothesis
best are aligned to the picture (:mod:`~companion.vision.cards.alignment`) and compared with it cell by cell
(:mod:`~companion.vision.cards.alignment`). What one card explains cannot count for another
(:mod:`~companion.vision.cards.card_frame`), so a card of which a third is visible is judged by that third.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from companion.pictures.arrays import Floats, Mask, Matrix, Picture
from companion.vision.cards.alignment import align_face, cell_vectors, compare_cells, weigh_evidence
from companion.vision.cards.card_frame import CELLS, FREE, HALF_TURN, OcclusionMap, card_centre, card_height, rectify
from companion.vision.decks.gallery import Gallery, features_of, sift
from companion.vision.decks.hough import agreement, hypotheses, near_scale, usual_scale, votes

MAX_FEATURES = 3600
"""SIFT features of a picture, at most."""
NOISE_LIMIT = 2.5
"""Standard deviation of the noise, of 255, from which a picture is smoothed first."""
MIN_WINDOWS = 8
"""Windows of a card that must be found where they belong."""
MIN_EVIDENCE = 10.0
"""Evidence, in nats, from which a hypothesis is a card …"""
WINDOW_WORTH = 0.4
"""… or less of it, each window found in place being worth this much, …"""
MIN_LEAD = 4.2
"""… if no other face comes within this many nats."""

TEXTURE = 0.004
"""Variance, of white = 1, from which a cell of a face has a mark on it."""
MIN_LIKENESS = 0.3
"""Likeness from which such a cell is visible."""


@dataclass(frozen=True)
class GalleryReading:
    """One card read from a gallery.

    Attributes:
        place: Its pose, a homography from the card's frame (3 × 3).
        view: The best view of the gallery.
        evidence: Evidence of each cell for every view (CELLS × views), nats.
        alike: How well each cell fits the best view.
        free: The cells that no other card explains.
        shown: The share of the view's marks that are visible.
        windows: How many of its windows were found in place.
    """

    place: Matrix
    view: int
    evidence: Floats
    alike: Floats
    free: Mask
    shown: float
    windows: int

    @property
    def totals(self) -> Floats:
        """Evidence for every view, over the free cells."""
        return np.asarray(self.evidence[self.free].sum(axis=0))

    @property
    def clear(self) -> bool:
        """Whether a card lies there beyond what the grain of a table can cause."""
        if self.windows < MIN_WINDOWS:
            return False
        found = self.strength + WINDOW_WORTH * self.windows > MIN_EVIDENCE and self.strength > 0
        return self.strength > MIN_EVIDENCE or (found and self.strength - self._second > MIN_LEAD)

    @property
    def faint(self) -> bool:
        """Whether only its windows support it."""
        return self.strength <= MIN_EVIDENCE

    @property
    def _second(self) -> float:
        """Evidence for the best of the other views."""
        totals = self.totals
        totals[self.view] = -np.inf
        return float(totals.max())

    @property
    def strength(self) -> float:
        """Evidence for the best view, nats."""
        return float(self.totals[self.view])


@dataclass(frozen=True)
class PictureFeatures:
    """A picture and its SIFT features: keypoints (n × 4) and descriptors (n × 128)."""

    pixels: Picture
    grey: Picture
    points: Floats
    descriptors: Floats

    @classmethod
    def of(cls, pixels: Picture) -> PictureFeatures:
        """Return the features of BGR pixels (height × width × 3)."""
        pixels = _reduce_noise(pixels)
        grey = np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8)
        return cls(pixels, grey, *_features(grey))

    def familiarity(self, gallery: Gallery) -> int:
        """Return how well a gallery explains a sample of the features: the number that agree on places."""
        step = max(1, len(self.points) // 400)
        cast = votes(self.points[::step], self.descriptors[::step], gallery)
        size = (self.pixels.shape[1], self.pixels.shape[0])
        scale = usual_scale(cast, size)
        if not scale:
            return 0
        return agreement(near_scale(cast, scale), scale, size)


def _features(grey: Picture) -> tuple[Floats, Floats]:
    """Compute features half by half: a detector takes 200 times the memory of its picture."""
    middle, wide = grey.shape[1] // 2, grey.shape[1]
    detector = sift(MAX_FEATURES // 2)
    found = []
    for low, high in ((0, middle), (middle, wide)):
        start = max(0, low - _BEYOND)
        points, descriptors = features_of(np.ascontiguousarray(grey[:, start : high + _BEYOND]), detector)
        points[:, 0] += start
        own = (points[:, 0] >= low) & (points[:, 0] < high)
        found.append((points[own], descriptors[own]))
    return np.concatenate([points for points, _ in found]), np.concatenate([described for _, described in found])


_BEYOND = 128
"""Pixels beyond its half that belong to a feature's surroundings."""


def _reduce_noise(pixels: Picture) -> Picture:
    """Return a noisy picture smoothed according to its noise, and any other unchanged."""
    ripple = cv2.filter2D(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), cv2.CV_16S, _RIPPLE)
    noise = float(np.median(np.abs(ripple))) / (0.6745 * 6)
    if noise < NOISE_LIMIT:
        return pixels
    return np.asarray(cv2.GaussianBlur(pixels, (0, 0), min(1.5, 0.4 + noise / 10)), np.uint8)


_RIPPLE = np.array([[1, -2, 1], [-2, 4, -2], [1, -2, 1]], np.float32)
"""A filter for changes from pixel to pixel, not for edges and slopes; its norm is 6."""


class GalleryReader:
    """Reads one picture with one gallery."""

    def __init__(self, features: PictureFeatures, gallery: Gallery) -> None:
        self._features = features
        self._pixels, self._grey = features.pixels, features.grey
        self._gallery = gallery
        self._size = (features.pixels.shape[1], features.pixels.shape[0])
        self._explained = OcclusionMap(*self._size)
        self.readings: list[GalleryReading] = []
        self._centres: list[tuple[float, float, float]] = []

    def read(self) -> list[GalleryReading]:
        """Return every card that can be recognised, the clearest first."""
        cast = votes(self._features.points, self._features.descriptors, self._gallery)
        scale = usual_scale(cast, self._size)
        if not scale:
            return []
        cast = near_scale(cast, scale)
        found = list(hypotheses(cast, scale, self._size))
        coarse = self._compare_coarsely(found)
        later = self._accept(found, coarse, at_least=0.0)
        later = self._accept([found[i] for i in later], coarse[:, later], at_least=-3.0)
        rest = cast.only(self._explained.owners(cast.at.astype(np.float64)) == FREE)
        if self.readings and len(rest):
            local = near_scale(rest, float(np.median([card_height(r.place) for r in self.readings])) / 140)
            found = list(hypotheses(local, scale, self._size, at_least=1, at_most=120))
            self._accept(found, self._compare_coarsely(found), at_least=-1.5)
        return self.readings

    def _compare_coarsely(self, found: Sequence[Matrix]) -> Floats:
        """Compare every hypothesis coarsely: evidence (CELLS × hypotheses × views both ways up)."""
        if not found:
            return np.zeros((CELLS, 0, 2 * len(self._gallery.codes)), np.float32)
        patches = np.stack([rectify(self._pixels, place, 0.5) for place in found])
        return weigh_evidence(*compare_cells(cell_vectors(patches, 0.5, 0.6), self._gallery.small))

    def _accept(self, found: Sequence[Matrix], coarse: Floats, at_least: float) -> list[int]:
        """Read the hypotheses with at least so much coarse evidence; return the numbers of the others."""
        later = []
        promising: list[tuple[float, int, int]] = []
        for i, place in enumerate(found):
            free = self._explained.free_cells(place)
            totals = coarse[free, i].sum(axis=0)
            best = int(totals.argmax())
            if totals[best] < at_least or free.sum() < 20 or self._is_taken(place):
                later.append(i)
            else:
                promising.append((float(totals[best]), i, best))
        for _, i, best in sorted(promising, reverse=True):
            reading = self._read(found[i], best)
            if reading is None:
                later.append(i)
            else:
                self._keep(reading)
        return later

    def _read(self, place: Matrix, hint: int) -> GalleryReading | None:
        """Read a hypothesis that may show ``hint``: a view or, counted on, a view upside down."""
        views = len(self._gallery.codes)
        homography = place if hint < views else place @ HALF_TURN
        if self._is_taken(homography):
            return None
        free = self._explained.free_cells(homography)
        view = hint % views
        homography, windows = align_face(self._grey, homography, self._gallery.templates[view], free)
        if self._is_taken(homography):
            return None
        free = self._explained.free_cells(homography)
        patch = cell_vectors(rectify(self._pixels, homography)[None])
        alike, weight = compare_cells(patch, self._gallery.whole)
        cells = weigh_evidence(alike, weight)[:, 0]
        view = int(cells[free].sum(axis=0).argmax())
        own = alike[:, 0, view]
        on_it = self._gallery.whole.energy[:, view] > TEXTURE
        shown = float((own[on_it] > MIN_LIKENESS).mean()) if on_it.any() else 0.0
        reading = GalleryReading(homography, view, cells, own, free, shown, windows)
        return reading if reading.clear else None

    def _is_taken(self, homography: Matrix) -> bool:
        """Return whether a card was read there already, the same way round or turned."""
        x, y = card_centre(homography)
        return any(math.hypot(x - ox, y - oy) < reach for ox, oy, reach in self._centres)

    def _keep(self, reading: GalleryReading) -> None:
        shown = reading.free & (reading.alike > 0.2)
        self._explained.enter(len(self.readings), reading.place, shown)
        self.readings.append(reading)
        self._centres.append((*card_centre(reading.place), 0.12 * card_height(reading.place)))
