"""Frame differencing and background subtraction on a small grey picture: what moves, and what has changed.

It is cheap enough for every frame of a quiet evening. Two pictures are compared by their structure: how well the small
surroundings of a pixel in one are a brighter or darker copy of those in the other (the structural part of SSIM, Wang et
al. 2004). A lamp switched on, a cloud, the mains' flicker or a camera's gain change a place's light, not its structure.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import cv2
import numpy as np

from companion.vision.arrays import Floats
from companion.vision.cards.card_frame import Bools, Bytes, Doubles
from companion.vision.sources.frame import halved

ACROSS = 320
"""Width of the small picture, pixels."""
ALIKE = 0.6
"""Structural likeness, of 1, below which a place has changed."""
WINDOW = 7
GRAIN = 12.0
"""Variance, of 255 squared, that a place must have before its structure means anything …"""
NOISES = 12.0
"""… or so many times the picture's own noise."""
SPECK = 14
"""Pixels of the small picture; fewer that changed together are noise. A die makes about fifty."""
SPAN = 0.2
"""Seconds: what is as it was so long ago does not move."""


@dataclass(frozen=True, slots=True, eq=False)
class Small:
    """A small grey picture (height, width) with the mean and the variance around every pixel."""

    grey: Floats
    mean: Floats
    variance: Floats

    @classmethod
    def of(cls, grey: Floats) -> Small:
        mean = cv2.blur(grey, (WINDOW, WINDOW))
        return cls(grey, np.asarray(mean), np.asarray(cv2.blur(grey * grey, (WINDOW, WINDOW)) - mean * mean))

    @classmethod
    def from_pixels(cls, pixels: Bytes) -> Small:
        """Of a picture in BGR."""
        return cls.from_half(halved(pixels))

    @classmethod
    def from_half(cls, grey: Bytes) -> Small:
        """Of a grey picture, :attr:`~companion.vision.sources.frame.Frame.half` of one."""
        height = max(1, round(grey.shape[0] * ACROSS / grey.shape[1]))
        # Halving twice takes half the time of one step to a quarter.
        while grey.shape[1] >= 2 * ACROSS and not (grey.shape[0] % 2 or grey.shape[1] % 2):
            size = (grey.shape[1] // 2, grey.shape[0] // 2)
            grey = np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.uint8)
        return cls.of(np.asarray(cv2.resize(grey, (ACROSS, height), interpolation=cv2.INTER_AREA), np.float32))

    def moved(self, homography: Doubles, scale: float) -> Small:
        """The picture after everything moved; the homography is of large pixels, ``scale`` of them a small one."""
        zoom = np.diag([scale, scale, 1.0])
        own = np.linalg.inv(zoom) @ homography @ zoom
        size = (self.grey.shape[1], self.grey.shape[0])
        return Small.of(np.asarray(cv2.warpPerspective(self.grey, own, size, borderMode=cv2.BORDER_REPLICATE)))


def changed(before: Small, after: Small, grain: float = GRAIN) -> Bools:
    """Where two pictures of one size differ in structure, specks left out; shape (height, width)."""
    shared = cv2.blur(before.grey * after.grey, (WINDOW, WINDOW)) - before.mean * after.mean
    # Rounding makes the variance of a flat place a little negative.
    strength = np.sqrt(np.maximum(before.variance * after.variance, 0.0))
    differs = ((shared + grain) < ALIKE * (strength + grain)).astype(np.uint8)
    if not differs.any():
        return np.zeros(differs.shape, np.bool_)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(differs)
    large = np.flatnonzero(stats[:, cv2.CC_STAT_AREA] >= SPECK)
    keep = np.zeros(count, np.bool_)
    keep[large[large > 0]] = True
    return np.asarray(keep[labels])


@dataclass(frozen=True, slots=True, eq=False)
class MotionMasks:
    """What one frame shows, as masks: where it moves now, and where it differs from the background."""

    small: Small
    moving: Bools
    changed: Bools

    def without(self, mask: Bools) -> MotionMasks:
        """The same but for what the mask shows."""
        return MotionMasks(self.small, self.moving & ~mask, self.changed & ~mask) if mask.any() else self


class Motion:
    """Compares each frame with those just before and with the background: the table as it was when it was last read."""

    def __init__(self) -> None:
        self._recent: deque[tuple[float, Small]] = deque()
        self._background: Small | None = None
        self._covered: Small | None = None
        self._noise = 1.0
        self._since_blend = 0

    def see(self, small: Small, at: float, where: Bools | None = None, quiet: bool = False) -> MotionMasks:
        """Takes in a frame's small picture; ``where`` (of the small picture's shape) limits what counts.

        Of a table that was ``quiet`` so far, and lies as it lay, nobody asks what moves.
        """
        if self._recent and self._recent[-1][1].grey.shape != small.grey.shape:
            self._recent.clear()
            self._background = None
        while len(self._recent) > 1 and at - self._recent[1][0] >= SPAN:
            self._recent.popleft()
        if self._recent:
            self._measure_noise(self._recent[-1][1], small)
        grain = max(GRAIN, NOISES * self._noise)
        everywhere = np.ones(small.grey.shape, np.bool_) if where is None else where
        different = self._different(small, grain) & everywhere
        quiet = quiet and not different.any()
        moving = np.zeros_like(different) if quiet else self._moving(small, grain) & everywhere
        self._recent.append((at, small))
        if self._background is not None and self._covered is None and not (moving.any() or different.any()):
            self._blend(small)
        return MotionMasks(small, moving, different)

    def _different(self, small: Small, grain: float) -> Bools:
        """Where it differs from the background, with an arm on it or without."""
        if self._background is None:
            return np.ones(small.grey.shape, np.bool_)
        different = changed(self._background, small, grain)
        if self._covered is not None and different.any():
            different = different & changed(self._covered, small, grain)
        return different

    def _moving(self, small: Small, grain: float) -> Bools:
        """Where it is not as it was a moment ago; a picture that comes alone tells nothing of that."""
        moving = np.zeros(small.grey.shape, np.bool_)
        for before in {id(one): one for _, one in (*list(self._recent)[:1], *list(self._recent)[-1:])}.values():
            moving = moving | changed(before, small, grain)
        return moving

    def learn(self, small: Small, aside: Bools | None = None) -> None:
        """Makes this the background, for the table was read as it is now.

        Where ``aside`` shows an arm that rests on it, the background stays as it was: neither the arm's staying nor
        its leaving is a change.
        """
        self._since_blend = 0
        self._covered = None
        if aside is not None and aside.any() and self._background is not None:
            self._covered = small
            wide = cv2.dilate(aside.astype(np.uint8), np.ones((WINDOW, WINDOW), np.uint8))
            small = Small.of(np.where(wide > 0, self._background.grey, small.grey))
        self._background = small

    @property
    def watched(self) -> float:
        """Seconds of the past that are at hand to compare with."""
        return self._recent[-1][0] - self._recent[0][0] if self._recent else 0.0

    def _measure_noise(self, before: Small, after: Small) -> None:
        apart = np.abs(after.grey[::8, ::8] - before.grey[::8, ::8])
        sigma = float(np.median(apart)) / (0.6745 * np.sqrt(2))
        self._noise += 0.2 * (sigma * sigma - self._noise)

    def _blend(self, small: Small) -> None:
        """Blends a still frame into the background: it follows the light, and averages the noise out."""
        self._since_blend += 1
        if self._background is None or self._since_blend < 5:
            return
        self._since_blend = 0
        self._background = Small.of(np.asarray(0.8 * self._background.grey + 0.2 * small.grey, np.float32))
