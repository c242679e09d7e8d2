"""What is known of a table from picture to picture: motion, cards, fused readings and the area of play."""

import itertools
from collections.abc import Mapping

import cv2
import numpy as np
import pytest

from companion.demo import bundled
from companion.pictures.arrays import Floats, Mask, Matrix, Picture
from companion.pieces import Card, DieKind
from companion.table.sightings import CardSighting, DieSighting, Edge, Face
from companion.vision.tracking.card_tracks import CardTrack, Reading, Touch, fuse, update_card_tracks
from companion.vision.tracking.hands import Hands
from companion.vision.tracking.motion import MotionDetector, SmallPicture, find_changes
from companion.vision.tracking.play_area import area_around_row, area_of_whole_picture, area_on_mat
from companion.vision.tracking.regions import Grid, die_outline, fill_changes
from companion.vision.tracking.track_set import MAX_SIGHTINGS, DieTrack, Tracks, update_dice_tracks
from companion.vision.tracking.tracker import Tracker
from tests.cases import each
from tests.vision.table_pictures import Lying, table_picture

SIZE = (1280, 720)


@pytest.fixture(scope="module")
def table() -> Picture:
    return table_picture([Lying("4MS", 400, 300), Lying("7SK", 700, 350, turn=20), Lying(None, 950, 300)], SIZE)


def noisy(picture: Picture | Floats | Matrix, seed: int, sigma: float = 6) -> Picture:
    noise = np.random.default_rng(seed).normal(0, sigma, picture.shape)
    return np.asarray(np.clip(picture + noise, 0, 255), np.uint8)


def share_changed(before: Picture, after: Picture) -> float:
    return float(find_changes(SmallPicture.from_pixels(before), SmallPicture.from_pixels(after)).mean())


@each("sigma", [3, 6, 10])
def test_noise_is_no_change(table: Picture, sigma: float) -> None:
    assert share_changed(noisy(table, 1, sigma), noisy(table, 2, sigma)) == 0


@each("gain", [0.4, 0.7, 1.2])
def test_more_or_less_light_is_no_change(table: Picture, gain: float) -> None:
    assert share_changed(noisy(table, 1), noisy(np.asarray(table * gain), 2)) == 0


def test_neither_a_lamp_at_one_side_nor_the_mains_flicker_is_a_change(table: Picture) -> None:
    one_side = table * np.linspace(0.5, 1.3, SIZE[0])[None, :, None]
    flicker = table * (1 + 0.1 * np.sin(np.arange(SIZE[1]) / 40))[:, None, None]
    assert share_changed(noisy(table, 1), noisy(one_side, 2)) == 0
    assert share_changed(noisy(table, 1), noisy(flicker, 3)) == 0


def test_a_die_put_down_is_a_change_at_its_place(table: Picture) -> None:
    with_die = table.copy()
    cv2.circle(with_die, (200, 500), 10, (235, 235, 235), -1)
    where = find_changes(SmallPicture.from_pixels(noisy(table, 1)), SmallPicture.from_pixels(noisy(with_die, 2)))
    rows, columns = np.nonzero(where)
    assert abs(columns.mean() * 4 - 200) < 12 and abs(rows.mean() * 4 - 500) < 12
    assert where.mean() < 0.005


def test_a_card_in_place_of_another_is_a_change_of_its_size(table: Picture) -> None:
    other = table_picture([Lying("9LK", 400, 300), Lying("7SK", 700, 350, turn=20), Lying(None, 950, 300)], SIZE)
    where = find_changes(SmallPicture.from_pixels(noisy(table, 1)), SmallPicture.from_pixels(noisy(other, 2)))
    columns = np.nonzero(where)[1]
    assert columns.max() * 4 < 480 and columns.min() * 4 > 320
    assert where.sum() > 0.25 * (170 / 4) * (121 / 4)


def test_what_an_arm_covers_is_remembered_and_its_leaving_is_no_change(table: Picture) -> None:
    motion = MotionDetector()
    covered = table.copy()
    cv2.rectangle(covered, (350, 200), (500, 720), (110, 150, 210), -1)
    for number, picture in enumerate((table, table, covered, covered, covered, covered, covered)):
        stir = motion.update(SmallPicture.from_pixels(noisy(picture, number)), number / 10)
        if number == 1:
            motion.learn(stir.small)
    assert stir.changed.any() and not stir.moving.any()
    arm = fill_changes(stir.changed)
    motion.learn(stir.small, arm, arm)
    assert not motion.update(SmallPicture.from_pixels(noisy(covered, 8)), 0.8).changed.any()
    assert not motion.update(SmallPicture.from_pixels(noisy(table, 9)), 0.9).changed.any()


