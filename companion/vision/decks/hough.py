"""Hough voting for cards: features of a picture that agree on a pose.

Every feature that looks like one on a face votes for a pose: where a card would lie, how large and how turned. Which
card it is does not matter yet: the same suit glyph stands at the same place on many, and all of them vote for one
pose. A card looks the same after a half turn, so poses are found up to one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from itertools import islice

import cv2
import numpy as np

from companion.pictures.arrays import Floats, Ints, Mask, Matrix
from companion.vision.cards.card_frame import CENTRE, HEIGHT, WIDTH, pose_from_similarity
from companion.vision.decks.gallery import Gallery

NEIGHBOURS = 3
ALIKE = 0.8
"""Cosine of two RootSIFT descriptors from which a feature may vote."""
SIZES = 1.45
"""Cards of one table differ in size in the picture, near to far, by at most this factor either way."""


@dataclass(frozen=True)
class Votes:
    """One vote a row: a picture feature and the place it points to.

    ``feature`` numbers the picture's feature, ``at`` is its point, ``on`` the point of the card's frame that it was
    taken for, ``view`` the gallery's view; ``centre``, ``scale`` (pixels a frame unit) and ``angle`` are of the place.
    """

    feature: Ints
    at: Floats
    on: Floats
    view: Ints
    centre: Floats
    scale: Floats
    angle: Floats

    def __len__(self) -> int:
        return len(self.feature)

    def only(self, chosen: Mask) -> Votes:
        """Return the chosen votes."""
        return Votes(*(getattr(self, column.name)[chosen] for column in fields(self)))


def votes(points: Floats, descriptors: Floats, gallery: Gallery) -> Votes:
    """Return the votes of a picture's features, (n, 4) and (n, 128)."""
    feature, match = _nearest(descriptors, gallery.descriptors)
    placed, known = points[feature], gallery.points[match]
    scale = placed[:, 2] / known[:, 2]
    angle = placed[:, 3] - known[:, 3]
    offset = np.array(CENTRE, np.float32) - known[:, :2]
    c, s = np.cos(angle) * scale, np.sin(angle) * scale
    centre = placed[:, :2] + np.column_stack([c * offset[:, 0] - s * offset[:, 1], s * offset[:, 0] + c * offset[:, 1]])
    return Votes(feature, placed[:, :2], known[:, :2], gallery.owner[match], centre, scale, angle)


def _nearest(descriptors: Floats, known: Floats, chunk: int = 512) -> tuple[Ints, Ints]:
    """Return the nearest ``NEIGHBOURS`` of every descriptor that are alike enough: rows of both."""
    rows: list[Ints] = []
    columns: list[Ints] = []
    for start in range(0, len(descriptors), chunk):
        alike = descriptors[start : start + chunk] @ known.T
        for _ in range(NEIGHBOURS):
            best = alike.argmax(axis=1)
            row = np.arange(len(best))
            good = alike[row, best] > ALIKE
            rows.append(row[good] + start)
            columns.append(best[good])
            alike[row, best] = -1
    if not rows:
        return np.zeros(0, np.intp), np.zeros(0, np.intp)
    return np.concatenate(rows), np.concatenate(columns)


def usual_scale(cast: Votes, size: tuple[int, int]) -> float:
    """Return the size of a card, pixels a frame unit, at which votes agree best on places; 0 if on none.

    Noise and the grain of a table vote too, mostly for one small size, but not for the same places. ``size`` is the
    picture's width and height.
    """
    agreeing = {scale: agreement(near_scale(cast, scale), scale, size) for scale in _frequent_scales(cast)}
    best = max(agreeing, key=agreeing.__getitem__, default=0.0)
    return best if agreeing.get(best) else 0.0


def _frequent_scales(cast: Votes, at_most: int = 4) -> list[float]:
    """Sizes that many votes name, each well apart from the others."""
    counts, edges = np.histogram(np.log(cast.scale), bins=60, range=(-2.5, 2.5))
    smooth = np.convolve(counts, [1, 2, 1], "same")
    chosen: list[float] = []
    for peak in np.argsort(-smooth, kind="stable"):
        middle = float(edges[peak] + edges[peak + 1]) / 2
        if smooth[peak] and all(abs(middle - other) > np.log(1.3) for other in chosen):
            chosen.append(middle)
        if len(chosen) == at_most:
            break
    return [float(np.exp(middle)) for middle in chosen]


def agreement(cast: Votes, scale: float, size: tuple[int, int]) -> int:
    """How many features agree on the dozen best places, roughly."""
    left = np.ones(len(cast), np.bool_)
    agreeing = 0
    for centre, angle in islice(_peaks(cast, 0.06 * HEIGHT * scale, size, at_least=4), 12):
        chosen = left & _around(cast, centre, angle, scale)
        agreeing += len(np.unique(cast.feature[chosen]))
        left &= ~chosen
    return agreeing


def near_scale(cast: Votes, scale: float) -> Votes:
    """Return the votes for cards of about this size."""
    return cast.only(np.abs(np.log(cast.scale / scale)) < np.log(SIZES)) if scale else cast


