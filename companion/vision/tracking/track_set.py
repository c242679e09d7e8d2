"""All that is tracked on a table: its cards and dice, where certain cards have lain, and what dice showed."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from companion.pictures.arrays import Matrix
from companion.table.sightings import CardSighting, Point, Sightings
from companion.vision.camera_pose.estimation import Corners, Landmark
from companion.vision.dice.pose_evidence import PoseEvidence
from companion.vision.tracking.card_tracks import CardTrack
from companion.vision.tracking.dice_tracks import DieTrack
from companion.vision.tracking.regions import Grid, die_outline

MAX_LANDMARKS, SAME_PLACE = 60, 0.1
"""Landmarks that are kept, and the share of a diagonal within which two are the same."""
MAX_SIGHTINGS = 5
"""Readings of an uncertain thing before players are asked about it."""


@dataclass(frozen=True, slots=True)
class Tracks:
    """The tracks of cards and dice.

    Attributes:
        cards: The tracks of cards.
        dice: The tracks of dice.
        landmarks: Where certain cards lay since the camera last moved, the latest last, and the mat's tags.
        pose_evidence: What dice have shown of the camera since then; readings add to it.
    """

    cards: tuple[CardTrack, ...] = ()
    dice: tuple[DieTrack, ...] = ()
    landmarks: tuple[Landmark, ...] = ()
    pose_evidence: PoseEvidence = field(default_factory=PoseEvidence, compare=False)

    def sightings(self, grid: Grid) -> Sightings:
        """Return what is reported of the tracks."""
        return Sightings(
            grid.width,
            grid.height,
            tuple(track.sighting for track in self.cards),
            tuple(track.sighting for track in self.dice if track.there),
        )

    def moved(self, homography: Matrix) -> Tracks:
        """Return the tracks after everything in the picture moved by a homography."""
        cards = [replace(t, sighting=_moved_card(t.sighting, homography)) for t in self.cards]
        dice = [
            replace(t, sighting=replace(t.sighting, center=_transform([t.sighting.center], homography)[0]))
            for t in self.dice
        ]
        landmarks = [replace(one, corners=_corners(one.corners, homography)) for one in self.landmarks]
        return Tracks(tuple(cards), tuple(dice), tuple(landmarks))

    def with_landmarks(self, marks: Sequence[Landmark] = ()) -> Tracks:
        """Return the tracks with the places of certain cards, and these marks, among the landmarks."""
        cards = [Landmark.of(track.sighting) for track in self.cards if track.sighting.sure]
        new = [one for one in (*cards, *marks) if not any(_is_superfluous(known, one) for known in self.landmarks)]
        kept = [known for known in self.landmarks if not any(_is_same_place(one, known) for one in new)]
        return replace(self, landmarks=(*kept, *new)[-MAX_LANDMARKS:])

    @property
    def outlines(self) -> dict[int, list[Point]]:
        """The outlines of all cards and dice by track number."""
        cards = {t.number: list(t.sighting.corners) for t in self.cards}
        return {**cards, **{t.number: die_outline(t.sighting) for t in self.dice}}

    @property
    def unsettled(self) -> dict[int, list[Point]]:
        """The outlines of tracks that another reading may make certain, or that were not found in their places."""
        outlines = self.outlines
        return {t.number: outlines[t.number] for t in self.tracks if t.missed or (t.doubtful and _is_worth_reading(t))}

    def tried(self, numbers: Collection[int]) -> Tracks:
        """Return the tracks after another reading of those with these numbers; dice that faded are dropped."""
        cards = [replace(t, tries=t.tries + 1) if t.number in numbers else t for t in self.cards]
        return replace(
            self, cards=tuple(cards), dice=tuple(t for t in self.dice if t.there or len(t.history) < MAX_SIGHTINGS)
        )

    @property
    def dice_numbers(self) -> set[int]:
        """The numbers of the dice: one that was thrown has a new one."""
        return {track.number for track in self.dice}

    @property
    def tracks(self) -> tuple[CardTrack | DieTrack, ...]:
        """The tracks of cards and dice."""
        return (*self.cards, *self.dice)


def _is_worth_reading(track: CardTrack | DieTrack) -> bool:
    tried = track.tries + 1 if isinstance(track, CardTrack) else 0
    return max(len(track.history), tried) < MAX_SIGHTINGS


def _transform(points: Sequence[Point], homography: Matrix) -> list[Point]:
    there = cv2.perspectiveTransform(np.array(points, np.float64)[None], homography)[0]
    return [(round(float(x), 1), round(float(y), 1)) for x, y in there]


def _moved_card(card: CardSighting, homography: Matrix) -> CardSighting:
    return replace(card, corners=_corners(card.corners, homography))


def _corners(corners: Corners, homography: Matrix) -> Corners:
    a, b, c, d = _transform(corners, homography)
    return a, b, c, d


def _is_superfluous(known: Landmark, new: Landmark) -> bool:
    """Return whether a known landmark makes a new one superfluous: it lay there and was placed as well."""
    return known.error <= new.error and _is_same_place(known, new)


def _is_same_place(one: Landmark, other: Landmark) -> bool:
    """Return whether two landmarks are one thing that has not moved."""
    reach = SAME_PLACE * math.dist(one.corners[0], one.corners[2])
    distances = (math.dist(*pair) for pair in zip(one.corners, other.corners, strict=True))
    return one.shape == other.shape and max(distances) < reach
