"""The table as its cards tell of it: where the camera stands over it, and what makes a place look level."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.table.sightings import CardSighting, Point
from companion.vision.arrays import Matrix
from companion.vision.camera_pose.aspect import Aspect, Lean
from companion.vision.camera_pose.estimation import WHOLE_CARD_ERROR, CameraPose, Landmark, estimate_pose
from companion.vision.cards.card_frame import HEIGHT, WIDTH

NEAREST_CARDS = 5
"""So many of the nearest cards are asked; the middle of what they say counts."""
MIN_COSINE = 0.6
"""A table seen more flatly than this (the cosine of its tilt) is not believed."""
MAX_DICE_TILT = math.radians(27)
"""Dice seen from further aside than this are read with doubt."""


@dataclass(frozen=True, slots=True)
class TableView:
    """The cards that tell, and the camera that they calibrate; None where they are too few."""

    cards: tuple[CardSighting, ...] = ()
    standpoint: CameraPose | None = None

    @classmethod
    def of(
        cls, cards: Sequence[CardSighting], width: int, height: int, landmarks: Sequence[Landmark] = ()
    ) -> TableView:
        """Told by the sure ones among these cards, in a picture so many pixels wide and high.

        ``landmarks`` are others that the same camera saw from where it stands.
        """
        sure = tuple(card for card in cards if card.sure)
        return cls(sure, estimate_pose([*map(Landmark.of, sure), *landmarks], width, height))

    @property
    def for_dice(self) -> tuple[Point, ...]:
        """The outline of where dice are best thrown; empty where nobody knows how the camera stands."""
        return self.standpoint.seen_within(MAX_DICE_TILT) if self.standpoint else ()

    def at(self, point: Point) -> Aspect:
        """How the place around a point of the picture is seen."""
        if self.standpoint is None:
            return Aspect(levelling_map(moments_near(point, self.cards)))
        return aspect_from_pose(self.standpoint, point)


def aspect_from_pose(standpoint: CameraPose, point: Point) -> Aspect:
    """How the place around a point of the picture is seen by a camera that stands so."""
    return Aspect(levelling_map(standpoint.squeezed_at(point)), Lean(*standpoint.tilt_at(point)))


def levelling_map(squeezed: Matrix) -> Matrix:
    """The map, shape (2, 2), that rectifies a place: after it, the table is seen from straight above there.

    ``squeezed`` are the second moments of a round spot as it is seen there. It only stretches, across the way the table
    leans.
    """
    values, axes = np.linalg.eigh(squeezed)
    stretch = np.clip(np.sqrt(np.maximum(values, 1e-6 * values[-1]) / values[-1]), MIN_COSINE, 1)
    return np.asarray(axes @ np.diag(1 / stretch) @ axes.T)


def moments_near(point: Point, cards: Sequence[CardSighting]) -> Matrix:
    """How a round spot lies in the picture near a point, by the nearest of these sure cards; round where none tells.

    One that is placed by one index alone is taken to be seen from above: it tells nothing.
    """
    telling = [card for card in cards if Landmark.of(card).error == WHOLE_CARD_ERROR]
    if not telling:
        return np.eye(2)
    nearest = sorted(telling, key=lambda card: math.dist(np.mean(card.corners, axis=0), point))[:NEAREST_CARDS]
    return np.asarray(np.median([_squeeze(card) for card in nearest], axis=0))


def _squeeze(card: CardSighting) -> Matrix:
    """How a round spot on the card lies in the picture: its second moments, the larger axis 1."""
    a, b, c, d = (np.array(corner) for corner in card.corners)
    across, along = (b - a + c - d) / (2 * WIDTH), (d - a + c - b) / (2 * HEIGHT)
    frame = np.column_stack([across, along])
    moments = frame @ frame.T
    return np.asarray(moments / max(float(np.linalg.eigvalsh(moments)[-1]), 1e-9))