def hypotheses(
    cast: Votes, scale: float, size: tuple[int, int], at_least: int = 3, at_most: int = 80
) -> Iterator[Matrix]:
    """Yield poses of cards (3 × 3), the surest first, that at least so many features point to.

    ``size`` is the picture's width and height.
    """
    left = np.ones(len(cast), np.bool_)
    yielded = 0
    for centre, angle in _peaks(cast, 0.06 * HEIGHT * scale, size, at_least):
        chosen = left & _around(cast, centre, angle, scale)
        if len(np.unique(cast.feature[chosen])) < at_least:
            continue
        place, agree = _fitted(cast, chosen, angle)
        # What lies at a place that was found points nowhere else.
        left &= ~np.isin(cast.feature, cast.feature[agree])
        left &= ~chosen
        yield place
        yielded += 1
        if yielded == at_most:
            return


def _peaks(cast: Votes, bin_size: float, size: tuple[int, int], at_least: int) -> Iterator[tuple[Matrix, float]]:
    """Centres and angles (radians) at which votes peak, the highest first (non-maximum suppression between bins)."""
    if not len(cast):
        return
    margin = 8
    columns, rows = (int(side / bin_size) + 2 * margin + 2 for side in size)
    x = np.clip((cast.centre[:, 0] / bin_size).astype(int) + margin, 0, columns - 1)
    y = np.clip((cast.centre[:, 1] / bin_size).astype(int) + margin, 0, rows - 1)
    turn = ((cast.angle % np.pi) / np.pi * _TURNS).astype(int) % _TURNS
    # A feature counts once in a bin, however many faces it looks like.
    bins = ((turn * rows + y) * columns + x).astype(np.int64)
    once = np.unique(bins * 100_000 + cast.feature) // 100_000
    count = np.bincount(once, minlength=_TURNS * rows * columns).astype(np.float32).reshape(_TURNS, rows, columns)
    pooled = np.stack([cv2.boxFilter(layer, -1, (3, 3), normalize=False) for layer in count])
    pooled = pooled + np.roll(pooled, 1, axis=0) + np.roll(pooled, -1, axis=0)
    highest = np.stack([cv2.dilate(layer, np.ones((3, 3), np.uint8)) for layer in pooled])
    tops = np.flatnonzero((pooled >= highest) & (pooled >= at_least) & (count > 0))
    for top in tops[np.argsort(-pooled.reshape(-1)[tops], kind="stable")]:
        t, cell_y, cell_x = np.unravel_index(int(top), pooled.shape)
        centre = (np.array([cell_x, cell_y], np.float64) - margin + 0.5) * bin_size
        yield centre, (float(t) + 0.5) * np.pi / _TURNS


_TURNS = 18


def _around(cast: Votes, centre: Matrix, angle: float, scale: float) -> Mask:
    far = np.hypot(*(cast.centre - centre).T)
    turned = np.abs((cast.angle - angle + np.pi / 2) % np.pi - np.pi / 2)
    return np.asarray((far < 0.16 * HEIGHT * scale) & (turned < np.deg2rad(22)))


def _fitted(cast: Votes, chosen: Mask, angle: float) -> tuple[Matrix, Ints]:
    """Return the pose that most of the chosen votes agree on (RANSAC), and those votes."""
    rows = np.flatnonzero(chosen)
    flipped = np.cos(cast.angle[rows] - angle) < 0
    on = cast.on[rows].copy()
    on[flipped] = np.array([WIDTH, HEIGHT], np.float32) - on[flipped]
    at = cast.at[rows]
    turned = np.where(flipped, cast.angle[rows] + np.pi, cast.angle[rows])
    scale = float(np.median(cast.scale[rows]))
    middle = np.median(cast.centre[rows], axis=0)
    mean_angle = float(np.arctan2(np.sin(turned).mean(), np.cos(turned).mean()))
    rough = pose_from_similarity(float(middle[0]), float(middle[1]), scale, mean_angle)
    distinct = len(np.unique(cast.feature[rows]))
    if distinct < 4:
        return rough, rows
    tolerance = 0.025 * HEIGHT * scale
    estimate = cv2.estimateAffine2D if distinct >= 10 else cv2.estimateAffinePartial2D
    matrix, inliers = estimate(on, at, method=cv2.RANSAC, ransacReprojThreshold=tolerance, maxIters=300)
    if matrix is None or not _card_like(np.asarray(matrix, np.float64), scale):
        return rough, rows
    return np.vstack([matrix, [0, 0, 1]]), rows[inliers.ravel() > 0]


def _card_like(matrix: Matrix, scale: float) -> bool:
    """Whether an affine map keeps a card's shape roughly: no mirror, little shear, the expected size."""
    a, b = np.linalg.norm(matrix[:, 0]), np.linalg.norm(matrix[:, 1])
    area = float(np.linalg.det(matrix[:, :2]))
    return bool(area > 0 and area > 0.8 * a * b and 0.6 < a / b < 1.6 and 0.6 < np.sqrt(area) / scale < 1.6)
