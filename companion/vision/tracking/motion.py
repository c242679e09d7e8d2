"""Frame differencing and background subtraction on a small grey picture.

Pictures are compared by structure: how well the surroundings of a pixel in one are a brighter or darker copy of those
in the other (the structural part of SSIM, Wang et al. 2004). A lamp, a cloud, mains flicker or a camera's gain change
the light of a place, not its structure.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import cv2
import numpy as np

from companion.pictures.arrays import Floats, Mask, Matrix, Picture
from companion.pictures.sources.frame import to_half

SMALL_WIDTH = 320
"""Width of the small picture, pixels."""
MIN_SIMILARITY = 0.6
"""Structural similarity, of 1, below which a place has changed."""
WINDOW = 7
"""Side of the window in which structure is compared, pixels of the small picture."""
MIN_VARIANCE = 12.0
"""Variance, of 255 squared, that a place must have for its structure to count …"""
NOISE_FACTOR = 12.0
"""… or this many times the picture's own noise."""
MIN_CHANGED_PIXELS = 14
"""Connected pixels of the small picture below which a change is noise. A die covers about fifty."""
MOTION_SECONDS = 0.2
"""Seconds between the frames that are compared for motion."""


@dataclass(frozen=True, slots=True, eq=False)
class SmallPicture:
    """A small grey picture (rows × columns) with the mean and the variance around every pixel."""

    grey: Floats
    mean: Floats
    variance: Floats

    @classmethod
    def of(cls, grey: Floats) -> SmallPicture:
        """Return a small picture with its statistics."""
        mean = cv2.blur(grey, (WINDOW, WINDOW))
        return cls(grey, np.asarray(mean), np.asarray(cv2.blur(grey * grey, (WINDOW, WINDOW)) - mean * mean))

    @classmethod
    def from_pixels(cls, pixels: Picture) -> SmallPicture:
        """Return the small picture of BGR pixels."""
        return cls.from_half(to_half(pixels))

    @classmethod
    def from_half(cls, grey: Picture) -> SmallPicture:
        """Return the small picture of grey pixels, as :attr:`~companion.pictures.sources.frame.Frame.half`."""
        height = max(1, round(grey.shape[0] * SMALL_WIDTH / grey.shape[1]))
        # Halving twice takes half the time of one step to a quarter.
        while grey.shape[1] >= 2 * SMALL_WIDTH and not (grey.shape[0] % 2 or grey.shape[1] % 2):
            size = (grey.shape[1] // 2, grey.shape[0] // 2)
            grey = np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.uint8)
        return cls.of(np.asarray(cv2.resize(grey, (SMALL_WIDTH, height), interpolation=cv2.INTER_AREA), np.float32))

    def moved(self, homography: Matrix, scale: float) -> SmallPicture:
        """Return the picture moved by a homography of large pixels, ``scale`` of them per small pixel."""
        zoom = np.diag([scale, scale, 1.0])
        own = np.linalg.inv(zoom) @ homography @ zoom
        size = (self.grey.shape[1], self.grey.shape[0])
        return SmallPicture.of(np.asarray(cv2.warpPerspective(self.grey, own, size, borderMode=cv2.BORDER_REPLICATE)))


def find_changes(before: SmallPicture, after: SmallPicture, grain: float = MIN_VARIANCE) -> Mask:
    """Return where two pictures of one size differ in structure, without specks.

    Args:
        before: One picture.
        after: The other.
        grain: Variance that structure must have to count.

    Returns:
        The mask, rows × columns.
    """
    shared = cv2.blur(before.grey * after.grey, (WINDOW, WINDOW)) - before.mean * after.mean
    # Rounding makes the variance of a flat place a little negative.
    strength = np.sqrt(np.maximum(before.variance * after.variance, 0.0))
    differs = ((shared + grain) < MIN_SIMILARITY * (strength + grain)).astype(np.uint8)
    if not differs.any():
        return np.zeros(differs.shape, np.bool_)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(differs)
    large = np.flatnonzero(stats[:, cv2.CC_STAT_AREA] >= MIN_CHANGED_PIXELS)
    keep = np.zeros(count, np.bool_)
    keep[large[large > 0]] = True
    return np.asarray(keep[labels])


def dilated(mask: Mask, side: int = WINDOW) -> Mask:
    """Return a mask with all within a square of this side around its pixels."""
    return cv2.dilate(mask.astype(np.uint8), np.ones((side, side), np.uint8)).astype(np.bool_)


