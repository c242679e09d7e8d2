"""How a table leans away from the camera, told by the cards that lie on it."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from companion.table.sightings import CardSighting, Point
from companion.vision.cardframe import HEIGHT, WIDTH

Matrix = NDArray[np.float64]

ASKED = 5
"""So many of the nearest cards are asked; the middle of what they say counts."""
FLATTEST = 0.6
"""A table seen more flatly than this (the cosine of its tilt) is not believed."""


def level_at(point: Point, cards: Sequence[CardSighting]) -> Matrix:
    """The map, shape (2, 2), that makes the table around ``point`` look as if seen from straight above.

    It only stretches, across the way the table leans; the unit map where no sure card tells.
    """
    sure = [card for card in cards if card.sure]
    if not sure:
        return np.eye(2)
    nearest = sorted(sure, key=lambda card: math.dist(np.mean(card.corners, axis=0), point))[:ASKED]
    squeezed = np.median([_squeeze(card) for card in nearest], axis=0)
    values, axes = np.linalg.eigh(squeezed)
    stretch = np.clip(np.sqrt(np.maximum(values, 1e-6) / values[-1]), FLATTEST, 1)
    return np.asarray(axes @ np.diag(1 / stretch) @ axes.T)


def _squeeze(card: CardSighting) -> Matrix:
    """How a round spot on the card lies in the picture: its second moments, the larger axis 1."""
    a, b, c, d = (np.array(corner) for corner in card.corners)
    across, along = (b - a + c - d) / (2 * WIDTH), (d - a + c - b) / (2 * HEIGHT)
    frame = np.column_stack([across, along])
    moments = frame @ frame.T
    return np.asarray(moments / max(float(np.linalg.eigvalsh(moments)[-1]), 1e-9))
