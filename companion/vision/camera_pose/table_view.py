"""How the camera sees a table: the camera pose by its cards, and the aspect of each place."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.pictures.arrays import Matrix, middle_of
from companion.table.sightings import CardSighting, Point
from companion.vision.camera_pose.estimation import WHOLE_CARD_ERROR, CameraPose, Landmark, estimate_pose
from companion.vision.cards.card_frame import HEIGHT, WIDTH


@dataclass(frozen=True, slots=True)
class Lean:
    """The direction of a camera's view: ``tilt`` radians off straight down.

    Attributes:
        tilt: The angle, radians.
        up: Where the top of an upright thing is shifted to in the picture, of length 1.
    """

    tilt: float
    up: Point


@dataclass(frozen=True, slots=True, eq=False)
class Aspect:
    """How one place is seen.

    Attributes:
        level: The 2 × 2 map that levels it.
        lean: The direction of view; None if the camera pose is unknown.
    """

    level: NDArray[np.float64]
    lean: Lean | None = None


FROM_ABOVE = Aspect(np.eye(2))
"""The aspect without any knowledge: most cameras look straight down."""


NEAREST_CARDS = 5
"""Nearest cards whose median levels a place if there is no camera pose."""
MIN_COSINE = 0.6
"""Smallest cosine of a table's tilt that is plausible."""
MAX_DICE_TILT = math.radians(27)
"""Angle of view, radians, beyond which readings of dice are uncertain."""


@dataclass(frozen=True, slots=True)
class TableView:
    """The certain cards, and the camera pose that they calibrate; None if they are too few."""

    cards: tuple[CardSighting, ...] = ()
    pose: CameraPose | None = None

    @classmethod
    def of(
        cls, cards: Sequence[CardSighting], width: int, height: int, landmarks: Sequence[Landmark] = ()
    ) -> TableView:
        """Return the view by the certain ones of these cards.

        Args:
            cards: The sightings in the picture.
            width: Of the picture, pixels.
            height: Of the picture, pixels.
            landmarks: Others that the camera saw from the same position.
        """
        sure = tuple(card for card in cards if card.sure)
        return cls(sure, estimate_pose([*map(Landmark.of, sure), *landmarks], width, height))

    @property
    def for_dice(self) -> tuple[Point, ...]:
        """The outline of the best place for dice; empty without a camera pose."""
        return self.pose.outline_within(MAX_DICE_TILT) if self.pose else ()

    def at(self, point: Point) -> Aspect:
        """Return the aspect of the place around a point of the picture."""
        if self.pose is None:
            return Aspect(levelling_map(moments_near(point, self.cards)))
        return aspect_from_pose(self.pose, point)


def aspect_from_pose(pose: CameraPose, point: Point) -> Aspect:
    """Return the aspect of the place around a point of the picture for a camera pose."""
    return Aspect(levelling_map(pose.moments_at(point)), Lean(*pose.tilt_at(point)))


def levelling_map(moments: Matrix) -> Matrix:
    """Return the 2 × 2 map after which a place is seen from straight above.

    It only stretches, across the direction in which the table leans.

    Args:
        moments: The second moments of a round spot as it is seen there.
    """
    values, axes = np.linalg.eigh(moments)
    stretch = np.clip(np.sqrt(np.maximum(values, 1e-6 * values[-1]) / values[-1]), MIN_COSINE, 1)
    return np.asarray(axes @ np.diag(1 / stretch) @ axes.T)


def moments_near(point: Point, cards: Sequence[CardSighting]) -> Matrix:
    """Return how a round spot is seen near a point: the median second moments (2 × 2) of the nearest cards.

    A card that only one index places counts as seen from above.

    Args:
        point: The point of the picture, pixels.
        cards: Certain cards.

    Returns:
        The moments; a circle's if no card is placed well.
    """
    placed = [card for card in cards if Landmark.of(card).error == WHOLE_CARD_ERROR]
    if not placed:
        return np.eye(2)
    nearest = sorted(placed, key=lambda card: math.dist(np.mean(card.corners, axis=0), point))[:NEAREST_CARDS]
    return middle_of(np.array([_card_moments(card) for card in nearest]))


def _card_moments(card: CardSighting) -> Matrix:
    """Return the second moments of a round spot on the card, the larger axis 1."""
    a, b, c, d = (np.array(corner) for corner in card.corners)
    across, along = (b - a + c - d) / (2 * WIDTH), (d - a + c - b) / (2 * HEIGHT)
    frame = np.column_stack([across, along])
    moments = frame @ frame.T
    return np.asarray(moments / max(float(np.linalg.eigvalsh(moments)[-1]), 1e-9))
