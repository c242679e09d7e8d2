"""The play area: the part of the picture in which the game lies. Nothing outside it is read.

It surrounds the row of districts and the cards with it. On a printed mat it lies between four corner pieces with
AprilTags (``companion print mats``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.pictures.arrays import Mask, Matrix, Picture
from companion.pieces import Rank
from companion.pieces.mat import MatCorner
from companion.table.card_pose import CardPose, fit_row
from companion.table.sightings import CardSighting, Edge, Face, Point
from companion.vision.camera_pose.estimation import Landmark

MARGIN = 1.6
"""Card heights around all cards that belong to the area: columns may grow there and dice roll, to its corners too."""
NEIGHBOUR_DISTANCE = 1.7
"""Largest distance between the middles of neighbouring cards of one table, in card heights."""


@dataclass(frozen=True, slots=True)
class PlayArea:
    """A convex outline in the picture.

    Attributes:
        outline: Its corners, pixels.
        near: The picture's edge at which player 0 sits; None if that is to be asked.
        from_mat: Whether a mat's tags show it.
        whole: Whether it is the whole picture for want of anything better.
        tags: The mat's tags, all of one size, as they lay when they were read.
    """

    outline: tuple[Point, ...]
    near: Edge | None = None
    from_mat: bool = False
    whole: bool = False
    tags: tuple[Landmark, ...] = ()

    def seated(self, near: Edge) -> PlayArea:
        """Return the same area with player 0 at that edge of the picture."""
        return replace(self, near=near)

    def moved(self, homography: Matrix) -> PlayArea:
        """Return the area after everything in the picture moved by a homography."""
        outline = _points(cv2.perspectiveTransform(_array(self.outline)[None], homography)[0])
        return replace(self, outline=outline, tags=())

    def mask(self, width: int, height: int, small: tuple[int, int]) -> Mask:
        """Return which pixels of the small picture lie inside.

        Args:
            width: Of the picture, pixels.
            height: Of the picture, pixels.
            small: Rows and columns of the small picture.

        Returns:
            The mask, rows × columns.
        """
        rows, columns = small
        shrunk = _array(self.outline) * (columns / width, rows / height)
        inside = np.zeros(small, np.uint8)
        cv2.fillConvexPoly(inside, np.round(shrunk).astype(np.int32), 1)
        return inside.astype(np.bool_)


def area_of_whole_picture(width: int, height: int) -> PlayArea:
    """Return everything in view as the play area."""
    corners = ((0.0, 0.0), (float(width), 0.0), (float(width), float(height)), (0.0, float(height)))
    return PlayArea(corners, whole=True)


def area_around_row(cards: Sequence[CardSighting], width: int, height: int) -> PlayArea | None:
    """Return the area around the districts and all cards that lie with them; None without a row of districts."""
    poses = [CardPose.of(card) for card in cards]
    districts = [c for c in poses if c.sighting.face is Face.UP and c.sighting.card and _is_district(c.sighting)]
    if len(districts) < 3 or fit_row(districts) is None:
        return None
    group = list(districts)
    rest = [card for card in poses if card not in group]
    reached = group
    while reached:
        reached = [card for card in rest if any(_near(card, other) for other in group)]
        group += reached
        rest = [card for card in rest if card not in reached]
    tall = float(np.median([card.height for card in group]))
    points = np.array([point for card in group for point in card.sighting.corners])
    left, top = (max(0.0, float(least) - MARGIN * tall) for least in points.min(axis=0))
    right, bottom = np.minimum(points.max(axis=0) + MARGIN * tall, (width, height)).tolist()
    return PlayArea(((left, top), (right, top), (right, bottom), (left, bottom)))


def area_on_mat(pixels: Picture) -> PlayArea | None:
    """Return the area inside a mat's corner pieces; None if fewer than three of the four are visible.

    Player 0 sits at the edge between the two near tags.
    """
    grey = cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY)
    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    found, numbers, _ = cv2.aruco.ArucoDetector(family).detectMarkers(grey)
    if numbers is None:
        return None
    corners: dict[int, Matrix] = {}
    tags: list[Landmark] = []
    for tag, number in zip(found, np.asarray(numbers).ravel(), strict=True):
        if int(number) in set(MatCorner):
            square = np.asarray(tag, np.float64).reshape(4, 2)
            corners[int(number)] = square[MatCorner(int(number)).inward]
            a, b, c, d = _points(square)
            tags.append(Landmark((a, b, c, d), shape=1.0))
    if len(corners) < 3:
        return None
    for place in range(4):
        if place not in corners:
            corners[place] = corners[(place + 1) % 4] + corners[(place + 3) % 4] - corners[(place + 2) % 4]
    outline = np.array([corners[place] for place in range(4)])
    down = outline[2:].mean(axis=0) - outline[:2].mean(axis=0)
    near = max(Edge, key=lambda edge: float(np.dot(edge.direction, down)))
    return PlayArea(_points(outline), near, from_mat=True, tags=tuple(tags))


def _is_district(sighting: CardSighting) -> bool:
    return sighting.card is not None and sighting.card.rank in (Rank.PAWN, Rank.EXCUSE)


def _near(card: CardPose, other: CardPose) -> bool:
    distance = np.hypot(card.centre[0] - other.centre[0], card.centre[1] - other.centre[1])
    return bool(distance < NEIGHBOUR_DISTANCE * max(card.height, other.height))


def _array(points: Sequence[Point]) -> Matrix:
    return np.array(points, np.float64)


def _points(array: Matrix) -> tuple[Point, ...]:
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in array)
