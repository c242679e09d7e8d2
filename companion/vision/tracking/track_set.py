"""All that is followed on a table: its cards and dice, and where cards were seen to lie. Frozen values."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.table.sightings import CardSighting, Point, Sightings
from companion.vision.arrays import Matrix
from companion.vision.camera_pose.estimation import Corners, Landmark
from companion.vision.tracking.card_tracks import CardTrack
from companion.vision.tracking.dice_tracks import DieTrack
from companion.vision.tracking.regions import Grid, die_outline

MAX_LANDMARKS, SAME_PLACE = 60, 0.1
"""So many landmarks are kept; one whose corners lie within so many of its diagonals of another's says nothing new."""
MAX_SIGHTINGS = 5
"""Looks at a thing in doubt, after which it is asked about instead."""


@dataclass(frozen=True, slots=True)
class Tracks:
    """Everything that is followed: the tracks of cards and of dice."""

    cards: tuple[CardTrack, ...] = ()
    dice: tuple[DieTrack, ...] = ()
    landmarks: tuple[Landmark, ...] = ()
    """Where cards were surely seen to lie since the camera stands as it does, the latest last, and the mat's tags."""

    def sightings(self, grid: Grid) -> Sightings:
        return Sightings(
            grid.width,
            grid.height,
            tuple(track.sighting for track in self.cards),
            tuple(track.sighting for track in self.dice if track.there),
        )

    def moved(self, homography: Matrix) -> Tracks:
        """After everything in the picture moved."""
        cards = [replace(t, sighting=_moved_card(t.sighting, homography)) for t in self.cards]
        dice = [
            replace(t, sighting=replace(t.sighting, center=_moved([t.sighting.center], homography)[0]))
            for t in self.dice
        ]
        landmarks = [replace(one, corners=_corners(one.corners, homography)) for one in self.landmarks]
        return Tracks(tuple(cards), tuple(dice), tuple(landmarks))

    def remembering(self, marks: Sequence[Landmark] = ()) -> Tracks:
        """With the places of the cards that are sure, and these ``marks``, among the landmarks."""
        cards = [Landmark.of(track.sighting) for track in self.cards if track.sighting.sure]
        new = [one for one in (*cards, *marks) if not any(_says_more(known, one) for known in self.landmarks)]
        kept = [known for known in self.landmarks if not any(_same_place(one, known) for one in new)]
        return replace(self, landmarks=(*kept, *new)[-MAX_LANDMARKS:])

    @property
    def outlines(self) -> dict[int, list[Point]]:
        """By track number, every card's and die's."""
        cards = {t.number: list(t.sighting.corners) for t in self.cards}
        return {**cards, **{t.number: die_outline(t.sighting) for t in self.dice}}

    @property
    def unsettled(self) -> dict[int, list[Point]]:
        """The outlines of those that another look may make surer, or that were not found where they should be."""
        outlines = self.outlines
        return {t.number: outlines[t.number] for t in self.tracks if t.missed or (t.doubtful and _worth_a_look(t))}

    def tried(self, numbers: Collection[int]) -> Tracks:
        """After another look at these. A die that has faded once it was looked at often enough was none, or is gone."""
        cards = [replace(t, tries=t.tries + 1) if t.number in numbers else t for t in self.cards]
        return replace(
            self, cards=tuple(cards), dice=tuple(t for t in self.dice if t.there or len(t.looks) < MAX_SIGHTINGS)
        )

    @property
    def tracks(self) -> tuple[CardTrack | DieTrack, ...]:
        """All that is followed."""
        return (*self.cards, *self.dice)


def _worth_a_look(track: CardTrack | DieTrack) -> bool:
    tried = track.tries + 1 if isinstance(track, CardTrack) else 0
    return max(len(track.looks), tried) < MAX_SIGHTINGS


def _moved(points: Sequence[Point], homography: Matrix) -> list[Point]:
    there = cv2.perspectiveTransform(np.array(points, np.float64)[None], homography)[0]
    return [(round(float(x), 1), round(float(y), 1)) for x, y in there]


def _moved_card(card: CardSighting, homography: Matrix) -> CardSighting:
    return replace(card, corners=_corners(card.corners, homography))


def _corners(corners: Corners, homography: Matrix) -> Corners:
    a, b, c, d = _moved(corners, homography)
    return a, b, c, d


def _says_more(known: Landmark, new: Landmark) -> bool:
    """Whether nothing is learnt by a new landmark: one that is known lay there, and was placed no worse."""
    return known.error <= new.error and _same_place(known, new)


def _same_place(one: Landmark, other: Landmark) -> bool:
    """Whether two landmarks are of one thing that lies as it lay."""
    reach = SAME_PLACE * math.dist(one.corners[0], one.corners[2])
    apart = (math.dist(*pair) for pair in zip(one.corners, other.corners, strict=True))
    return one.shape == other.shape and max(apart) < reach
