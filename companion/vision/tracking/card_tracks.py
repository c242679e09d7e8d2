"""Tracks of cards: sightings are assigned to tracks and fused over time, so that each card keeps its identity.

Pure: sightings in, tracks out.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.table.card_pose import CardPose
from companion.table.sightings import CardSighting, Face
from companion.vision.camera_pose.estimation import Corners
from companion.vision.tracking.fusion import MAX_READINGS, Reading, fuse

SAME_PLACE = 0.2
"""Card heights that a card may be moved, straightened or seen amiss without being another one."""
SAME_TURN = math.radians(20)
JITTER = 0.03
"""Card heights under which an outline is not said to have moved: readings tremble."""
TOUCHED_SHARE = 0.25
"""Share of a card's place that must have changed before another card may lie there, or none."""
GONE_SHARE = 0.5
"""Share of what was to be seen of a card that must have changed before it may be gone."""


@dataclass(frozen=True, slots=True)
class CardTrack:
    """A card's track: its number, what is told of it, and the looks behind that, the newest last.

    ``missed`` counts looks at its changed place in which it was not found, ``tries`` others that brought nothing.
    """

    number: int
    sighting: CardSighting
    looks: tuple[CardSighting, ...]
    missed: int = 0
    tries: int = 0

    @classmethod
    def begun(cls, number: int, seen: CardSighting) -> CardTrack:
        return cls(number, replace(seen, track=number), (seen,))

    def numbered(self, number: int) -> CardTrack:
        """The same under another number: it was known by that before."""
        return replace(self, number=number, sighting=replace(self.sighting, track=number))

    @property
    def doubtful(self) -> bool:
        """Whether another look may help."""
        return not self.sighting.sure and self.sighting.face is Face.UP

    def looked(self, seen: CardSighting) -> CardTrack:
        """With another look at the same card."""
        looks = (*self.looks, seen)[-MAX_READINGS:]
        moved = _shift(self.sighting, seen) > JITTER or (seen.sure and not self.sighting.sure)
        corners = seen.corners if moved else self.sighting.corners
        return CardTrack(self.number, _told(self.sighting, looks, corners), looks)


@dataclass(frozen=True, slots=True)
class Touch:
    """What happened to a card's place since it was read: the share of it that changed, and of what showed of it."""

    place: float = 0.0
    shown: float = 0.0
    bare: bool = False
    """Whether nothing is drawn there any more."""


def update_card_tracks(
    known: Sequence[CardTrack],
    seen: Sequence[CardSighting],
    touched: Mapping[int, Touch],
    numbers: Iterator[int],
    only_sure: bool = False,
) -> tuple[CardTrack, ...]:
    """The tracks after a look, once each sighting was assigned to one.

    ``touched`` says by track number what happened to its place; one that is not named lies as it lay, whatever the look
    says. ``numbers`` gives new tracks theirs; ``only_sure`` begins none in doubt.
    """
    partner = dict(_partners(known, seen, touched))
    after: list[CardTrack] = []
    used = set(partner.values())
    new = [card for i, card in enumerate(seen) if i not in used]
    for track in known:
        if track.number in partner:
            after.append(track.looked(seen[partner[track.number]]))
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


def _partners(
    known: Sequence[CardTrack], seen: Sequence[CardSighting], touched: Mapping[int, Touch]
) -> Iterator[tuple[int, int]]:
    """The assignment: track numbers with the sighting of the same card, the cheapest first, each used once."""
    costs = []
    for track in known:
        touch = touched.get(track.number, Touch())
        for i, card in enumerate(seen):
            cost = _cost(track.sighting, card, touch)
            if cost is not None:
                costs.append((cost, track.number, i))
    tracks: set[int] = set()
    sightings: set[int] = set()
    for _, number, i in sorted(costs):
        if number not in tracks and i not in sightings:
            tracks.add(number)
            sightings.add(i)
            yield number, i


def _cost(before: CardSighting, seen: CardSighting, touch: Touch) -> float | None:
    """The cost of assigning a sighting to a card's track; None where it is of another card."""
    apart = _apart(before, seen)
    same = before.face is seen.face and before.card == seen.card
    here = apart < SAME_PLACE and _turn(before, seen) < SAME_TURN
    # No card lies across itself: one that is surely seen there, turned, is the same however little was seen to change.
    across = apart < SAME_PLACE and seen.sure
    if same and (here or (before.card is not None and (across or touch.place >= TOUCHED_SHARE))):
        return apart
    if not here:
        return None
    if touch.place < TOUCHED_SHARE:
        return 1 + apart
    # Something else may have been laid there; only a reading in doubt that still names the card is of the card.
    likely = any(card == before.card and share > 0.05 for card, share in seen.candidates)
    return 2 + apart if likely and not seen.sure else None


def _told(before: CardSighting, looks: Sequence[CardSighting], corners: Corners) -> CardSighting:
    """What is said of a card after these looks, the newest last."""
    downs = sum(look.face is Face.DOWN for look in looks)
    face = before.face if 2 * downs == len(looks) else Face.DOWN if 2 * downs > len(looks) else Face.UP
    counted = [look for look in looks if look.face is face]
    answer = fuse([Reading(look.candidates, look.sure) for look in counted], before.card)
    return CardSighting(corners, face, answer.candidates, answer.sure, counted[-1].shown, before.track)


def _apart(before: CardSighting, seen: CardSighting) -> float:
    """How far a card's middle is from another's, in heights of the card."""
    one, other = CardPose.of(before), CardPose.of(seen)
    return math.dist(one.centre, other.centre) / one.height


def _shift(before: CardSighting, seen: CardSighting) -> float:
    """How far a card's corners are from another's on the mean, the nearer way round, in heights of the card."""
    either = [sum(math.dist(before.corners[i], seen.corners[(i + turn) % 4]) for i in range(4)) / 4 for turn in (0, 2)]
    return min(either) / CardPose.of(before).height


def _turn(before: CardSighting, seen: CardSighting) -> float:
    """The angle between two cards, either way up."""
    one, other = CardPose.of(before).along, CardPose.of(seen).along
    return math.acos(min(1.0, abs(one[0] * other[0] + one[1] * other[1])))


def _buried(track: CardTrack, new: Sequence[CardSighting]) -> bool:
    return any(_apart(track.sighting, card) < SAME_PLACE and _turn(track.sighting, card) < SAME_TURN for card in new)
