"""A table followed from frame to frame, read by the real reader."""

import math

import cv2
import numpy as np
import pytest

from companion.demo import bundled
from companion.pictures.arrays import Picture
from companion.table.camera_events import AreaMoved, CameraEvent, Changed, Settled
from companion.table.sightings import DieSighting, Edge
from companion.vision.tracking.follower import Follower
from models.training.stage.hand_model import Pose
from tests.cases import each
from tests.vision.table_pictures import Lying, table_picture
from tests.vision.tracking.film import Film, hand
from tests.vision.tracking.test_hands import SOMEBODY, laid_over, skinned

SIZE = (640, 400)
ROW = [Lying("PSWK", 180, 200, 100), Lying("X", 260, 200, 100), Lying("PMSL", 340, 200, 100)]
MOUNTAIN = Lying("4MS", 340, 310, 100)
TABLE = [*ROW, MOUNTAIN]


def picture(cards: list[Lying]) -> Picture:
    return table_picture(cards, SIZE)


def codes(event: CameraEvent) -> dict[int | None, str]:
    assert isinstance(event, Settled)
    return {card.track: str(card.card) for card in event.sightings.cards}


@pytest.fixture
def film() -> Film:
    return Film(Follower())


@pytest.fixture
def known(film: Film) -> dict[int | None, str]:
    """The table as it was read at first."""
    (settled,) = film.play(picture(TABLE), 0.6)
    return codes(settled)


def test_a_table_is_read_once_it_is_still_and_then_left_alone(film: Film, known: dict[int | None, str]) -> None:
    assert sorted(known.values()) == ["4MS", "PMSL", "PSWK", "X"]
    assert film.play(picture(TABLE), 3) == []


def test_a_hand_that_passes_changes_nothing(film: Film, known: dict[int | None, str]) -> None:
    changed, *more = film.play(picture(TABLE), 1, lambda table, k: hand(table, 120 + 15 * k, 240))
    assert isinstance(changed, Changed) and more == []
    (settled,) = film.play(picture(TABLE), 1)
    assert codes(settled) == known


def test_another_light_is_no_change(film: Film, known: dict[int | None, str]) -> None:
    across = np.linspace(0.45, 0.9, SIZE[0])[None, :, None]
    for light in (0.6, 1.15, across):
        dimmed = np.asarray(np.clip(picture(TABLE) * light, 0, 255), np.uint8)
        assert film.play(dimmed, 0.6) == []


def test_a_card_laid_down_is_new_and_all_others_stay_who_they_are(film: Film, known: dict[int | None, str]) -> None:
    after = picture([*TABLE, Lying("7SK", 180, 310, 100, turn=4)])
    film.play(picture(TABLE), 0.4, lambda table, k: hand(table, 180, 390 - 10 * k))
    film.play(after, 0.4, lambda table, k: hand(table, 180, 320 + 20 * k))
    *_, settled = film.play(after, 1)
    (new,) = codes(settled).keys() - known.keys()
    assert codes(settled) == {**known, new: "7SK"}


def test_a_card_taken_away_is_gone(film: Film, known: dict[int | None, str]) -> None:
    film.play(picture(TABLE), 0.4, lambda table, k: hand(table, 340, 390 - 10 * k))
    film.play(picture(ROW), 0.4, lambda table, k: hand(table, 340, 330 + 20 * k))
    *_, settled = film.play(picture(ROW), 1)
    assert codes(settled) == {track: code for track, code in known.items() if code != "4MS"}


@pytest.mark.parametrize("straightened", [Lying("4MS", 345, 314, 100, turn=7), Lying("4MS", 340, 310, 100, turn=90)])
def test_a_card_that_is_turned_is_the_same_card(film: Film, known: dict[int | None, str], straightened: Lying) -> None:
    after = picture([*ROW, straightened])
    film.play(after, 0.4, lambda table, k: hand(table, 340, 330 + 10 * k))
    *_, settled = film.play(after, 1)
    assert codes(settled) == known
    assert isinstance(settled, Settled)
    (card,) = [card for card in settled.sightings.cards if str(card.card) == "4MS"]
    here = np.array(card.corners)
    assert min(np.abs(np.roll(straightened.corners, turn, axis=0) - here).max() for turn in (0, 2)) < 7


def test_a_card_under_a_resting_arm_is_not_lost(film: Film, known: dict[int | None, str]) -> None:
    film.play(picture(TABLE), 0.4, lambda table, k: hand(table, 330, 390 - 15 * k))
    *_, settled = film.play(picture(TABLE), 3, lambda table, k: hand(table, 330, 300))
    assert codes(settled) == known
    assert film.play(picture(TABLE), 3, lambda table, k: hand(table, 330, 300)) == []
    film.play(picture(TABLE), 0.4, lambda table, k: hand(table, 330, 300 + 20 * k))
    film.play(picture(TABLE), 1)
    assert {card.track: str(card.card) for card in film.follower.sightings.cards} == known


