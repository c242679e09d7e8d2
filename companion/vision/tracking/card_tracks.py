"""Tracks of cards: sightings are assigned to tracks and fused over time, so that each card keeps its identity.

It serves a card's name and a die's value alike.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from companion.table.assignment import nearest_first
from companion.table.card_pose import CardPose
from companion.table.sightings import CardSighting, Face
from companion.vision.camera_pose.estimation import Corners

T = TypeVar("T")

MAX_READINGS = 6
"""The latest readings that count."""
CORRELATION = 0.5
"""How much of a further reading is no news, 0 to 1: all share a lens and a light."""
SWITCH_RATIO = 3.0
"""How much more probable another value must be before it replaces the reported one."""
AGREEING_SHARE = 0.6
"""Share of the readings that must name a value for it to be certain."""
UNNAMED_PROBABILITY = 0.01
"""Probability of a value that a reading did not name."""
MAX_CANDIDATES = 5
"""Candidates of a fused reading."""


@dataclass(frozen=True, slots=True)
class Reading(Generic[T]):
    """Candidates with their probabilities (0 to 1), the best first, and whether the best is certain."""

    candidates: tuple[tuple[T, float], ...]
    sure: bool

    @property
    def best(self) -> T | None:
        """The most probable candidate; None without any."""
        return self.candidates[0][0] if self.candidates else None


def fuse(readings: Sequence[Reading[T]], reported: T | None = None, correlation: float = CORRELATION) -> Reading[T]:
    """Fuse several readings of one thing.

    The result is certain if a reading was, no other certain reading contradicts it, and most readings agree.

    >>> fuse([Reading((("4MS", 0.6), ("9MS", 0.4)), False), Reading((("4MS", 0.7), ("9MS", 0.3)), False)]).best
    '4MS'
    >>> fuse([Reading((("9MS", 0.5), ("4MS", 0.4)), False)], reported="4MS").best
    '4MS'

    Args:
        readings: The readings, the newest last.
        reported: The value that was reported before.
        correlation: How much of a further reading is no news, 0 to 1.

    Returns:
        The fused reading.
    """
    named = {thing for reading in readings for thing, _ in reading.candidates}
    if not named:
        return Reading((), bool(readings) and readings[-1].sure)
    weight = 1 / (1 + correlation * (len(readings) - 1))
    logs: dict[T | None, float] = {
        thing: weight * sum(math.log(max(_share(reading, thing), UNNAMED_PROBABILITY)) for reading in readings)
        for thing in named
    }
    logs[None] = weight * sum(
        math.log(max(1 - sum(share for _, share in reading.candidates), UNNAMED_PROBABILITY)) for reading in readings
    )
    highest = max(logs.values())
    total = sum(math.exp(value - highest) for value in logs.values())
    shares = {thing: math.exp(logs[thing] - highest) / total for thing in named}
    order = sorted(named, key=lambda thing: -shares[thing])
    best = order[0]
    if (
        reported is not None
        and reported in shares
        and reported != best
        and shares[best] < SWITCH_RATIO * shares[reported]
    ):
        best = reported
        order = [reported, *(thing for thing in order if thing != reported)]
    return Reading(tuple((thing, shares[thing]) for thing in order[:MAX_CANDIDATES]), _sure(readings, best))


def _share(reading: Reading[T], thing: T) -> float:
    return next((share for named, share in reading.candidates if named == thing), 0.0)


def _sure(readings: Sequence[Reading[T]], best: T) -> bool:
    certain = {reading.best for reading in readings if reading.sure}
    agreeing = sum(reading.best == best for reading in readings)
    return certain == {best} and agreeing >= AGREEING_SHARE * len(readings)


SAME_PLACE = 0.2
"""Card heights by which a card may move, or be misread, without being another one."""
SAME_TURN = math.radians(20)
JITTER = 0.03
"""Card heights below which an outline has not moved: readings vary."""
TOUCHED_SHARE = 0.25
"""Share of a card's place that must have changed before another card may lie there, or none."""
GONE_SHARE = 0.5
"""Share of a card's visible part that must have changed before it may be gone."""


@dataclass(frozen=True, slots=True)
class CardTrack:
    """A card followed over frames.

    Attributes:
        number: The track's number.
        sighting: The fused sighting.
        history: The latest sightings behind it, the newest last.
        missed: How often its changed place was read without finding it.
        tries: How often another reading brought nothing.
    """

    number: int
    sighting: CardSighting
    history: tuple[CardSighting, ...]
    missed: int = 0
    tries: int = 0

    @classmethod
    def begun(cls, number: int, sighting: CardSighting) -> CardTrack:
        """Begin a track with a sighting."""
        return cls(number, replace(sighting, track=number), (sighting,))

    def numbered(self, number: int) -> CardTrack:
        """Return the same track under another number."""
        return replace(self, number=number, sighting=replace(self.sighting, track=number))

    @property
    def doubtful(self) -> bool:
        """Whether another reading may help."""
        return not self.sighting.sure and self.sighting.face is Face.UP

    def with_sighting(self, sighting: CardSighting) -> CardTrack:
        """Return the track with another sighting of the same card."""
        history = (*self.history, sighting)[-MAX_READINGS:]
        moved = _shift(self.sighting, sighting) > JITTER or (sighting.sure and not self.sighting.sure)
        corners = sighting.corners if moved else self.sighting.corners
        return CardTrack(self.number, _fuse_sightings(self.sighting, history, corners), history)


