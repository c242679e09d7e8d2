"""Data augmentation of tiles: rotation, scale, crop and light."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from companion.pictures.arrays import Floats, Matrix, Picture

_POINTS = np.stack(np.meshgrid(np.linspace(0.1, 0.9, 4), np.linspace(0.05, 0.95, 6)), axis=-1).reshape(-1, 2)


@dataclass(frozen=True, slots=True)
class View:
    """A square part of a tile after rotation and scaling: a 2 × 3 matrix from tile pixels to its own."""

    matrix: Matrix
    side: int

    @classmethod
    def random(cls, tile: int, side: int, rng: np.random.Generator) -> View:
        """Return a view with random rotation and a scale of 0.8 to 1.25; half of them by quarter turns.

        Args:
            tile: side of the tile in pixels.
            side: side of the view in pixels.
            rng: the source of randomness.

        Returns:
            The view.
        """
        whole = rng.random() < 0.5
        angle = float(rng.integers(4)) * math.pi / 2 if whole else float(rng.uniform(0, 2 * math.pi))
        scale = 1.0 if whole and rng.random() < 0.5 else float(np.exp(rng.uniform(-0.22, 0.22)))
        c, s = round(scale * math.cos(angle), 9), round(scale * math.sin(angle), 9)
        slack = (tile - side / scale) / 2
        middle = tile / 2 + (np.round(rng.uniform(-1, 1, 2) * max(slack, 0.0)) if slack > 0 else np.zeros(2))
        turned = np.array([[c, -s], [s, c]])
        return cls(np.column_stack([turned, side / 2 - turned @ middle]), side)

    def crop(self, tile: Picture) -> Picture:
        """Return the view's part (side × side × 3) of a tile (height × width × 3)."""
        to_centres = np.column_stack([self.matrix[:, :2], self.matrix @ (0.5, 0.5, 1.0) - 0.5])
        size = (self.side, self.side)
        return np.asarray(
            cv2.warpAffine(tile, to_centres, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8
        )

    def transform(self, quads: Floats, visible: Floats) -> tuple[Floats, Floats]:
        """Return quadrilaterals (N × 4 × 2) in this view, and their visible shares here (N).

        Args:
            quads: corners in tile pixels, N × 4 × 2.
            visible: visible shares in the tile, N.

        Returns:
            Corners in view pixels and visible shares.
        """
        moved = np.asarray(quads @ self.matrix[:, :2].T + self.matrix[:, 2], np.float32)
        if not len(moved):
            return moved, visible
        u, v = _POINTS[:, :1], _POINTS[:, 1:]
        weights = np.stack([(1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v], axis=-1)[:, 0]
        inside = weights @ moved
        share_inside = ((inside > 0) & (inside < self.side)).all(axis=2).mean(axis=1)
        return moved, np.asarray(visible * share_inside, np.float32)


def vary_crop(crop: Floats, rng: np.random.Generator) -> Floats:
    """Return a normalised crop (1 × 3 × height × width) with random blur, noise and tint."""
    if rng.random() < 0.25:
        soft = cv2.GaussianBlur(crop[0].transpose(1, 2, 0), (0, 0), float(rng.uniform(0.4, 1.4)))
        crop = np.ascontiguousarray(soft.transpose(2, 0, 1)[None])
    if rng.random() < 0.2:
        crop = crop + rng.standard_normal(crop.shape, np.float32) * np.float32(rng.uniform(0, 0.3))
    gain, lift = rng.normal(1, 0.08, (1, 3, 1, 1)), rng.normal(0, 0.08, (1, 3, 1, 1))
    return np.asarray(crop * gain + lift, np.float32)


def vary_light(picture: Picture, rng: np.random.Generator) -> Floats:
    """Return a picture (height × width × 3) as network input, 3 × height × width, 0–1, under random light."""
    if rng.random() < 0.15:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(0.4, 1.2))), np.uint8)
    tint = (rng.uniform(0.88, 1.12, 3) * rng.uniform(0.75, 1.25) / 255).astype(np.float32)
    lit = picture * tint + np.float32(rng.normal(0, 0.02))
    if rng.random() < 0.2:
        lit += rng.standard_normal(lit.shape, np.float32) * np.float32(rng.uniform(0, 0.04))
    return np.ascontiguousarray(np.clip(lit, 0, 1).transpose(2, 0, 1))