def test_a_card_laid_beside_a_resting_arm_is_read_once_the_arm_leaves(film: Film, known: dict[int | None, str]) -> None:
    def resting(table: Picture, _k: int) -> Picture:
        return laid_over(table, SOMEBODY, Pose.FLAT, (180, 340), 1.1)

    after = picture([*TABLE, Lying("7SK", 180, 310, 100)])
    film.play(picture(TABLE), 0.4, resting)
    film.play(after, 3, resting)
    *_, settled = film.play(after, 1)
    assert sorted(codes(settled).values()) == sorted([*known.values(), "7SK"])


def test_an_arm_that_stays_is_not_waited_for_at_every_movement(film: Film, known: dict[int | None, str]) -> None:
    def resting(table: Picture, k: int) -> Picture:
        return hand(table, 330, 120)

    film.play(picture(TABLE), 0.4, lambda table, k: hand(table, 330, 390 - 40 * k))
    events: list[CameraEvent] = []
    for _ in range(4):
        events += film.play(picture(TABLE), 0.9, resting)
        events += film.play(picture(TABLE), 0.3, lambda table, k: resting(hand(table, 560, 390 - 20 * k), k))
    settled = [event for event in events if isinstance(event, Settled)]
    assert settled and codes(settled[0]) == known


def test_what_a_hand_did_is_read_though_its_sleeve_is_dark_too(film: Film, known: dict[int | None, str]) -> None:
    turned = picture([*ROW, Lying("4MS", 340, 310, 100, turn=90)])

    def sleeve(table: Picture, k: int) -> Picture:
        reaching = hand(table, 300, 210)
        reaching[-5:] = table[-5:]
        return reaching

    film.play(picture(TABLE), 0.3, lambda table, k: hand(table, 300, 390 - 40 * k))
    events = film.play(turned, 1.2, sleeve)
    *_, settled = events + film.play(turned, 3)
    assert codes(settled) == known
    assert isinstance(settled, Settled)
    (card,) = [card for card in settled.sightings.cards if str(card.card) == "4MS"]
    assert np.ptp([corner[0] for corner in card.corners]) > 90, "it lies across now"


def with_another_die(photo: Picture, x: int, y: int) -> Picture:
    """The photo with one of its dice there once more."""
    laid = photo.copy()
    round_die = np.hypot(*np.mgrid[-33:32, -33:32]) < 25
    laid[y - 33 : y + 32, x - 33 : x + 32][round_die] = photo[707:772, 103:168][round_die]
    return laid


def part_of(table: Picture) -> Picture:
    """The left half of the bundled photo, where its dice lie and a hand comes."""
    return np.ascontiguousarray(table[:, :640])


@pytest.mark.prove("camera-game")
def test_dice_that_a_hand_holds_still_are_no_roll_until_they_lie_on_the_table() -> None:
    table = np.asarray(cv2.imread(str(bundled.photo())), np.uint8)
    holding = laid_over(table, skinned((0.38, 0.25, 0.18)), Pose.CUP, (295, 690), 2.0)
    lying, holding = (with_another_die(shown, 295, 883) for shown in (table, holding))
    watched = Film(Follower())

    def thrown() -> list[DieSighting]:
        return [one for one in watched.follower.sightings.dice if math.dist(one.center, (295, 882)) < 20]

    watched.play(part_of(table), 0.6)
    watched.play(part_of(holding), 2)
    assert not thrown()
    watched.play(part_of(lying), 0.6)
    assert thrown()


@pytest.mark.prove("readings")
def test_dice_beside_a_hand_that_rests_are_read_though_its_shadow_falls_on_them() -> None:
    table = np.asarray(cv2.imread(str(bundled.photo())), np.uint8)
    shadow = np.zeros(table.shape[:2], np.float32)
    cv2.circle(shadow, (295, 690), 130, 0.3, -1)
    shaded = with_another_die(table, 295, 610) * (1 - cv2.GaussianBlur(shadow, (0, 0), 15)[..., None])
    resting = laid_over(np.asarray(shaded, np.uint8), skinned((0.38, 0.25, 0.18)), Pose.CUP, (295, 690), 2.0)
    watched = Film(Follower())
    watched.play(table, 1)
    watched.play(resting, 3)
    # It was copied from where it is seen from elsewhere: whether it leans may be doubted, not what it shows.
    assert any(math.dist(one.center, (295, 609)) < 20 and one.value == 8 for one in watched.follower.sightings.dice)


def test_a_card_whose_picture_looks_like_a_hand_is_read_all_the_same() -> None:
    size, first = (340, 400), Lying("PMSL", 120, 200, 100)
    watched = Film(Follower())
    watched.play(table_picture([first], size), 1)
    watched.play(table_picture([first, Lying("4MS", 220, 200, 100)], size), 3)
    assert "4MS" in {str(card.card) for card in watched.follower.sightings.cards}


