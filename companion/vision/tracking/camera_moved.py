"""A camera that was nudged or turned: the whole picture moved, and tracks are matched to those of the old one."""

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import cv2
import numpy as np

from companion.pictures.arrays import Matrix, Picture
from companion.pieces import Card
from companion.table.assignment import nearest_first
from companion.table.camera_events import AreaMoved
from companion.table.card_pose import CardPose
from companion.table.sightings import CardSighting
from companion.vision.tracking.card_tracks import CardTrack
from companion.vision.tracking.motion import MIN_VARIANCE, SmallPicture
from companion.vision.tracking.track_set import MIN_DIAMETER, DieTrack, Tracks

MAX_CORNER_ERROR = 0.3
"""Card heights by which a card's corner may miss the place to which the turn carries it."""
MIN_INLIERS = 0.75
"""Share of the corners that must agree on the turn."""
MOVED_DISTANCE = 0.5
"""Card heights by which most cards must have moved for the camera to have been turned."""
MIN_CARDS_FOR_HOMOGRAPHY = 3
"""Cards that a homography needs; two give only a rotation and a scale."""
MIN_CARDS_FOR_TURN = 4
"""Cards that must show a turn within one picture size: fewer may have been moved together by hand."""
MAX_SHAPE_DIFFERENCE = 0.02
"""Share by which the aspect ratios of two whole pictures may differ."""
MAX_DIE_ERROR = 1.0
"""Diameters by which a die may miss its place: it is higher than the cards that show the turn."""


Size = tuple[int, int]
"""Width and height of a picture, pixels."""


@dataclass(frozen=True, slots=True)
class TracksBeforeTurn:
    """The tracks of the pictures before the turn, and the size of these pictures."""

    tracks: Tracks
    size: Size

    def keep_numbers(self, after: Tracks, size: Size) -> tuple[Tracks, AreaMoved]:
        """Return the tracks of the new picture with their old numbers as far as they match, and the event."""
        matrix = self._matrix(after, size)
        resized = size != self.size
        if matrix is None:
            return after, AreaMoved(followed=not self.tracks.dice, resized=resized)
        return keep_numbers(self.tracks, after, matrix), AreaMoved(
            count_quarter_turns(matrix, *self.size), True, resized
        )

    def _matrix(self, after: Tracks, size: Size) -> Matrix | None:
        by_cards = estimate_turn(_sightings(self.tracks), _sightings(after))
        if by_cards is not None:
            return by_cards
        lay = [track for track in self.tracks.dice if track.there]
        for guess in _possible_turns(self.size, size):
            again = keep_numbers(self.tracks, after, guess)
            if lay and {track.number for track in lay} <= {track.number for track in again.dice}:
                return guess
        return None


def estimate_turn(before: Sequence[CardSighting], after: Sequence[CardSighting]) -> Matrix | None:
    """Estimate the homography that carries the old picture to the new one, by the cards that are certain in both.

    Args:
        before: The cards of the old picture.
        after: The cards of the new picture.

    Returns:
        A 3 × 3 matrix in pixels; None if fewer than two cards show it, if they disagree, or if the picture is mirrored.
    """
    pairs = list(_pairs(before, after))
    if len(pairs) < 2:
        return None
    reach = MAX_CORNER_ERROR * float(np.median([CardPose.of(other).height for _, other in pairs]))
    here, there = (np.array([CardPose.of(card).centre for card in cards]) for cards in zip(*pairs, strict=True))
    similar, _ = cv2.estimateAffinePartial2D(here, there, method=cv2.RANSAC, ransacReprojThreshold=2 * reach)
    if similar is None:
        return None
    matrix = np.vstack([similar, [0.0, 0.0, 1.0]])
    start = np.array([point for one, _ in pairs for point in one.corners], np.float64)
    end = np.concatenate([_same_end(cv2.transform(np.array([one.corners]), similar)[0], two) for one, two in pairs])
    if len(pairs) >= MIN_CARDS_FOR_HOMOGRAPHY:
        matrix, _ = cv2.findHomography(start, end, cv2.RANSAC, reach)
    if matrix is None or float(np.linalg.det(matrix[:2, :2])) <= 0:
        return None
    missed = np.linalg.norm(cv2.perspectiveTransform(start[None], matrix)[0] - end, axis=1)
    return np.asarray(matrix, np.float64) if float((missed < reach).mean()) >= MIN_INLIERS else None


def _same_end(there: Matrix, card: CardSighting) -> Matrix:
    """Return a card's corners from the expected end: two readings may begin at either."""
    corners = np.array(card.corners, np.float64)
    other = np.roll(corners, 2, axis=0)
    return corners if np.abs(corners - there).sum() <= np.abs(other - there).sum() else other


def have_most_cards_moved(before: Sequence[CardSighting], after: Sequence[CardSighting]) -> bool:
    """Return whether most cards that are certain in both pictures lie far from their old places in the picture."""
    pairs = [(CardPose.of(one), CardPose.of(other)) for one, other in _pairs(before, after)]
    moves = [math.dist(one.centre, other.centre) / one.height for one, other in pairs]
    return len(moves) >= MIN_CARDS_FOR_TURN and float(np.median(moves)) > MOVED_DISTANCE


def count_quarter_turns(homography: Matrix, width: int, height: int) -> int:
    """Return how many quarter turns clockwise a homography turns a picture, 0 to 3.

    Args:
        homography: The homography, 3 × 3.
        width: Of the picture, pixels.
        height: Of the picture, pixels.
    """
    middle = (width / 2, height / 2)
    ends = np.array([[middle, (middle[0], middle[1] + height / 20)]])
    (ax, ay), (bx, by) = cv2.perspectiveTransform(ends, homography)[0].tolist()
    # What pointed down points to the left after a quarter clockwise.
    return round(math.atan2(ax - bx, by - ay) / (math.pi / 2)) % 4


