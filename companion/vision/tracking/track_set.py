"""Tracks of dice, and all that is tracked on a table: its cards and dice, where certain cards have lain.

A die that was thrown gets a new track, even if it shows the same value in the same place.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from companion.pictures.arrays import Matrix
from companion.pieces import DieKind
from companion.table.sightings import CardSighting, DieSighting, Point, Sightings
from companion.vision.camera_pose.estimation import Corners, Landmark
from companion.vision.dice.die_reading import is_sure
from companion.vision.dice.pose_evidence import PoseEvidence
from companion.vision.dice.reader import FLAT
from companion.vision.tracking.card_tracks import (
    AGREEING_SHARE,
    MAX_READINGS,
    TOUCHED_SHARE,
    CardTrack,
    Reading,
    Touch,
    fuse,
)
from companion.vision.tracking.regions import Grid, die_outline

ROLLED_DISTANCE = 0.2
"""Diameters by which a die in a changed place must have moved to have been thrown."""
MIN_DIAMETER = 12.0
"""Diameter of a die that was not measured, pixels."""
REPORT_PROBABILITY = FLAT
"""Probability that a die can be read somewhere from which it is reported; it is tracked from :data:`GLIMPSED`."""
CORRELATION = 0.8
"""How much of a further sighting is no news: a leaning die looks equally flat each time from the same place."""
MISSED_PROBABILITY = 0.1
"""Probability that a die is there although a reading did not find it."""


@dataclass(frozen=True, slots=True)
class DieTrack:
    """A die followed over frames, as :class:`~companion.vision.tracking.card_tracks.CardTrack` for cards.

    A reading that did not find it counts as a sighting with a small probability.
    """

    number: int
    sighting: DieSighting
    history: tuple[DieSighting, ...]
    missed: int = 0

    @classmethod
    def begun(cls, number: int, sighting: DieSighting) -> DieTrack:
        """Begin a track with a sighting."""
        return cls(number, replace(sighting, track=number), (sighting,))

    def numbered(self, number: int) -> DieTrack:
        """Return the same track under another number."""
        return replace(self, number=number, sighting=replace(self.sighting, track=number))

    @property
    def doubtful(self) -> bool:
        """Whether another reading may help."""
        return not self.sighting.sure

    @property
    def there(self) -> bool:
        """Whether it is reported: the mean of its sightings counts, because two weak ones are no less than one."""
        found = (chance for chance in map(_chance, self.history) if chance > MISSED_PROBABILITY + 1e-6)
        return sum(found) >= REPORT_PROBABILITY * len(self.history)

    def with_sighting(self, sighting: DieSighting) -> DieTrack:
        """Return the track with another sighting of the die in its place."""
        return self._after((*self.history, sighting)[-MAX_READINGS:])

    def with_miss(self) -> DieTrack:
        """Return the track after its unchanged place was read without finding it."""
        return self._after((*self.history, self._nothing)[-MAX_READINGS:])

    def after_removal(self) -> DieTrack:
        """Return the track after its changed place was read without finding it: all before counts as one sighting."""
        return replace(self._after((self.sighting, self._nothing)), missed=1)

    @property
    def _nothing(self) -> DieSighting:
        total = sum(chance for _, chance in self.sighting.candidates)
        unseen = tuple((value, chance * MISSED_PROBABILITY / total) for value, chance in self.sighting.candidates)
        return replace(self.sighting, candidates=unseen, sure=False)

    def _after(self, history: tuple[DieSighting, ...]) -> DieTrack:
        value = self.sighting.value
        before = (self.sighting.kind, value) if value is not None else None
        fused_reading = fuse([_reading_of(one) for one in history], before, CORRELATION)
        best = fused_reading.best
        kind = best[0] if best is not None else history[-1].kind
        candidates = tuple((value, chance) for (own, value), chance in fused_reading.candidates if own is kind)
        agreeing = sum((one.kind, one.value) == best for one in history)
        sure = is_sure(candidates) and agreeing >= AGREEING_SHARE * len(history)
        face = next((one.face for one in reversed(history) if one.face is not None), None)
        sighting = replace(self.sighting, kind=kind, candidates=candidates, sure=sure, face=face)
        return DieTrack(self.number, sighting, history, self.missed)


def is_reported(die: DieSighting) -> bool:
    """Return whether a die is more probable than not; one at the picture's edge, which cannot be read, is reported."""
    return _chance(die) >= REPORT_PROBABILITY


def _chance(die: DieSighting) -> float:
    return sum(chance for _, chance in die.candidates) if die.candidates else 1.0


def _reading_of(one: DieSighting) -> Reading[tuple[DieKind, int]]:
    return Reading(tuple(((one.kind, value), chance) for value, chance in one.candidates), one.sure)


def update_dice_tracks(
    known: Sequence[DieTrack],
    sightings: Sequence[DieSighting],
    touched: Mapping[int, Touch],
    numbers: Iterator[int],
    reread: Collection[int] = (),
    only_sure: bool = False,
) -> tuple[DieTrack, ...]:
    """Return the tracks after a reading.

    Args:
        known: The tracks before.
        sightings: The sightings.
        touched: What happened to the places, by track number.
        numbers: Gives new tracks their numbers.
        reread: The tracks whose unchanged places were read.
        only_sure: Whether only certain sightings begin a track.
    """
    after_removal = list(sightings)
    after: list[DieTrack] = []
    for track in known:
        touch = touched.get(track.number, Touch())
        same = min(after_removal, key=lambda die: _distance(track.sighting, die), default=None)
        if same is not None and _same(track.sighting, same, touch):
            after_removal.remove(same)
            after.append(replace(track.with_sighting(same), missed=0))
        elif touch.place < TOUCHED_SHARE and track.number not in reread:
            after.append(track)
        elif not track.sighting.candidates:
            continue  # nothing speaks for it any more
        elif track.number in reread:
            after.append(track.with_miss())
        elif not touch.bare and not any(_distance(track.sighting, die) < 0.5 for die in after_removal):
            after.append(track.after_removal())
    return (*after, *(DieTrack.begun(next(numbers), die) for die in after_removal if die.sure or not only_sure))


def _same(before: DieSighting, sighting: DieSighting, touch: Touch) -> bool:
    if touch.place < TOUCHED_SHARE:
        return _distance(before, sighting) < 0.5
    if _distance(before, sighting) > ROLLED_DISTANCE or before.kind is not sighting.kind:
        return False
    return before.value == sighting.value or not (before.sure and sighting.sure)


def _distance(before: DieSighting, sighting: DieSighting) -> float:
    """Return the distance between two dice, in diameters."""
    return math.dist(before.center, sighting.center) / max(before.across, sighting.across, MIN_DIAMETER)


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
