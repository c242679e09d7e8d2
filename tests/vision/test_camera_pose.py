"""Cards and dice on a table tell how the camera stands."""

import math
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.demo import bundled
from companion.pictures.arrays import Matrix
from companion.table.sightings import CardSighting
from companion.vision.camera_pose.estimation import USUAL_FOCAL, CameraPose, Corners, Landmark, estimate_pose
from companion.vision.camera_pose.table_view import TableView
from companion.vision.cards.card_frame import HEIGHT, WIDTH
from companion.vision.dice.pose_evidence import Places
from companion.vision.dice.pose_evidence import estimate_pose as estimate_pose_by_dice
from companion.vision.dice.reader import DiceReader
from companion.vision.recognise import recognise
from companion.vision.tracking.card_tracks import CardTrack
from companion.vision.tracking.track_set import Tracks
from models.training.scenes.camera import Camera, aim_camera
from tests.bench.viewpoint import turn
from tests.cases import each
from tests.vision.table_pictures import cards_under

PLACES = Places.about(CameraPose((640.0, 360.0), USUAL_FOCAL * 1280, (0.0, 0.0, 1.0)))


def lying_flat_under(tilt: float, way: float, within: float) -> Matrix:
    """How likely a die lies flat, were the camera at each place: 0.95 where that is within so many degrees of one
    that looks ``tilt`` degrees aside."""
    aside = math.radians(tilt)
    down = np.array([math.sin(aside) * math.cos(way), math.sin(aside) * math.sin(way), math.cos(aside)])
    aside_by = np.degrees(np.arccos(np.clip(np.array([place.down for place in PLACES.standpoints]) @ down, -1, 1)))
    return np.where(aside_by < within, 0.95, 0.03)


def tilted(flat: list[Matrix]) -> tuple[float, float]:
    """How far aside the camera is said to look, in degrees, and which way."""
    standpoint = estimate_pose_by_dice(np.array(flat), PLACES)
    assert standpoint is not None
    x, y, z = standpoint.down
    return math.degrees(math.acos(z)), math.atan2(y, x)


def test_dice_that_all_lie_flat_under_one_camera_tell_where_it_stands() -> None:
    tilt, way = tilted([lying_flat_under(25, 0.8, 18)] * 3)
    assert abs(tilt - 25) < 8 and abs(way - 0.8) < 0.4


def test_one_die_that_leans_does_not_move_the_camera_that_three_agree_on() -> None:
    agreed = [lying_flat_under(0, 0, 15)] * 3
    tilt, _ = tilted([*agreed, lying_flat_under(32, 2.0, 15)])
    assert tilt < 6


def test_dice_that_would_lie_flat_anywhere_are_taken_to_be_seen_from_above() -> None:
    assert tilted([np.full(len(PLACES.standpoints), 0.8)] * 2)[0] < 1


def test_dice_that_no_camera_sees_lying_flat_together_tell_nothing() -> None:
    others = [lying_flat_under(35, way, 12) for way in (0.0, 2.0, 4.0)]
    assert estimate_pose_by_dice(np.array(others), PLACES) is None
    assert estimate_pose_by_dice(np.array(others[:1]), PLACES) is None


def test_what_is_no_die_says_nothing_about_where_the_camera_is() -> None:
    dice = [lying_flat_under(25, 0.8, 18)] * 2
    print_on_cloth = np.where(lying_flat_under(40, 3.0, 20) > 0.5, 0.4, 0.01)
    alone, together = tilted(dice), tilted([*dice, print_on_cloth])
    assert together == pytest.approx(alone, abs=2.0)


@pytest.fixture(scope="module")
def reader() -> DiceReader:
    return DiceReader()


@pytest.mark.prove("readings")
def test_a_die_that_is_certain_among_cards_is_read_alike_whatever_lies_next_to_it(reader: DiceReader) -> None:
    table = np.asarray(cv2.imread(str(bundled.photo())), np.uint8)
    cards = recognise(table).sightings.cards
    out_of_focus = cv2.GaussianBlur(table[707:772, 103:168], (0, 0), 3)
    round_die = np.hypot(*np.mgrid[-33:32, -33:32]) < 25
    table[850:915, 262:327][round_die] = out_of_focus[round_die]
    together = reader.read(table, places := reader.find(table), cards)
    certain = [die for die in together if die.sure]
    assert len(certain) == 3 and len(together) == 4, "and one in doubt, that is looked at once more"
    for die in certain:
        here = [place for place in places if math.dist(place.middle, die.center) < 20]
        assert reader.read(table, here, cards) == (die,)


SQUARES = [(60, 40), (200, 50), (190, 150), (70, 140)]