SURE_MOUNTAIN = Reading((("4MS", 0.99),), True)
LIKELY_MOUNTAIN = Reading((("4MS", 0.7), ("9MS", 0.3)), False)
LIKELY_NINE = Reading((("9MS", 0.55), ("4MS", 0.45)), False)


def test_looks_that_agree_make_an_answer_surer() -> None:
    shares = [fuse([LIKELY_MOUNTAIN] * n).candidates[0][1] for n in (1, 2, 4)]
    assert shares == sorted(shares) and shares[0] < shares[-1]


def test_two_candidates_never_flicker() -> None:
    readings = [LIKELY_MOUNTAIN]
    reported = [fuse(readings).best]
    for k in range(8):
        readings.append(LIKELY_NINE if k % 2 else LIKELY_MOUNTAIN)
        reported.append(fuse(readings[-6:], reported[-1]).best)
    assert set(reported) == {"4MS"}


def test_another_answer_takes_over_once_it_leads_by_far() -> None:
    clearly_nine = Reading((("9MS", 0.95), ("4MS", 0.05)), False)
    assert fuse([LIKELY_MOUNTAIN, clearly_nine, clearly_nine], "4MS").best == "9MS"


def test_an_answer_is_sure_where_a_look_was_and_most_agree() -> None:
    assert fuse([SURE_MOUNTAIN]).sure
    assert fuse([LIKELY_MOUNTAIN, SURE_MOUNTAIN]).sure
    assert not fuse([LIKELY_MOUNTAIN] * 6).sure


def test_sure_looks_that_contradict_are_not_sure() -> None:
    sure_nine = Reading((("9MS", 0.99),), True)
    assert not fuse([SURE_MOUNTAIN, SURE_MOUNTAIN, sure_nine]).sure
    assert not fuse([LIKELY_NINE, LIKELY_NINE, SURE_MOUNTAIN]).sure


def test_a_look_that_names_nothing_weighs_against_all_names() -> None:
    unread: Reading[str] = Reading((), False)
    alone, doubted = fuse([LIKELY_MOUNTAIN]), fuse([LIKELY_MOUNTAIN, unread])
    assert doubted.candidates[0][1] < alone.candidates[0][1]
    assert fuse([unread]).candidates == ()


def card_at(code: str, x: float, y: float) -> CardSighting:
    a, b, c, d = ((float(px), float(py)) for px, py in Lying(code, x, y, 100).corners)
    return CardSighting((a, b, c, d), Face.UP, ((Card.parse(code), 1.0),), True)


ROW = [card_at("PSWK", 300, 500), card_at("X", 380, 500), card_at("PMSL", 460, 500)]


def test_the_area_reaches_a_card_and_a_half_around_the_row_and_what_lies_with_it() -> None:
    area = area_around_row([*ROW, card_at("4MS", 460, 610), card_at("CM", 1100, 100)], 1280, 960)
    assert area is not None and area.near is None
    inside = area.mask(1280, 960, (96, 128))
    assert inside[80, 46] and inside[50, 20] and inside[80, 30], "dice roll into its corners too"
    assert not inside[10, 110] and not inside[90, 30]


def test_without_a_row_there_is_no_area() -> None:
    assert area_around_row(ROW[:2], 1280, 960) is None


def test_the_seat_is_kept_when_the_camera_moves() -> None:
    area = area_of_whole_picture(100, 50).seated(Edge.LEFT).moved(np.array([[1.0, 0, 10], [0, 1, 5], [0, 0, 1]]))
    assert (area.near, area.outline[0]) == (Edge.LEFT, (10.0, 5.0))


def mat_picture(numbers: tuple[int, ...], quarter_turns: int = 0) -> Picture:
    """Corner pieces at the corners of a mat, each tag turned as printed: upright for player 0."""
    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    picture = np.full((720, 960), 120, np.uint8)
    for number, (x, y) in enumerate(((60, 60), (820, 60), (820, 580), (60, 580))):
        if number in numbers:
            picture[y - 15 : y + 95, x - 15 : x + 95] = 255
            picture[y : y + 80, x : x + 80] = cv2.aruco.generateImageMarker(family, number, 80)
    return np.asarray(cv2.cvtColor(np.rot90(picture, quarter_turns).copy(), cv2.COLOR_GRAY2BGR), np.uint8)


