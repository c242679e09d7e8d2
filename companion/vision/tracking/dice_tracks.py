"""Tracks of dice: every look at one at rest counts, and one that looks no longer show fades away.

A die that was thrown gets a new track, even where it shows the same in the same place. Pure: sightings in, tracks out.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.pieces import DieKind
from companion.table.sightings import DieSighting
from companion.vision.dice.eyes import FLAT
from companion.vision.dice.verdicts import is_sure
from companion.vision.tracking.card_tracks import TOUCHED_SHARE, Touch
from companion.vision.tracking.fusion import AGREEING_SHARE, MAX_READINGS, Reading, fuse

ROLLED_DISTANCE = 0.2
"""Diameters that a die in a changed place must have moved to have been thrown, and not only looked at anew."""
MIN_DIAMETER = 12.0
"""Pixels that a die is across where nobody measured it."""
REPORT_PROBABILITY = FLAT
"""From this chance that a die can be read somewhere on it is told of; from :data:`GLIMPSED` on it is followed."""
CORRELATION = 0.8
"""How much of a further look is no news: one that leans looks from the same place just as flat each time."""
MISSED_PROBABILITY = 0.1
"""The chance that a die lies there all the same where a look showed none."""


@dataclass(frozen=True, slots=True)
class DieTrack:
    """A die's track, as a card's (:class:`~companion.vision.tracking.card_tracks.CardTrack`).

    A look that does not show it is one at which nothing was read.
    """

    number: int
    sighting: DieSighting
    looks: tuple[DieSighting, ...]
    missed: int = 0

    @classmethod
    def begun(cls, number: int, seen: DieSighting) -> DieTrack:
        return cls(number, replace(seen, track=number), (seen,))

    def numbered(self, number: int) -> DieTrack:
        """The same under another number: it was known by that before."""
        return replace(self, number=number, sighting=replace(self.sighting, track=number))

    @property
    def doubtful(self) -> bool:
        """Whether another look may help."""
        return not self.sighting.sure

    @property
    def there(self) -> bool:
        """Whether it is told of: the mean of its looks counts, for two that half see it are no less than one."""
        seen = (chance for chance in map(_chance, self.looks) if chance > MISSED_PROBABILITY + 1e-6)
        return sum(seen) >= REPORT_PROBABILITY * len(self.looks)

    def looked(self, seen: DieSighting) -> DieTrack:
        """With another look at the same die, lying as it lay."""
        return self._after((*self.looks, seen)[-MAX_READINGS:])

    def overlooked(self) -> DieTrack:
        """With another look at its place that showed no die."""
        return self._after((*self.looks, self._nothing)[-MAX_READINGS:])

    def left(self) -> DieTrack:
        """With a look that showed none where its place changed: all that was seen before counts as one look."""
        return replace(self._after((self.sighting, self._nothing)), missed=1)

    @property
    def _nothing(self) -> DieSighting:
        all_told = sum(chance for _, chance in self.sighting.candidates)
        unseen = tuple((value, chance * MISSED_PROBABILITY / all_told) for value, chance in self.sighting.candidates)
        return replace(self.sighting, candidates=unseen, sure=False)

    def _after(self, looks: tuple[DieSighting, ...]) -> DieTrack:
        value = self.sighting.value
        before = (self.sighting.kind, value) if value is not None else None
        told = fuse([_estimate(look) for look in looks], before, CORRELATION)
        best = told.best
        kind = best[0] if best is not None else looks[-1].kind
        candidates = tuple((value, chance) for (own, value), chance in told.candidates if own is kind)
        agreeing = sum((look.kind, look.value) == best for look in looks)
        sure = is_sure(candidates) and agreeing >= AGREEING_SHARE * len(looks)
        sighting = replace(self.sighting, kind=kind, candidates=candidates, sure=sure)
        return DieTrack(self.number, sighting, looks, self.missed)


def is_reported(die: DieSighting) -> bool:
    """Whether a die is likelier there than not; one that reaches out of the picture, which nobody reads, is told of."""
    return _chance(die) >= REPORT_PROBABILITY


def _chance(die: DieSighting) -> float:
    return sum(chance for _, chance in die.candidates) if die.candidates else 1.0


def _estimate(look: DieSighting) -> Reading[tuple[DieKind, int]]:
    return Reading(tuple(((look.kind, value), chance) for value, chance in look.candidates), look.sure)


def update_dice_tracks(
    known: Sequence[DieTrack],
    seen: Sequence[DieSighting],
    touched: Mapping[int, Touch],
    numbers: Iterator[int],
    looked_at: Collection[int] = (),
    only_sure: bool = False,
) -> tuple[DieTrack, ...]:
    """The tracks after a look; as :func:`~companion.vision.tracking.card_tracks.followed` for cards.

    ``looked_at`` are those whose places were looked at though nothing touched them.
    """
    left = list(seen)
    after: list[DieTrack] = []
    for track in known:
        touch = touched.get(track.number, Touch())
        same = min(left, key=lambda die: _apart(track.sighting, die), default=None)
        if same is not None and _same(track.sighting, same, touch):
            left.remove(same)
            after.append(replace(track.looked(same), missed=0))
        elif touch.place < TOUCHED_SHARE and track.number not in looked_at:
            after.append(track)
        elif not track.sighting.candidates:
            continue  # nothing speaks for it any more
        elif track.number in looked_at:
            after.append(track.overlooked())
        elif not touch.bare and not any(_apart(track.sighting, die) < 0.5 for die in left):
            after.append(track.left())
    return (*after, *(DieTrack.begun(next(numbers), die) for die in left if die.sure or not only_sure))


def _same(before: DieSighting, seen: DieSighting, touch: Touch) -> bool:
    if touch.place < TOUCHED_SHARE:
        return _apart(before, seen) < 0.5
    if _apart(before, seen) > ROLLED_DISTANCE or before.kind is not seen.kind:
        return False
    return before.value == seen.value or not (before.sure and seen.sure)


def _apart(before: DieSighting, seen: DieSighting) -> float:
    """How far a die is from another, in diameters."""
    return math.dist(before.center, seen.center) / max(before.across, seen.across, MIN_DIAMETER)
