"""Compare a place in a picture with the faces of a deck, cell by cell.

Light differs over a table, and cards are often partly covered. Each cell is therefore judged by itself, without its
brightness. A cell that fits counts for a face; one that does not counts little against it, because another card may lie
there.
"""

from __future__ import annotations

import cv2
import numpy as np

from companion.pictures.arrays import Floats, Picture
from companion.vision.cards.card_frame import CELL, CELLS, COLUMNS, ROWS

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
