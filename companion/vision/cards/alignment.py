"""Align a face to a picture by template matching, and compare it with a deck's faces cell by cell.

A pose is a homography from the card's frame to picture pixels (:mod:`~companion.vision.cards.card_frame`).

Light differs over a table, and cards are often partly covered. Each cell is therefore judged by itself, without its
brightness. A cell that fits counts for a face; one that does not counts little against it, because another card may lie
there.
"""

from collections.abc import Sequence

import cv2
import numpy as np

from companion.pictures.arrays import Floats, Mask, Matrix, Picture
from companion.vision.cards.card_frame import CELL, CELLS, COLUMNS, HEIGHT, ROWS, WIDTH, rectify

NOISE = 0.0016
"""Variance, of white = 1, below which a cell counts as flat."""
FLAT_WEIGHT = 0.01
"""Variance at which a cell has half its weight."""

BRIGHT = 0.85
"""Share of a patch that is darker than its paper."""
TINT = 0.35
"""Share of a cell's mean colour that is kept."""


def cell_vectors(patches: Picture, scale: float = 1.0, softness: float = 0.8) -> Floats:
    """Return patches of the card's frame as cell vectors.

    A patch's brightest parts, a card's border, become 1. It is blurred slightly against misplacement by half a pixel.
    Each cell loses its mean brightness and most of its mean colour, because light is coloured too.

    Args:
        patches: The patches (n × height × width × 3).
        scale: Pixels per frame unit.
        softness: Standard deviation of the blur, pixels.

    Returns:
        CELLS × n × values.
    """
    side = round(CELL * scale)
    count = len(patches)
    soft = np.empty((count, ROWS * side, COLUMNS * side, 3), np.float32)
    for i, patch in enumerate(patches):
        sample = np.sort(patch.reshape(-1, 3)[::7], axis=0)
        white = sample[int(BRIGHT * (len(sample) - 1))].astype(np.float32)
        soft[i] = cv2.GaussianBlur(patch.astype(np.float32) / np.maximum(white, 24), (0, 0), softness)
    cells = soft.reshape(count, ROWS, side, COLUMNS, side, 3).transpose(1, 3, 0, 2, 4, 5).reshape(CELLS, count, -1, 3)
    mean = cells.mean(axis=2, keepdims=True)
    tint = TINT * (mean - mean.mean(axis=3, keepdims=True))
    return np.ascontiguousarray((cells - mean + tint).reshape(CELLS, count, -1))


class FaceVectors:
    """Cell vectors of faces, laid out for a matrix product, and their energy."""

    def __init__(self, patches: Picture, scale: float = 1.0, softness: float = 0.8) -> None:
        cells = cell_vectors(patches, scale, softness)
        self.across = np.ascontiguousarray(cells.transpose(0, 2, 1))
        self.energy = (cells**2).mean(axis=2)


def compare_cells(patches: Floats, faces: FaceVectors) -> tuple[Floats, Floats]:
    """Compare each patch with each face in each cell.

    Args:
        patches: :func:`cell_vectors` of the same scale.
        faces: The faces.

    Returns:
        Likeness, -1 to 1, and its weight, 0 to 1 (CELLS × patches × faces each). Flat cells are alike with little
        weight.
    """
    shared = patches @ faces.across / patches.shape[2]
    energy = (patches**2).mean(axis=2)[:, :, None] + faces.energy[:, None, :]
    return (2 * shared + NOISE) / (energy + NOISE), energy / (energy + FLAT_WEIGHT)


def weigh_evidence(alike: Floats, weight: Floats) -> Floats:
    """Return each cell's evidence for a face, in nats of a rough likelihood ratio (CELLS × patches × faces)."""
    return np.maximum(weight * (alike - 0.4) * 3.0, -0.3)


WINDOW = 20
STEP = 10
REACH, CLOSE_REACH = 5, 2
"""Frame units by which a window is searched around its place: at first, and once the pose is nearly right."""
PROBE_STEP, MIN_FOUND_SHARE, ENOUGH_WINDOWS = 3, 0.1, 10
"""Every third window is searched first; a smaller share found means no face, ten windows suffice for a first pose."""
TEXTURE = 12
"""Standard deviation, of 255, from which a window has something on it."""
MIN_CORRELATION = 0.6
"""Normalised cross-correlation from which a window counts as found."""