def picture_and_labels() -> tuple[np.ndarray, dict[str, object]]:
    """A grey picture with a bright spot at each corner of what the labels call a card, and around a die's centre."""
    pixels = np.full((240, 320, 3), 60, np.uint8)
    for x, y in [*SQUARES, (250, 200)]:
        pixels[y - 4 : y + 4, x - 4 : x + 4] = 255
    die = {"center": [250, 200], "bbox": [246, 196, 254, 204]}
    return pixels, {"cards": [{"card": "4MS", "corners": [list(point) for point in SQUARES]}], "dice": [die]}


@each("degrees", [0, 90, 180, -33])
def test_labels_move_with_what_they_name(degrees: float) -> None:
    transformed, labels = turn(*picture_and_labels(), degrees)
    assert (labels["width"], labels["height"]) == (transformed.shape[1], transformed.shape[0])
    for x, y in [*labels["cards"][0]["corners"], labels["dice"][0]["center"]]:
        around = transformed[round(y) - 2 : round(y) + 2, round(x) - 2 : round(x) + 2]
        assert around.min() > 180


def test_a_quarter_turn_changes_no_pixel() -> None:
    pixels, labels = picture_and_labels()
    assert np.array_equal(turn(pixels, labels, 90)[0], np.rot90(pixels, -1))


SIZE = (1280, 960)


def camera(tilt: float, towards: float) -> Camera:
    """A camera that sees a table of 40 by 30 cm."""
    return aim_camera((-200, -150, 200, 150), SIZE, tilt, towards, 0.0)


def off(
    viewpoint: Camera, cards_in_view: list[CardSighting], spot: tuple[float, float], landmarks: Sequence[Landmark] = ()
) -> tuple[float, float]:
    """How far the lean told for a place on the table is from the true one: in degrees, and its direction likewise."""
    foot = np.array([*spot, 0.0])
    low, high = viewpoint.project(np.array([foot, (*spot, 5.0)]))
    ray = foot - viewpoint.position
    true = math.acos(-ray[2] / np.linalg.norm(ray))
    lean = TableView.of(cards_in_view, *SIZE, landmarks).at((float(low[0]), float(low[1]))).lean
    assert lean is not None
    cosine = float((high - low) @ lean.up / np.linalg.norm(high - low))
    return math.degrees(abs(lean.tilt - true)), math.degrees(math.acos(min(1.0, max(-1.0, cosine))))


@each(("tilt", "towards"), [(15, 0), (15, 120), (25, 240), (35, 80)])
@each("amiss", [0, 2])
def test_a_table_s_cards_tell_how_far_and_which_way_a_die_leans(tilt: float, towards: float, amiss: int) -> None:
    chance = np.random.default_rng([int(tilt), int(towards), amiss])
    viewpoint = camera(tilt, towards)
    cards_in_view = cards_under(viewpoint, 20, chance, amiss)
    errors = [off(viewpoint, cards_in_view, spot) for spot in ((0, 0), (-60, 40), (70, -50), (20, 60))]
    assert max(far for far, _ in errors) < 7
    assert max(turned for _, turned in errors) < 25


def tags(viewpoint: Camera) -> list[Landmark]:
    """A mat's four, 4 cm wide, in the corners of the table."""
    cards_in_view = []
    for x, y in ((-170, -120), (170, -120), (170, 120), (-170, 120)):
        square = np.array([(x + a, y + b, 0.0) for a, b in ((-20, -20), (20, -20), (20, 20), (-20, 20))])
        a, b, c, d = ((float(right), float(down)) for right, down in viewpoint.project(square))
        cards_in_view.append(Landmark((a, b, c, d), shape=1.0))
    return cards_in_view


@each(("tilt", "towards"), [(15, 120), (25, 240), (35, 80)])
def test_a_mat_s_tags_tell_how_a_die_leans_before_any_card_lies(tilt: float, towards: float) -> None:
    viewpoint = camera(tilt, towards)
    for spot in ((0.0, 0.0), (-60.0, 40.0), (70.0, -50.0)):
        far, turned = off(viewpoint, [], spot, tags(viewpoint))
        assert far < 3 and turned < 12


def test_where_cards_lay_before_tells_of_the_camera_when_few_lie_now() -> None:
    viewpoint = camera(25, 240)
    laid = cards_under(viewpoint, 20, np.random.default_rng(4))
    tracks = Tracks(tuple(CardTrack.begun(number, card) for number, card in enumerate(laid))).with_landmarks()
    cleared = Tracks(tracks.cards[:2], (), tracks.landmarks).with_landmarks()
    assert TableView.of(laid[:2], *SIZE).at((600, 500)).lean is None
    far, turned = off(viewpoint, laid[:2], (20, 60), cleared.landmarks)
    assert far < 5 and turned < 15
    assert len(cleared.landmarks) == 20, "a card that lies where it lay is no news"


