"""Align a face to a picture: template matching finds its windows nearby, and their agreement moves the pose.

A pose is a homography from the card's frame to picture pixels (:mod:`~companion.vision.cards.card_frame`).
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from companion.pictures.arrays import Floats, Mask, Matrix, Picture
from companion.vision.cards.card_frame import CELL, COLUMNS, HEIGHT, ROWS, WIDTH, rectify

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
