"""The table as its cards tell of it: where the camera stands over it, and what makes a place look level."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.table.sightings import CardSighting, Point
from companion.vision.arrays import Matrix
from companion.vision.camera_pose.lean import Aspect, Lean
from companion.vision.camera_pose.standpoint import PLACED, Landmark, Standpoint, standpoint
from companion.vision.cards.card_frame import HEIGHT, WIDTH

NEAREST = 5
"""So many of the nearest cards are asked; the middle of what they say counts."""
FLATTEST = 0.6
"""A table seen more flatly than this (the cosine of its tilt) is not believed."""
ASIDE = math.radians(27)
"""Dice seen from further aside than this are read with doubt."""


@dataclass(frozen=True, slots=True)
class Tabletop:
    """The cards that tell, and the camera that they calibrate; None where they are too few."""

    cards: tuple[CardSighting, ...] = ()
    standpoint: Standpoint | None = None

    @classmethod
    def of(cls, cards: Sequence[CardSighting], width: int, height: int, landmarks: Sequence[Landmark] = ()) -> Tabletop:
        """Told by the sure ones among these cards, in a picture so many pixels wide and high.

        ``landmarks`` are others that the same camera saw from where it stands.
        """
        sure = tuple(card for card in cards if card.sure)
        return cls(sure, standpoint([*map(Landmark.of, sure), *landmarks], width, height))

    @property
    def for_dice(self) -> tuple[Point, ...]:
        """The outline of where dice are best thrown; empty where nobody knows how the camera stands."""
        return self.standpoint.seen_within(ASIDE) if self.standpoint else ()

    def at(self, point: Point) -> Aspect:
        """How the place around a point of the picture is seen."""
        if self.standpoint is None:
            return Aspect(levelled(squeezed_near(point, self.cards)))
        return seen_from(self.standpoint, point)


def seen_from(standpoint: Standpoint, point: Point) -> Aspect:
    """How the place around a point of the picture is seen by a camera that stands so."""
    return Aspect(levelled(standpoint.squeezed_at(point)), Lean(*standpoint.tilt_at(point)))


def levelled(squeezed: Matrix) -> Matrix:
    """The map, shape (2, 2), that rectifies a place: after it, the table is seen from straight above there.

    ``squeezed`` are the second moments of a round spot as it is seen there. It only stretches, across the way the table
    leans.
    """
    values, axes = np.linalg.eigh(squeezed)
    stretch = np.clip(np.sqrt(np.maximum(values, 1e-6 * values[-1]) / values[-1]), FLATTEST, 1)
    return np.asarray(axes @ np.diag(1 / stretch) @ axes.T)


def squeezed_near(point: Point, cards: Sequence[CardSighting]) -> Matrix:
    """How a round spot lies in the picture near a point, by the nearest of these sure cards; round where none tells.

    One that is placed by one index alone is taken to be seen from above: it tells nothing.
    """
    telling = [card for card in cards if Landmark.of(card).error == PLACED]
    if not telling:
        return np.eye(2)
    nearest = sorted(telling, key=lambda card: math.dist(np.mean(card.corners, axis=0), point))[:NEAREST]
    return np.asarray(np.median([_squeeze(card) for card in nearest], axis=0))


def _squeeze(card: CardSighting) -> Matrix:
    """How a round spot on the card lies in the picture: its second moments, the larger axis 1."""
    a, b, c, d = (np.array(corner) for corner in card.corners)
    across, along = (b - a + c - d) / (2 * WIDTH), (d - a + c - b) / (2 * HEIGHT)
    frame = np.column_stack([across, along])
    moments = frame @ frame.T
    return np.asarray(moments / max(float(np.linalg.eigvalsh(moments)[-1]), 1e-9))
