"""Comparing what lies at a place with the faces of a deck, cell by cell.

Light differs over a table and a card is often half covered, so each cell is judged by itself: its
brightness is taken out, its structure and its colours stay. A cell that fits speaks for a face, one
that does not speaks only a little against it, since another card may lie there.
"""

from __future__ import annotations

import cv2
import numpy as np

from companion.vision.arrays import Floats, Picture
from companion.vision.cards.card_frame import CELL, CELLS, COLUMNS, ROWS

NOISE = 0.0016
"""Variance, of white = 1, below which a cell counts as flat."""
FLAT_WEIGHT = 0.01
"""Variance at which a cell speaks with half its voice."""

BRIGHT = 0.85
"""The share of a patch that is darker than its paper."""
TINT = 0.35
"""How much of a cell's mean colour is kept."""


def cell_vectors(patches: Picture, scale: float = 1.0, softness: float = 0.8) -> Floats:
    """Patches (n, h, w, 3) of the card's frame at ``scale`` as cell vectors, (CELLS, n, values).

    Each patch is brought to white = 1 by its own brightest parts (a card's border) and softened a little so
    that half a pixel of misplacement does not matter. Each cell loses its mean brightness, and most of its
    mean colour: light is coloured too, and a wooden table is as brown as some pictures.
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
    """Faces made ready to be compared with: cell vectors lying the way a product reads them, and their energy."""

    def __init__(self, patches: Picture, scale: float = 1.0, softness: float = 0.8) -> None:
        cells = cell_vectors(patches, scale, softness)
        self.across = np.ascontiguousarray(cells.transpose(0, 2, 1))
        self.energy = (cells**2).mean(axis=2)


def compare_cells(patches: Floats, faces: FaceVectors) -> tuple[Floats, Floats]:
    """How alike each patch and each face are in each cell, -1…1, and the weight of that, 0…1; (CELLS, patches, faces).

    ``patches`` are :func:`vectors` of the same scale. Two flat cells are alike with little weight.
    """
    shared = patches @ faces.across / patches.shape[2]
    energy = (patches**2).mean(axis=2)[:, :, None] + faces.energy[:, None, :]
    return (2 * shared + NOISE) / (energy + NOISE), energy / (energy + FLAT_WEIGHT)


def weigh_evidence(alike: Floats, weight: Floats) -> Floats:
    """What each cell says for a face, in nats of a rough likelihood ratio, (CELLS, patches, faces)."""
    return np.maximum(weight * (alike - 0.4) * 3.0, -0.3)