@each(("turns", "near"), [(0, Edge.BOTTOM), (1, Edge.RIGHT), (2, Edge.TOP), (3, Edge.LEFT)])
def test_a_mat_tells_the_area_and_where_player_0_sits(turns: int, near: Edge) -> None:
    area = area_on_mat(mat_picture((0, 1, 2, 3), turns))
    assert area is not None and area.near is near and area.from_mat


def test_the_area_is_inside_the_corner_pieces_and_one_of_them_may_be_hidden() -> None:
    for numbers in ((0, 1, 2, 3), (0, 1, 3), (1, 2, 3)):
        area = area_on_mat(mat_picture(numbers))
        assert area is not None
        corners = np.array(area.outline)
        assert np.abs(corners - [(140, 140), (820, 140), (820, 580), (140, 580)]).max() < 4


def test_two_corner_pieces_are_too_few() -> None:
    assert area_on_mat(mat_picture((0, 2))) is None


ALL = Touch(1.0, 1.0)


def card(code: str | None, x: float = 200, y: float = 200, turn: float = 0, sure: bool = True) -> CardSighting:
    a, b, c, d = ((float(px), float(py)) for px, py in Lying(code, x, y, 100, turn).corners)
    if code is None:
        return CardSighting((a, b, c, d), Face.DOWN, sure=sure)
    return CardSighting((a, b, c, d), Face.UP, ((Card.parse(code), 0.99 if sure else 0.6),), sure)


def after(
    known: tuple[CardTrack, ...], sightings: list[CardSighting], touched: Mapping[int, Touch] | None = None
) -> tuple[CardTrack, ...]:
    return update_card_tracks(known, sightings, touched or {}, itertools.count(100))


def names(tracks: tuple[CardTrack, ...]) -> dict[int, str]:
    return {track.number: str(track.sighting.card) for track in tracks}


MOUNTAIN = (CardTrack.begun(1, card("4MS")),)


def test_an_untouched_card_stays_whatever_a_look_missed() -> None:
    assert names(after(MOUNTAIN, [])) == {1: "4MS"}


def test_an_outline_that_trembles_stands_still() -> None:
    (track,) = after(MOUNTAIN, [card("4MS", 201.5, 199)])
    assert track.sighting.corners == MOUNTAIN[0].sighting.corners


def test_a_card_straightened_turned_or_moved_keeps_its_number() -> None:
    for sightings in (card("4MS", 206, 203, 6), card("4MS", turn=90), card("4MS", 420, 300, 12)):
        (track,) = after(MOUNTAIN, [sightings], {1: ALL})
        assert (track.number, track.sighting.corners) == (1, sightings.corners)


def test_a_card_surely_seen_across_its_own_place_is_the_same_card_though_nothing_was_seen_to_change() -> None:
    assert names(after(MOUNTAIN, [card("4MS", 203, 202, turn=90)])) == {1: "4MS"}
    assert len(after(MOUNTAIN, [card("4MS", turn=90, sure=False)])) == 2


def test_the_same_name_elsewhere_is_a_second_card_while_the_first_lies_untouched() -> None:
    assert names(after(MOUNTAIN, [card("4MS", 420)])) == {1: "4MS", 100: "4MS"}


def test_another_card_on_top_is_a_new_card_and_the_one_below_is_no_more_seen() -> None:
    assert names(after(MOUNTAIN, [card("7SK", 201)], {1: ALL})) == {100: "7SK"}


def test_a_doubtful_look_at_a_touched_card_that_still_names_it_is_of_it() -> None:
    mountain, nine = Card.parse("4MS"), Card.parse("9MS")
    doubtful = CardSighting(card("9MS").corners, Face.UP, ((nine, 0.6), (mountain, 0.4)))
    assert names(after(MOUNTAIN, [doubtful], {1: ALL})) == {1: "4MS"}


def test_a_card_not_found_in_its_changed_place_is_gone_at_the_second_look() -> None:
    once = after(MOUNTAIN, [], {1: ALL})
    assert names(once) == {1: "4MS"}
    assert after(once, [], {1: ALL}) == ()