def test_a_card_beside_the_picture_s_edge_is_read(film: Film, known: dict[int | None, str]) -> None:
    events = film.play(picture([*TABLE, Lying("9WY", 90, 354, 100, turn=90)]), 0.7)
    assert "9WY" in codes(events[-1]).values()


def test_a_nudged_camera_is_noticed_and_every_card_stays_who_it_is(film: Film, known: dict[int | None, str]) -> None:
    film.follower.seat(Edge.BOTTOM)
    turned = cv2.getRotationMatrix2D((320, 200), 2.0, 1.0) + np.array([[0, 0, 14], [0, 0, -9]])
    nudged = cv2.warpAffine(picture(TABLE), turned, SIZE, borderMode=cv2.BORDER_REFLECT)
    _, moved, settled = film.play(np.asarray(nudged, np.uint8), 1)
    assert isinstance(moved, AreaMoved)
    assert film.follower.area is not None and film.follower.area.near is Edge.BOTTOM
    assert codes(settled) == known
    x, y = turned @ (MOUNTAIN.x, MOUNTAIN.y, 1)
    assert isinstance(settled, Settled)
    assert any(np.hypot(*(np.mean(c.corners, axis=0) - (x, y))) < 3 for c in settled.sightings.cards)


def test_a_camera_that_slips_by_little_is_noticed_too(film: Film, known: dict[int | None, str]) -> None:
    slipped = np.roll(picture(TABLE), (1, 2), axis=(0, 1))
    *_, moved, settled = film.play(slipped, 4)
    assert isinstance(moved, AreaMoved)
    assert codes(settled) == known


def test_what_never_rests_is_left_out_and_the_game_goes_on(film: Film, known: dict[int | None, str]) -> None:
    def with_screen(table: Picture, k: int) -> Picture:
        lit = table.copy()
        cv2.circle(lit, (80, 80), 24, (40 + 110 * (k % 2), 60, 200 - 90 * (k % 2)), -1)
        cv2.putText(lit, "AB"[k % 2], (70, 90), cv2.FONT_HERSHEY_SIMPLEX, 1, (250, 250, 250), 3)
        return lit

    film.play(picture(TABLE), 10, with_screen)
    after = picture([*TABLE, Lying("7SK", 180, 310, 100)])
    film.play(picture(TABLE), 0.4, lambda table, k: hand(with_screen(table, k), 180, 390 - 10 * k))
    *_, settled = film.play(after, 2, with_screen)
    assert sorted(codes(settled).values()) == sorted([*known.values(), "7SK"])


def test_cards_that_hands_deal_without_a_pause_are_read(film: Film, known: dict[int | None, str]) -> None:
    """Hands move over the same place for ten seconds; it is no place that never rests."""

    def dealing(table: Picture, k: int) -> Picture:
        return laid_over(table, SOMEBODY, Pose.FLAT, (180, 290 + 40 * math.sin(k / 2)), 1.1)

    film.play(picture(TABLE), 7.5, dealing)
    after = picture([*TABLE, Lying("7SK", 180, 310, 100)])
    *_, settled = film.play(after, 1)
    assert sorted(codes(settled).values()) == sorted([*known.values(), "7SK"])


def test_a_card_laid_where_something_flickered_is_read_in_the_end(film: Film, known: dict[int | None, str]) -> None:
    def with_light(table: Picture, k: int) -> Picture:
        lit = table.copy()
        cv2.rectangle(lit, (140, 250), (220, 370), (40 + 160 * (k % 2),) * 3, -1)
        cv2.putText(lit, "AB"[k % 2], (160, 320), cv2.FONT_HERSHEY_SIMPLEX, 2, (90, 90, 90), 5)
        return lit

    film.play(picture(TABLE), 7.5, with_light)
    # Something else is read meanwhile, without that place.
    film.play(picture(ROW), 2, with_light)
    *_, settled = film.play(picture([*ROW, Lying("7SK", 180, 310, 100)]), 3)
    assert sorted(codes(settled).values()) == ["7SK", "PMSL", "PSWK", "X"]


@each("in_row", [True, False])
def test_a_card_far_from_pawns_and_the_excuse_is_read_only_in_a_game_without_a_row_of_them(in_row: bool) -> None:
    size = (960, 540)
    row = [Lying("PSWK", 80, 90, 100), Lying("X", 160, 90, 100), Lying("PMSL", 240, 90, 100)]
    film = Film(Follower())
    film.follower.in_row = in_row
    (settled,) = film.play(table_picture(row, size), 0.6)
    assert sorted(codes(settled).values()) == ["PMSL", "PSWK", "X"]
    events = film.play(table_picture([*row, Lying("4MS", 700, 400, 100)], size), 1)
    assert (events == []) if in_row else "4MS" in codes(events[-1]).values()