@dataclass(frozen=True, slots=True)
class Touch:
    """What changed at a card's place since it was read.

    Attributes:
        place: The changed share of the place.
        shown: The changed share of its visible part.
        bare: Whether nothing is drawn there any more.
    """

    place: float = 0.0
    shown: float = 0.0
    bare: bool = False


def update_card_tracks(
    known: Sequence[CardTrack],
    new_sightings: Sequence[CardSighting],
    touched: Mapping[int, Touch],
    numbers: Iterator[int],
    only_sure: bool = False,
) -> tuple[CardTrack, ...]:
    """Return the tracks after a reading, each sighting assigned to one.

    Args:
        known: The tracks before.
        new_sightings: The sightings.
        touched: What happened to the places, by track number; others have not changed, whatever was read.
        numbers: Gives new tracks their numbers.
        only_sure: Whether only certain sightings begin a track.
    """
    partner = nearest_first(
        (cost, track.number, i)
        for track in known
        for i, card in enumerate(new_sightings)
        if (cost := _cost(track.sighting, card, touched.get(track.number, Touch()))) is not None
    )
    after: list[CardTrack] = []
    used = set(partner.values())
    new = [card for i, card in enumerate(new_sightings) if i not in used]
    for track in known:
        if track.number in partner:
            after.append(track.with_sighting(new_sightings[partner[track.number]]))
            continue
        touch = touched.get(track.number, Touch())
        if touch.shown < GONE_SHARE:
            after.append(track)
        elif _buried(track, new) or touch.bare or track.missed:
            continue
        else:
            after.append(replace(track, missed=track.missed + 1))
    begun = [card for card in new if card.sure or not (only_sure or any(_buried(track, [card]) for track in after))]
    return (*after, *(CardTrack.begun(next(numbers), card) for card in begun))


def _cost(before: CardSighting, sighting: CardSighting, touch: Touch) -> float | None:
    """Return the cost of assigning a sighting to a card's track; None if it is another card."""
    distance = _distance(before, sighting)
    same = before.face is sighting.face and before.card == sighting.card
    here = distance < SAME_PLACE and _turn(before, sighting) < SAME_TURN
    # A card cannot lie across itself: one read there turned, with certainty, is the same whatever changed.
    across = distance < SAME_PLACE and sighting.sure
    if same and (here or (before.card is not None and (across or touch.place >= TOUCHED_SHARE))):
        return distance
    if not here:
        return None
    if touch.place < TOUCHED_SHARE:
        return 1 + distance
    # Something else may have been laid there; only a reading in doubt that still names the card is of the card.
    likely = any(card == before.card and share > 0.05 for card, share in sighting.candidates)
    return 2 + distance if likely and not sighting.sure else None


def _fuse_sightings(before: CardSighting, history: Sequence[CardSighting], corners: Corners) -> CardSighting:
    """Return the fused sighting of a card, the newest of its history last."""
    down_count = sum(one.face is Face.DOWN for one in history)
    face = before.face if 2 * down_count == len(history) else Face.DOWN if 2 * down_count > len(history) else Face.UP
    counted = [one for one in history if one.face is face]
    answer = fuse([Reading(one.candidates, one.sure) for one in counted], before.card)
    return CardSighting(corners, face, answer.candidates, answer.sure, counted[-1].shown, before.track)


def _distance(before: CardSighting, sighting: CardSighting) -> float:
    """Return the distance between the middles of two cards, in heights of the card."""
    one, other = CardPose.of(before), CardPose.of(sighting)
    return math.dist(one.centre, other.centre) / one.height


def _shift(before: CardSighting, sighting: CardSighting) -> float:
    """Return the mean distance of the corners of two cards, the nearer way round, in heights of the card."""
    either = [
        sum(math.dist(before.corners[i], sighting.corners[(i + turn) % 4]) for i in range(4)) / 4 for turn in (0, 2)
    ]
    return min(either) / CardPose.of(before).height


def _turn(before: CardSighting, sighting: CardSighting) -> float:
    """Return the angle between two cards, either way up, radians."""
    one, other = CardPose.of(before).along, CardPose.of(sighting).along
    return math.acos(min(1.0, abs(one[0] * other[0] + one[1] * other[1])))


def _buried(track: CardTrack, new: Sequence[CardSighting]) -> bool:
    return any(_distance(track.sighting, card) < SAME_PLACE and _turn(track.sighting, card) < SAME_TURN for card in new)