def test_a_card_not_found_is_gone_at_once_where_the_table_is_bare() -> None:
    assert after(MOUNTAIN, [], {1: Touch(1.0, 1.0, bare=True)}) == ()


def test_a_card_of_which_little_changed_is_not_gone() -> None:
    assert names(after(MOUNTAIN, [], {1: Touch(0.4, 0.3)})) == {1: "4MS"}


def test_a_card_turned_over_is_another_thing_to_see() -> None:
    tracks = after((CardTrack.begun(1, card(None)),), [card("4MS")], {1: ALL})
    assert names(tracks) == {100: "4MS"}


def die(value: int, x: float = 50, y: float = 50, sure: bool = True, chance: float = 0.9) -> DieSighting:
    return DieSighting(DieKind.D10, (x, y), ((value, chance),), sure, across=30)


def dice_after(sightings: list[DieSighting], touch: Touch | None) -> dict[int, int | None]:
    known = (DieTrack.begun(1, die(7)),)
    tracks = update_dice_tracks(known, sightings, {1: touch} if touch else {}, itertools.count(100))
    return {track.number: track.sighting.value for track in tracks}


def test_a_die_that_lies_as_it_lay_is_the_same_die_under_a_passing_hand_too() -> None:
    assert dice_after([die(7, 51)], None) == {1: 7}
    assert dice_after([die(7, 51)], ALL) == {1: 7}
    assert dice_after([], None) == {1: 7}


def test_a_die_thrown_is_a_new_die_even_where_it_shows_the_same() -> None:
    assert dice_after([die(7, 120)], Touch(1.0, 1.0, bare=True)) == {100: 7}
    assert dice_after([die(7, 62)], ALL) == {100: 7}
    assert dice_after([die(3, 51)], ALL) == {100: 3}


@each("changed", [0.3, 1.0])
def test_a_die_taken_away_leaves_though_little_of_its_place_seemed_to_change(changed: float) -> None:
    tracks: tuple[DieTrack, ...] = (DieTrack.begun(1, die(7, chance=0.99)).with_sighting(die(7, chance=0.99)),)
    tracks = update_dice_tracks(tracks, [], {1: Touch(changed, changed)}, itertools.count(100))
    assert tracks[0].missed
    for _ in range(3):
        tracks = update_dice_tracks(tracks, [], {}, itertools.count(100), reread=[1])
    assert not tracks[0].there


def test_a_die_that_one_look_missed_and_the_next_shows_is_the_same_die() -> None:
    tracks = update_dice_tracks((DieTrack.begun(1, die(7, chance=0.99)),), [], {1: ALL}, itertools.count(100))
    tracks = update_dice_tracks(tracks, [die(7, chance=0.99)], {}, itertools.count(100), reread=[1])
    assert [(track.number, track.there, track.missed) for track in tracks] == [(1, True, 0)]


def test_looks_that_agree_make_a_doubtful_die_sure_and_a_contrary_one_unmakes_it() -> None:
    track = DieTrack.begun(1, die(7, sure=False, chance=0.96))
    for _ in range(4):
        track = track.with_sighting(die(7, sure=False, chance=0.96))
    assert track.sighting.sure
    for _ in range(3):
        track = track.with_sighting(die(1, sure=False, chance=0.96))
    assert not track.sighting.sure


def test_a_die_picked_up_is_gone_where_the_table_is_bare() -> None:
    assert dice_after([], Touch(1.0, 1.0, bare=True)) == {}


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
    update = Tracker(()).update(photo, everything, grid, whole, None, small, hands)
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
    update = Tracker(()).update(photo, np.ones_like(palm), grid, whole, None, small, hands)
    assert not any(track.sighting.center == dice[0].center for track in update.tracks.dice)
    assert (update.hands.reach & held).sum() == held.sum()


def test_once_all_is_at_rest_dice_are_found_where_nothing_seemed_to_change_but_only_certain_ones() -> None:
    photo, _, grid, dice = dice_of_the_photo()
    nowhere, everywhere = (np.full((grid.rows, grid.columns), so) for so in (False, True))
    tracker = Tracker(())
    tracker.refine(photo, grid, Hands.none(grid), nowhere, everywhere)
    found = [track.sighting for track in tracker.tracks.dice]
    assert {(die.value, die.center) for die in dice if die.sure} <= {(die.value, die.center) for die in found}
    assert found and all(die.sure for die in found)
