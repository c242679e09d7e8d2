"""Camera motion: whether the whole picture moved since it was last read, by a nudged camera or a pulled tablecloth."""

from __future__ import annotations

import cv2
import numpy as np

from companion.vision.arrays import Matrix, Picture
from companion.vision.tracking.motion import MIN_VARIANCE, SmallPicture

MIN_MOTION = 0.35
"""Pixels of the small picture that most points must have moved."""
MAX_POINTS = 120
MIN_INLIERS = 0.6
"""Share of the points that must move together."""


def estimate_camera_motion(before: SmallPicture, after: SmallPicture, scale: float) -> Matrix | None:
    """The homography, in large pixels (``scale`` of them a small one), that carries the picture before to the one
    after; None where the camera stands as it stood, or where nothing tells.

    Optical flow (Lucas and Kanade) follows points from one small picture to the other; the homography is fitted by
    RANSAC, so that what a hand did to a few of them does not matter.
    """
    here, there = _drawn(before), _drawn(after)
    points = cv2.goodFeaturesToTrack(here, MAX_POINTS, 0.02, 6)
    if points is None or len(points) < 12:
        return None
    moved, found, _ = cv2.calcOpticalFlowPyrLK(here, there, points, np.empty_like(points), winSize=(21, 21), maxLevel=3)
    good = found.ravel() > 0
    if good.sum() < 12:
        return None
    start, end = points[good].reshape(-1, 2), moved[good].reshape(-1, 2)
    apart = np.hypot(*(end - start).T)
    if np.median(apart) < MIN_MOTION:
        return None
    homography, inliers = cv2.findHomography(start, end, cv2.RANSAC, 1.0)
    if homography is None or inliers.sum() < MIN_INLIERS * len(points):
        return None
    zoom = np.diag([scale, scale, 1.0])
    return np.asarray(zoom @ homography @ np.linalg.inv(zoom), np.float64)


def _drawn(small: SmallPicture) -> Picture:
    """The picture's drawing without its light: following points trusts that brightness stays."""
    drawing = (small.grey - small.mean) / np.sqrt(np.maximum(small.variance, 0) + 4 * MIN_VARIANCE)
    return np.asarray(np.clip(128 + 50 * drawing, 0, 255), np.uint8)
