"""What is said of a picture that could be better."""

import cv2
import numpy as np
import pytest

from companion.pictures.arrays import Picture
from companion.pictures.sources.frame import Frame, to_half
from companion.pieces import Card, DieKind
from companion.table.sightings import CardSighting, DieSighting, Face, Sightings
from companion.vision.camera_pose.table_view import TableView
from companion.vision.tracking.advice import Adviser, find_faults, measure_sharpness
from companion.vision.tracking.motion import SmallPicture
from models.training.scenes.camera import aim_camera
from tests.cases import each
from tests.vision.table_pictures import Lying, cards_under, table_picture

SIZE = (960, 540)
CARDS = [Lying("PSWK", 250, 270), Lying("X", 400, 270), Lying("PMSL", 550, 270), Lying("4MS", 700, 270, turn=5)]
NOTHING = Sightings(*SIZE)


@pytest.fixture(scope="module")
def table() -> Picture:
    return table_picture(CARDS, SIZE)


def advice_for(picture: Picture, sightings: Sightings = NOTHING) -> str:
    return " ".join(
        str(message) for message in find_faults(to_half(picture), SmallPicture.from_pixels(picture), sightings)
    )


def lit(picture: Picture, gain: float) -> Picture:
    return np.asarray(np.clip(picture * gain, 0, 255), np.uint8)


def test_a_good_picture_needs_no_advice(table: Picture) -> None:
    assert advice_for(table) == ""


def test_too_dark_and_too_bright(table: Picture) -> None:
    assert "too dark" in advice_for(lit(table, 0.15))
    assert "overexposed" in advice_for(lit(table, 6.0))


@each(
    ("x", "y", "where"),
    [(80, 270, "left"), (880, 270, "right"), (480, 40, "top"), (480, 500, "bottom"), (480, 270, "middle")],
)
def test_glare_is_said_with_its_place(table: Picture, x: int, y: int, where: str) -> None:
    glaring = np.asarray(cv2.circle(table.copy(), (x, y), 60, (255, 255, 255), -1), np.uint8)
    assert where in advice_for(glaring) and "Glare" in advice_for(glaring)


def test_a_blurred_picture_is_told_from_a_noisy_one(table: Picture) -> None:
    noise = np.random.default_rng(1).normal(0, 8, table.shape)
    blurred = cv2.GaussianBlur(table, (0, 0), 3.5)
    assert advice_for(np.asarray(np.clip(table + noise, 0, 255), np.uint8)) == ""
    assert "blurred" in advice_for(np.asarray(np.clip(blurred + noise, 0, 255), np.uint8))


def test_an_empty_cloth_is_not_called_blurred() -> None:
    assert measure_sharpness(to_half(table_picture([], SIZE))) == 1.0


def row(x: float, height: float) -> Sightings:
    cards = []
    for number, code in enumerate(("PSWK", "X", "PMSL")):
        a, b, c, d = ((float(px), float(py)) for px, py in Lying(code, x + 0.8 * height * number, 270, height).corners)
        cards.append(CardSighting((a, b, c, d), Face.UP, ((Card.parse(code), 1.0),), True))
    return Sightings(*SIZE, tuple(cards))


def test_small_cards_want_the_camera_closer_and_a_cut_row_another_view(table: Picture) -> None:
    assert advice_for(table, row(300, 150)) == ""
    assert "closer" in advice_for(table, row(300, 60))
    assert "not fully in view" in advice_for(table, row(20, 150))


def test_advice_is_given_once_until_it_was_followed(table: Picture) -> None:
    adviser = Adviser()

    def over(picture: Picture, seconds: range) -> list[str]:
        small = SmallPicture.from_pixels(picture)
        return [
            str(message) for at in seconds for message in adviser.update(Frame(picture, float(at), at), small, NOTHING)
        ]

    dark = lit(table, 0.15)
    assert len(over(dark, range(0, 6))) == 1
    assert over(table, range(6, 12)) == []
    assert len(over(dark, range(12, 18))) == 1
    assert over(dark, range(18, 19)) == []


def test_a_camera_that_stands_still_is_reported_within_ten_seconds_and_a_still_film_is_not(table: Picture) -> None:
    def advised(pictures: list[Picture], is_live: bool) -> list[tuple[int, str]]:
        adviser, small = Adviser(), SmallPicture.from_pixels(table)
        frames = [Frame(picture, float(at), at, is_live) for at, picture in enumerate(pictures)]
        return [(frame.number, str(one)) for frame in frames for one in adviser.update(frame, small, NOTHING)]

    random = np.random.default_rng(2)
    noisy = [np.asarray(np.clip(table + random.normal(0, 2, table.shape), 0, 255), np.uint8) for _ in range(8)]
    ((second, advice),) = advised(noisy + [table] * 10, is_live=True)
    assert "same picture" in advice and second < 8 + 10
    assert advised(noisy * 3, is_live=True) == []
    assert advised([table] * 20, is_live=False) == []


@pytest.mark.parametrize("missing", [slice(300, None), slice(0, 60)])
def test_a_picture_of_which_a_part_was_not_sent_is_not_read(table: Picture, missing: slice) -> None:
    green = table.copy()
    green[missing] = (0, 135, 0)
    noise = np.random.default_rng(3).integers(-3, 4, table.shape)
    sent = np.asarray(np.clip(green.astype(int) + noise, 0, 255), np.uint8)
    assert not Frame(sent, 0.0, 0).is_whole
    assert Frame(table, 0.0, 0).is_whole and Frame(np.full_like(table, (60, 120, 50)), 0.0, 0).is_whole


def die(x: float, y: float, across: float = 40.0, sure: bool = False) -> DieSighting:
    return DieSighting(DieKind.D10, (x, y), ((4, 0.6),), sure, across)


def test_dice_too_small_to_be_read_are_said_so_and_only_while_they_are_in_doubt(table: Picture) -> None:
    assert "dice are too small" in advice_for(table, Sightings(*SIZE, (), (die(300, 100, 18), die(400, 100, 20))))
    assert advice_for(table, Sightings(*SIZE, (), (die(300, 100, 18, sure=True),))) == ""
    assert advice_for(table, Sightings(*SIZE, (), (die(300, 100, 40),))) == ""


def test_a_die_that_mirrors_a_lamp_is_told_of(table: Picture) -> None:
    mirroring = np.asarray(cv2.circle(table.copy(), (300, 100), 12, (255, 255, 255), -1), np.uint8)
    assert "reflects in a die" in advice_for(mirroring, Sightings(*SIZE, (), (die(300, 100),)))
    assert advice_for(mirroring, Sightings(*SIZE, (), (die(600, 100),))) == ""


def test_dice_far_aside_are_sent_nearer() -> None:
    viewpoint = aim_camera((-200, -150, 200, 150), SIZE, 35, 80, 0.0)
    cards = tuple(cards_under(viewpoint, 12, np.random.default_rng(3)))
    foot = viewpoint.project(
        np.array([[-190.0, 140.0, 0.0], [190.0, -140.0, 0.0], [-190.0, -140.0, 0.0], [190.0, 140.0, 0.0]])
    )
    places = [(float(x), float(y)) for x, y in foot]
    leans = [TableView.of(cards, *SIZE).at(place).lean for place in places]
    far, near = (pick(range(4), key=lambda n: leans[n].tilt) for pick in (max, min))  # type: ignore[union-attr]
    empty = table_picture([], SIZE)
    assert "too far from the centre" in advice_for(empty, Sightings(*SIZE, cards, (die(*places[far]),)))
    assert "too far from the centre" not in advice_for(empty, Sightings(*SIZE, cards, (die(*places[near]),)))