class Templates:
    """A face cut into templates: its windows with something on them."""

    def __init__(self, face: Picture) -> None:
        self.windows: list[tuple[int, int, Picture]] = []
        for top in range(0, HEIGHT - WINDOW + 1, STEP):
            for left in range(0, WIDTH - WINDOW + 1, STEP):
                window = np.ascontiguousarray(face[top : top + WINDOW, left : left + WINDOW])
                if window.std() > TEXTURE:
                    self.windows.append((top, left, window))


def align_face(grey: Picture, place: Matrix, templates: Templates, free: Mask) -> tuple[Matrix, int]:
    """Align a face to the picture near a pose.

    Args:
        grey: The picture in grey.
        place: The pose to start from.
        templates: The windows of the face.
        free: The cells that may be compared (CELLS).

    Returns:
        The pose at which the face fits best, and how many windows were found; the old pose if they are too few.
    """
    grid = free.reshape(ROWS, COLUMNS)
    windows = [
        w for w in templates.windows if grid[w[0] // CELL : w[0] // CELL + 2, w[1] // CELL : w[1] // CELL + 2].any()
    ]
    probe = windows[::PROBE_STEP]
    here, there = _displacements(grey, place, probe, REACH)
    if len(here) < MIN_FOUND_SHARE * len(probe):
        return place, len(here)
    found = 0
    for reach in (REACH, CLOSE_REACH):
        if reach == CLOSE_REACH or len(here) < ENOUGH_WINDOWS:
            here, there = _displacements(grey, place, windows, reach)
        found = len(here)
        correction = _correction(here, there)
        if correction is None:
            break
        place = place @ correction
        place = place / place[2, 2]
    return place, found


def _displacements(
    grey: Picture, place: Matrix, windows: Sequence[tuple[int, int, Picture]], reach: int
) -> tuple[Floats, Floats]:
    """Return the windows' centres found, and where they lie at this pose (n × 2 each, frame units)."""
    wide = rectify(grey, place, margin=reach)
    here, there = [], []
    for top, left, window in windows:
        around = wide[top : top + WINDOW + 2 * reach, left : left + WINDOW + 2 * reach]
        match = cv2.matchTemplate(around, window, cv2.TM_CCOEFF_NORMED)
        _, peak, _, (x, y) = cv2.minMaxLoc(match)
        if peak < MIN_CORRELATION or not (0 < x < 2 * reach and 0 < y < 2 * reach):
            continue
        before_x, after_x = match.item(y, x - 1), match.item(y, x + 1)
        before_y, after_y = match.item(y - 1, x), match.item(y + 1, x)
        middle = (left + WINDOW / 2, top + WINDOW / 2)
        shift_x, shift_y = (
            x + _parabola_top(before_x, peak, after_x) - reach,
            y + _parabola_top(before_y, peak, after_y) - reach,
        )
        here.append(middle)
        there.append((middle[0] + shift_x, middle[1] + shift_y))
    return np.array(here, np.float32).reshape(-1, 2), np.array(there, np.float32).reshape(-1, 2)


def _parabola_top(before: float, peak: float, after: float) -> float:
    """Return where between three neighbours a parabola has its top, -0.5 to 0.5."""
    bend = before - 2 * peak + after
    return min(max(0.5 * (before - after) / bend, -0.5), 0.5) if bend < 0 else 0.0


def _correction(here: Floats, there: Floats) -> Matrix | None:
    """Return the affine map in the frame on which most windows agree (RANSAC); a similarity if few are found."""
    if len(here) < 4:
        return None
    spread = here.std(axis=0)
    free = len(here) >= 12 and spread.min() > 15
    estimate = cv2.estimateAffine2D if free else cv2.estimateAffinePartial2D
    matrix, inliers = estimate(here, there, method=cv2.RANSAC, ransacReprojThreshold=1.2, maxIters=200)
    if matrix is None or inliers.sum() < 4:
        return None
    if abs(np.linalg.det(matrix[:, :2]) - 1) > 0.25:
        return None
    return np.vstack([matrix, [0.0, 0.0, 1.0]])
