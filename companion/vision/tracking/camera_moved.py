"""Detect a nudged camera or a pulled tablecloth: the whole picture moved since it was last read."""

from __future__ import annotations

import cv2
import numpy as np

from companion.pictures.arrays import Matrix, Picture
from companion.vision.tracking.motion import MIN_VARIANCE, SmallPicture

MIN_MOTION = 0.35
"""Pixels of the small picture by which most points must have moved."""
MAX_POINTS = 120
"""Points that are followed at most."""
MIN_INLIERS = 0.6
"""Share of the points that must move together."""


def estimate_camera_motion(before: SmallPicture, after: SmallPicture, scale: float) -> Matrix | None:
    """Estimate the homography that carries one picture to a later one.

    Optical flow (Lucas and Kanade) follows points between the small pictures. RANSAC ignores those that a hand moved.

    Args:
        before: The small picture before.
        after: The one after.
        scale: Large pixels per small pixel.

    Returns:
        The homography in large pixels; None if the camera did not move, or if that cannot be estimated.
    """
    before_texture, after_texture = _normalise(before), _normalise(after)
    points = cv2.goodFeaturesToTrack(before_texture, MAX_POINTS, 0.02, 6)
    if points is None or len(points) < 12:
        return None
    unset = np.empty_like(points)
    moved, found, _ = cv2.calcOpticalFlowPyrLK(
        before_texture, after_texture, points, unset, winSize=(21, 21), maxLevel=3
    )
    good = found.ravel() > 0
    if good.sum() < 12:
        return None
    start, end = points[good].reshape(-1, 2), moved[good].reshape(-1, 2)
    distances = np.hypot(*(end - start).T)
    if np.median(distances) < MIN_MOTION:
        return None
    homography, inliers = cv2.findHomography(start, end, cv2.RANSAC, 1.0)
    if homography is None or inliers.sum() < MIN_INLIERS * len(points):
        return None
    zoom = np.diag([scale, scale, 1.0])
    return np.asarray(zoom @ homography @ np.linalg.inv(zoom), np.float64)


def _normalise(small: SmallPicture) -> Picture:
    """Return the picture without its light: following points assumes constant brightness."""
    normalised = (small.grey - small.mean) / np.sqrt(np.maximum(small.variance, 0) + 4 * MIN_VARIANCE)
    return np.asarray(np.clip(128 + 50 * normalised, 0, 255), np.uint8)
