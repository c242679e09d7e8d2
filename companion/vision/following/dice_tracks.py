"""Tracks of dice. A die that was thrown gets a new track, even where it shows the same in the same place.

Pure: sightings in, tracks out.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.table.sightings import DieSighting
from companion.vision.following.fusion import LOOKS, Estimate, fused
from companion.vision.following.tracks import LEFT, TOUCHED, Touch

ROLLED = 0.2
"""Diameters that a die in a changed place must have moved to have been thrown, and not only looked at anew."""
SMALLEST = 12.0
"""Pixels that a die is across where nobody measured it."""


@dataclass(frozen=True, slots=True)
class DieTrack:
    """A die's track, as a card's (:class:`~companion.vision.following.tracks.CardTrack`)."""

    number: int
    sighting: DieSighting
    looks: tuple[DieSighting, ...]
    missed: int = 0
    tries: int = 0

    @classmethod
    def begun(cls, number: int, seen: DieSighting) -> DieTrack:
        return cls(number, replace(seen, track=number), (seen,))

    @property
    def doubtful(self) -> bool:
        """Whether another look may help."""
        return not self.sighting.sure

    def looked(self, seen: DieSighting) -> DieTrack:
        """With another look at the same die, lying as it lay."""
        looks = (*self.looks, seen)[-LOOKS:]
        told = fused([Estimate(look.candidates, look.sure) for look in looks], self.sighting.value)
        sighting = replace(self.sighting, kind=seen.kind, candidates=told.candidates, sure=told.sure)
        return DieTrack(self.number, sighting, looks)


def dice_followed(
    known: Sequence[DieTrack],
    seen: Sequence[DieSighting],
    touched: Mapping[int, Touch],
    numbers: Iterator[int],
    only_sure: bool = False,
) -> tuple[DieTrack, ...]:
    """The tracks after a look; as :func:`~companion.vision.following.tracks.followed` for cards."""
    left = list(seen)
    after: list[DieTrack] = []
    for track in known:
        touch = touched.get(track.number, Touch())
        same = min(left, key=lambda die: _apart(track.sighting, die), default=None)
        if same is not None and _same(track.sighting, same, touch):
            left.remove(same)
            after.append(track.looked(same))
        elif touch.shown < LEFT:
            after.append(track)
        elif not touch.bare and not track.missed and not any(_apart(track.sighting, die) < 0.5 for die in left):
            after.append(replace(track, missed=1))
    return (*after, *(DieTrack.begun(next(numbers), die) for die in left if die.sure or not only_sure))


def _same(before: DieSighting, seen: DieSighting, touch: Touch) -> bool:
    if touch.place < TOUCHED:
        return _apart(before, seen) < 0.5
    if _apart(before, seen) > ROLLED or before.kind is not seen.kind:
        return False
    return before.value == seen.value or not (before.sure and seen.sure)


def _apart(before: DieSighting, seen: DieSighting) -> float:
    """How far a die is from another, in diameters."""
    return math.dist(before.center, seen.center) / max(before.across, seen.across, SMALLEST)
