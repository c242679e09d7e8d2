"""What is known of a table, and when another look at it is worth its time."""

from __future__ import annotations

import cv2
import numpy as np

from companion.demo import bundled
from companion.pictures.arrays import Mask, Picture
from companion.pieces import DieKind
from companion.table.sightings import DieSighting
from companion.vision.tracking.dice_tracks import DieTrack
from companion.vision.tracking.hands import Hands
from companion.vision.tracking.motion import SmallPicture
from companion.vision.tracking.play_area import area_of_whole_picture
from companion.vision.tracking.regions import Grid, die_outline
from companion.vision.tracking.track_set import MAX_SIGHTINGS, Tracks
from companion.vision.tracking.tracker import Tracker

GRID = Grid(640, 480, 240, 320)


def die_with_probability(chance: float) -> DieSighting:
    return DieSighting(DieKind.D10, (50.0, 50.0), ((7, chance),), sure=False, across=26)


def doubtful_die(sighting_count: int = 1) -> Tracks:
    sighting = DieSighting(DieKind.D10, (50.0, 50.0), ((7, 0.4), (1, 0.3)), sure=False, across=26)
    return Tracks(dice=(DieTrack(1, sighting, (sighting,) * sighting_count),))


def test_a_doubtful_die_is_looked_at_again_but_not_forever() -> None:
    known, sighting_count = doubtful_die(), 1
    while known.unsettled:
        (die,) = known.dice
        known, sighting_count = Tracks(dice=(die.with_sighting(die.history[0]),)).tried([1]), sighting_count + 1
    assert sighting_count == MAX_SIGHTINGS and known.dice


def test_a_doubtful_die_that_no_further_look_finds_fades_and_was_none() -> None:
    known = doubtful_die()
    for reported in (True, False):
        (die,) = known.dice
        known = Tracks(dice=(die.with_miss(),)).tried([1])
        assert bool(known.sightings(GRID).dice) is reported
    while known.dice:
        assert known.unsettled
        (die,) = known.dice
        known = Tracks(dice=(die.with_miss(),)).tried([1])
    assert len(die.history) == MAX_SIGHTINGS - 1


def test_a_die_that_was_found_often_stays_though_one_look_misses_it() -> None:
    die = DieTrack(1, die_with_probability(0.8), (die_with_probability(0.8),) * 4)
    assert Tracks(dice=(die.with_miss(),)).tried([1]).sightings(GRID).dice


def test_a_die_only_glimpsed_is_told_of_once_further_looks_show_it() -> None:
    glimpsed, clear = die_with_probability(0.2), die_with_probability(0.9)
    known = Tracks(dice=(DieTrack.begun(1, glimpsed),))
    assert not known.sightings(GRID).dice and known.unsettled
    (die,) = known.dice
    assert Tracks(dice=(die.with_sighting(clear).with_sighting(clear),)).sightings(GRID).dice


def dice_of_the_photo() -> tuple[Picture, SmallPicture, Grid, list[DieSighting]]:
    """The left half of the bundled photo, and its dice as they are read at first."""
    photo = np.ascontiguousarray(np.asarray(cv2.imread(str(bundled.photo())), np.uint8)[600:, :640])
    small = SmallPicture.from_pixels(photo)
    grid = Grid.of((photo.shape[1], photo.shape[0]), small)
    return photo, small, grid, read_at_first(photo, small, grid, Hands.none(grid))


def read_at_first(photo: Picture, small: SmallPicture, grid: Grid, hands: Hands) -> list[DieSighting]:
    whole = area_of_whole_picture(grid.width, grid.height)
    everything = np.ones((grid.rows, grid.columns), np.bool_)
    update = Tracker((), None).update(photo, everything, grid, whole, None, small, hands)
    return [track.sighting for track in update.tracks.dice]


def inner(place: Mask) -> Mask:
    return cv2.erode(place.astype(np.uint8), np.ones((3, 3), np.uint8)).astype(np.bool_)


def test_a_certain_die_that_is_taken_for_a_hand_or_lies_beside_one_is_read_all_the_same() -> None:
    photo, small, grid, dice = dice_of_the_photo()
    certain = [die for die in dice if die.sure]
    assert certain
    for die in certain:
        place = grid.mask_of(die_outline(die))
        neighbour = np.roll(inner(place), round(die.across / grid.scale) + 1, axis=1)
        for supposed in (inner(place), neighbour):
            hands = Hands.of(supposed, supposed, card_height=30)
            assert (place & hands.margin).any()
            read = read_at_first(photo, small, grid, hands)
            assert (die.value, die.center) in [(one.value, one.center) for one in read if one.sure]


def test_what_a_hand_holds_or_shades_is_read_once_it_leaves() -> None:
    photo, small, grid, dice = dice_of_the_photo()
    held = grid.mask_of(die_outline(dice[0]))
    palm = cv2.dilate(held.astype(np.uint8), np.ones((25, 25), np.uint8)).astype(np.bool_)
    hands = Hands.of(palm, np.ones_like(palm), card_height=30)
    whole = area_of_whole_picture(grid.width, grid.height)
    update = Tracker((), None).update(photo, np.ones_like(palm), grid, whole, None, small, hands)
    assert not any(track.sighting.center == dice[0].center for track in update.tracks.dice)
    assert (update.hands.reach & held).sum() == held.sum()


def test_once_all_is_at_rest_dice_are_found_where_nothing_seemed_to_change_but_only_certain_ones() -> None:
    photo, _, grid, dice = dice_of_the_photo()
    nowhere, everywhere = (np.full((grid.rows, grid.columns), so) for so in (False, True))
    tracker = Tracker((), None)
    tracker.refine(photo, grid, Hands.none(grid), nowhere, everywhere)
    found = [track.sighting for track in tracker.tracks.dice]
    assert {(die.value, die.center) for die in dice if die.sure} <= {(die.value, die.center) for die in found}
    assert found and all(die.sure for die in found)