def _possible_turns(before: Size, after: Size) -> Iterator[Matrix]:
    """Yield the homographies that turn a whole picture into one of another size: by 0, 180, 90 and 270 degrees."""
    (old_width, old_height), (width, height) = before, after
    old = np.array([[0, 0], [old_width, 0], [old_width, old_height], [0, old_height]], np.float32)
    new = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    for turn in (0, 2, 1, 3):
        across, down = (old_height, old_width) if turn % 2 else before
        if abs(width * down - height * across) < MAX_SHAPE_DIFFERENCE * width * down:
            yield np.asarray(cv2.getPerspectiveTransform(old, np.roll(new, -turn, axis=0)), np.float64)


def _sightings(tracks: Tracks) -> list[CardSighting]:
    return [track.sighting for track in tracks.cards]


def keep_numbers(before: Tracks, after: Tracks, homography: Matrix) -> Tracks:
    """Return the tracks of a new picture with the numbers that their cards and dice had in the old one.

    Args:
        before: The old tracks.
        after: The new tracks.
        homography: What carries the old picture to the new one.
    """
    moved = before.moved(homography)
    cards = _with_known_numbers(after.cards, moved.cards, _card_distance)
    dice = _with_known_numbers(after.dice, moved.dice, _die_distance)
    return replace(after, cards=cards, dice=dice)


def _pairs(
    before: Sequence[CardSighting], after: Sequence[CardSighting]
) -> Iterator[tuple[CardSighting, CardSighting]]:
    """Return each card that lies once, and certainly, in both pictures."""
    here, there = _once(before), _once(after)
    return ((here[card], there[card]) for card in here if card in there)


def _once(cards: Sequence[CardSighting]) -> dict[Card, CardSighting]:
    often = Counter(card.card for card in cards)
    return {card.card: card for card in cards if card.card is not None and card.sure and often[card.card] == 1}


def _card_distance(new: CardTrack, known: CardTrack) -> float | None:
    """Return the distance of a card from the place of one that may be the same, in card heights."""
    if new.sighting.face is not known.sighting.face:
        return None
    one, other = CardPose.of(new.sighting), CardPose.of(known.sighting)
    distance_found = math.dist(one.centre, other.centre) / one.height
    same = new.sighting.card == known.sighting.card or not (new.sighting.sure and known.sighting.sure)
    return distance_found if distance_found < 2 * MAX_CORNER_ERROR and same else None


def _die_distance(new: DieTrack, known: DieTrack) -> float | None:
    """Return the distance of a die from the place of one that may be the same, in diameters."""
    one, other = new.sighting, known.sighting
    distance_found = math.dist(one.center, other.center) / max(one.across, MIN_DIAMETER)
    same = one.value == other.value or not (one.sure and other.sure)
    return distance_found if distance_found < MAX_DIE_ERROR and one.kind is other.kind and same else None


_Track = TypeVar("_Track", CardTrack, DieTrack)


def _with_known_numbers(
    new: Sequence[_Track], known: Sequence[_Track], distance: Callable[[_Track, _Track], float | None]
) -> tuple[_Track, ...]:
    """Return the tracks with the numbers of the nearest known ones that match, every number once."""
    pairs = nearest_first(
        (far, i, j)
        for i, one in enumerate(new)
        for j, other in enumerate(known)
        if (far := distance(one, other)) is not None
    )
    return tuple(one if i not in pairs else one.numbered(known[pairs[i]].number) for i, one in enumerate(new))


MIN_MOTION = 0.35
"""Pixels of the small picture by which most points must have moved."""
MAX_POINTS = 120
"""Points that are followed at most."""
MIN_TOGETHER = 0.6
"""Share of the points that must move together."""


def estimate_camera_motion(before: SmallPicture, after: SmallPicture, scale: float) -> Matrix | None:
    """Estimate the homography that carries one picture to a later one.

    Optical flow (Lucas and Kanade) follows points between the small pictures. RANSAC ignores those that a hand moved.

    Args:
        before: The small picture before.
        after: The one after.
        scale: Large pixels per small pixel.

    Returns:
        The homography in large pixels; None if the camera did not move, or if that cannot be estimated.
    """
    before_texture, after_texture = _normalise(before), _normalise(after)
    points = cv2.goodFeaturesToTrack(before_texture, MAX_POINTS, 0.02, 6)
    if points is None or len(points) < 12:
        return None
    unset = np.empty_like(points)
    moved, found, _ = cv2.calcOpticalFlowPyrLK(
        before_texture, after_texture, points, unset, winSize=(21, 21), maxLevel=3
    )
    good = found.ravel() > 0
    if good.sum() < 12:
        return None
    start, end = points[good].reshape(-1, 2), moved[good].reshape(-1, 2)
    distances = np.hypot(*(end - start).T)
    if np.median(distances) < MIN_MOTION:
        return None
    homography, inliers = cv2.findHomography(start, end, cv2.RANSAC, 1.0)
    if homography is None or inliers.sum() < MIN_TOGETHER * len(points):
        return None
    zoom = np.diag([scale, scale, 1.0])
    return np.asarray(zoom @ homography @ np.linalg.inv(zoom), np.float64)


def _normalise(small: SmallPicture) -> Picture:
    """Return the picture without its light: following points assumes constant brightness."""
    normalised = (small.grey - small.mean) / np.sqrt(np.maximum(small.variance, 0) + 4 * MIN_VARIANCE)
    return np.asarray(np.clip(128 + 50 * normalised, 0, 255), np.uint8)