@dataclass(frozen=True, slots=True, eq=False)
class MotionMasks:
    """A frame's small picture, where it moves now, and where it differs from the background."""

    small: SmallPicture
    moving: Mask
    changed: Mask

    def without(self, mask: Mask) -> MotionMasks:
        """Return the masks without the places in another mask."""
        return MotionMasks(self.small, self.moving & ~mask, self.changed & ~mask) if mask.any() else self


class MotionDetector:
    """Compares each frame with those just before and with the background, the table as it was last read."""

    def __init__(self) -> None:
        self._recent: deque[tuple[float, SmallPicture]] = deque()
        self._background: SmallPicture | None = None
        self._covered: SmallPicture | None = None
        self._arm = np.zeros((0, 0), np.bool_)
        self._noise = 1.0
        self._since_blend = 0

    def update(self, small: SmallPicture, at: float, where: Mask | None = None, quiet: bool = False) -> MotionMasks:
        """Take in a frame's small picture.

        Args:
            small: The picture.
            at: Its time, seconds.
            where: The places that count, in the shape of the small picture; all of them without.
            quiet: Whether the table is at rest; motion is then computed only if something differs.

        Returns:
            The masks of motion and change.
        """
        if self._recent and self._recent[-1][1].grey.shape != small.grey.shape:
            self._recent.clear()
            self._background = None
        while len(self._recent) > 1 and at - self._recent[1][0] >= MOTION_SECONDS:
            self._recent.popleft()
        if self._recent:
            self._measure_noise(self._recent[-1][1], small)
        grain = max(MIN_VARIANCE, NOISE_FACTOR * self._noise)
        counted = np.ones(small.grey.shape, np.bool_) if where is None else where
        different = self._different(small, grain) & counted
        quiet = quiet and not different.any()
        moving = np.zeros_like(different) if quiet else self._moving(small, grain) & counted
        self._recent.append((at, small))
        if self._background is not None and self._covered is None and not (moving.any() or different.any()):
            self._blend(small)
        return MotionMasks(small, moving, different)

    def _different(self, small: SmallPicture, grain: float) -> Mask:
        """Return where a picture differs from the background, with and without an arm over it."""
        if self._background is None:
            return np.ones(small.grey.shape, np.bool_)
        different = find_changes(self._background, small, grain)
        if self._covered is None or not different.any():
            return different
        since = find_changes(self._covered, small, grain)
        if (since & self._arm).any():  # it moves: what it held or lay near it was not read yet
            self._covered = None
            return different
        return different & since

    def _moving(self, small: SmallPicture, grain: float) -> Mask:
        """Return where a picture differs from a moment ago."""
        moving = np.zeros(small.grey.shape, np.bool_)
        for before in {id(one): one for _, one in (*list(self._recent)[:1], *list(self._recent)[-1:])}.values():
            moving = moving | find_changes(before, small, grain)
        return moving

    def learn(
        self, small: SmallPicture, arm: Mask | None = None, reach: Mask | None = None, unread: Mask | None = None
    ) -> None:
        """Make a picture the background, after the table was read.

        Args:
            small: The picture.
            arm: Where an arm rests. What it covers is no change, neither while it rests nor when it leaves.
            reach: What the arm may hold or lay down: a change once the arm moves.
            unread: What was left out. The background stays there, and what lies there remains a change.
        """
        self._since_blend = 0
        self._covered = None
        if unread is not None and unread.any() and self._background is not None:
            small = SmallPicture.of(np.where(unread, self._background.grey, small.grey))
        if arm is not None and reach is not None and reach.any() and self._background is not None:
            self._covered, self._arm = small, arm
            small = SmallPicture.of(np.where(dilated(reach), self._background.grey, small.grey))
        self._background = small

    @property
    def watched(self) -> float:
        """Seconds of past frames to compare with."""
        return self._recent[-1][0] - self._recent[0][0] if self._recent else 0.0

    def _measure_noise(self, before: SmallPicture, after: SmallPicture) -> None:
        differences = np.abs(after.grey[::8, ::8] - before.grey[::8, ::8])
        sigma = float(np.median(differences)) / (0.6745 * np.sqrt(2))
        self._noise += 0.2 * (sigma * sigma - self._noise)

    def _blend(self, small: SmallPicture) -> None:
        """Blend a still frame into the background: it follows the light and averages out the noise."""
        self._since_blend += 1
        if self._background is None or self._since_blend < 5:
            return
        self._since_blend = 0
        self._background = SmallPicture.of(np.asarray(0.8 * self._background.grey + 0.2 * small.grey, np.float32))