def test_landmarks_move_with_the_picture_when_the_camera_is_nudged() -> None:
    [card] = cards_under(camera(20, 0), 1, np.random.default_rng(6))
    nudged = Tracks((CardTrack.begun(1, card),)).with_landmarks().moved(np.array([[1, 0, 9.0], [0, 1, -4], [0, 0, 1]]))
    assert nudged.landmarks[0].corners == nudged.cards[0].sighting.corners


def test_too_few_cards_tell_nothing_of_the_camera() -> None:
    chance = np.random.default_rng(5)
    assert estimate_pose([Landmark(card.corners) for card in cards_under(camera(20, 0), 3, chance)], *SIZE) is None
    assert TableView.of([], *SIZE).at((3, 4)).lean is None


def test_cards_in_one_heap_tell_nothing_of_the_camera() -> None:
    [one] = cards_under(camera(20, 0), 1, np.random.default_rng(6))
    assert estimate_pose([Landmark(one.corners)] * 6, *SIZE) is None


@each(("tilt", "towards"), [(15, 120), (25, 240), (35, 80)])
def test_dice_are_best_thrown_where_the_camera_sees_them_from_above(tilt: float, towards: float) -> None:
    viewpoint = camera(tilt, towards)
    place = np.array(TableView.of(cards_under(viewpoint, 12, np.random.default_rng(3)), *SIZE).for_dice, np.float32)
    right = wrong = 0
    for x in range(-180, 181, 40):
        for y in range(-130, 131, 40):
            foot = np.array([float(x), float(y), 0.0])
            ray = foot - viewpoint.position
            aside = math.degrees(math.acos(-ray[2] / np.linalg.norm(ray)))
            cards_in_view = tuple(map(float, viewpoint.project(foot[None])[0]))
            if abs(aside - 27) > 4:
                inside = len(place) > 0 and cv2.pointPolygonTest(place, cards_in_view, False) >= 0
                right, wrong = right + (inside == (aside < 27)), wrong + (inside != (aside < 27))
    assert wrong == 0 and right > 20, (right, wrong)


def test_where_nobody_knows_how_the_camera_stands_no_place_is_better_for_dice() -> None:
    assert TableView.of((), *SIZE).for_dice == ()


@each(("tilt", "towards"), [(0, 0), (8, 90), (15, 200)])
def test_a_row_alone_does_not_make_the_camera_lean(tilt: float, towards: float) -> None:
    """Cards in one row tell how things grow along it; across it that cameras mostly look down counts."""
    viewpoint = camera(tilt, towards)
    row = [card for card in cards_under(viewpoint, 20, np.random.default_rng(7)) if abs(card.corners[0][1] - 480) < 160]
    assert 4 <= len(row) <= 12
    for spot in ((-180.0, -60.0), (-180.0, 60.0), (0.0, -130.0)):
        assert off(viewpoint, row, spot)[0] < 13


def test_cards_placed_by_one_index_do_not_hide_how_the_table_leans() -> None:
    """Of such a card the outline is drawn as if seen from above; those that are seen whole know better."""
    viewpoint = camera(30, 0)
    laid = cards_under(viewpoint, 16, np.random.default_rng(8))
    hidden = [replace(card, corners=from_above(card), shown=0.4) for card in laid[:10]]
    assert off(viewpoint, [*hidden, *laid[10:]], (20, 60))[0] < 5
    aspect = TableView.of([*hidden, *laid[10:]], *SIZE).at((640, 480))
    assert np.linalg.det(aspect.level) == pytest.approx(1 / math.cos(math.radians(30)), abs=0.08)


def from_above(card: CardSighting) -> Corners:
    """The outline of a card of which only the upper edge was placed."""
    a, b = (np.array(corner) for corner in card.corners[:2])
    down = np.array([-(b - a)[1], (b - a)[0]]) * HEIGHT / WIDTH
    c, d = b + down, a + down
    return (a[0], a[1]), (b[0], b[1]), (c[0], c[1]), (d[0], d[1])


def test_a_card_that_is_seen_whole_later_tells_more_than_half_of_it_did() -> None:
    [card] = cards_under(camera(20, 0), 1, np.random.default_rng(6))
    half = Tracks((CardTrack.begun(1, replace(card, shown=0.5)),)).with_landmarks()
    whole = replace(half, cards=(CardTrack.begun(1, replace(card, shown=0.95)),)).with_landmarks()
    again = replace(whole, cards=half.cards).with_landmarks()
    assert [len(one.landmarks) for one in (half, whole, again)] == [1, 1, 1]
    assert half.landmarks[0].error > whole.landmarks[0].error == again.landmarks[0].error
