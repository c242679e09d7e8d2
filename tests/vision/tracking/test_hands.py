"""Hands and sleeves: hands are known as hands, and a draw pile in sleeves stays one."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.demo import bundled
from companion.pictures.arrays import Mask, Picture
from companion.table.sightings import Face
from companion.vision.cards.posterior import Design
from companion.vision.recognise import recognise_cards
from companion.vision.tracking.follower import Follower
from companion.vision.tracking.hands import HandFinder, Hands
from companion.vision.tracking.regions import Grid
from models.training.stage.hand_model import Person, Pose
from models.training.stage.hand_pictures import LEFT, PIXELS_PER_MM, TOP, hand_picture
from tests.cases import each
from tests.vision.table_pictures import Lying, face_picture, table_picture
from tests.vision.tracking.film import Film

SOMEBODY = Person((0.72, 0.52, 0.41), (0.16, 0.2, 0.3), 210.0, 1.0, False)


def skinned(skin: tuple[float, float, float], sleeve: tuple[float, float, float] = SOMEBODY.sleeve) -> Person:
    return replace(SOMEBODY, skin=skin, sleeve=sleeve)


def laid_over(
    picture: Picture, person: Person, pose: Pose, tip: tuple[float, float], scale: float, turn: float = 0
) -> Picture:
    """A hand with its fingertips there, the arm running off downwards turned by degrees; ``scale`` pixels are 1 mm."""
    drawn = hand_picture(person, pose, (0.3, -0.4, 0.8), 1)
    matrix = cv2.getRotationMatrix2D((0.0, 0.0), -turn, scale / PIXELS_PER_MM)
    matrix[:, 2] = np.array(tip) + matrix[:, :2] @ np.array([LEFT * PIXELS_PER_MM, TOP * PIXELS_PER_MM])
    size = (picture.shape[1], picture.shape[0])
    cover = cv2.warpAffine(drawn.cover, matrix, size, flags=cv2.INTER_AREA)[..., None] / 255
    colours = cv2.warpAffine(drawn.colours, matrix, size, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(picture * (1 - cover) + colours * cover, np.uint8)


SIZE = (640, 400)
ROW = [Lying(code, 170 + 90 * i, 90, 100) for i, code in enumerate(("PMYK", "PSWK", "X", "PMSL", "PWLY"))]


def in_sleeves(code: str | None) -> Picture:
    """A card's picture; face down, a white sleeve."""
    return np.full((420, 300, 3), (236, 238, 240), np.uint8) if code is None else face_picture(code)


def test_a_pile_in_sleeves_alone_is_face_down_only_if_the_deck_is_known() -> None:
    alone = table_picture([Lying(None, 200, 200, 100, turn=8)], (400, 400), faces=in_sleeves)
    for design, face in ((None, Face.UP), (Design.OWN, Face.DOWN)):
        cards, _ = recognise_cards(alone, design=design)
        assert [(card.face, card.card, card.sure) for card in cards] == [(face, None, False)]


@pytest.mark.prove("readings")
def test_a_pile_in_sleeves_next_to_cards_of_a_known_deck_is_face_down() -> None:
    watched = Film(Follower())
    watched.play(table_picture(ROW, SIZE), 0.6)
    watched.play(table_picture([*ROW, Lying(None, 304, 240, 100, turn=4)], SIZE, faces=in_sleeves), 0.8)
    nameless = [card for card in watched.follower.sightings.cards if card.card is None]
    assert [(card.face, card.sure) for card in nameless] == [(Face.DOWN, False)]


GRID = Grid(1280, 720, 180, 320)
CARDS = [Lying("PSWK", 300, 240, 150), Lying("X", 440, 240, 150), Lying("4MS", 900, 500, 150, turn=20)]
MM = 150 / 88
PALE, BROWN, DARK = (0.87, 0.70, 0.60), (0.55, 0.37, 0.27), (0.38, 0.25, 0.18)


@pytest.fixture(scope="module")
def finder() -> HandFinder:
    return HandFinder()


@each("skin", [PALE, BROWN, DARK])
@each("pose", list(Pose))
def test_a_hand_is_seen_whatever_its_colour(finder: HandFinder, skin: tuple[float, float, float], pose: Pose) -> None:
    picture = laid_over(table_picture(CARDS, (1280, 720)), skinned(skin), pose, (600, 360), MM)
    mask = finder.find(picture, GRID)
    palm, wrist = (360 + 110 * MM) / 4, (360 + 180 * MM) / 4
    assert mask[round(palm), 150] and mask[round(wrist), 150]


def test_a_hand_as_dark_as_the_table_is_seen(finder: HandFinder) -> None:
    grain = np.random.default_rng(0).normal(0, 4, (720, 1280, 3))
    table = np.asarray(np.clip(np.array([52, 60, 78]) + grain, 0, 255), np.uint8)
    assert not finder.find(table, GRID).any()
    mask = finder.find(laid_over(table, skinned(DARK, (0.2, 0.2, 0.2)), Pose.CUP, (640, 300), MM), GRID)
    assert mask[round((300 + 120 * MM) / 4), 160]


def test_a_hand_that_reaches_in_from_the_edge_is_seen_where_something_changed(finder: HandFinder) -> None:
    """Little of it is in view: a closer look at what changed knows it, where one at the whole picture may not."""
    table = table_picture(CARDS, (1280, 720))
    for x in range(120, 1200, 180):
        picture = laid_over(table, skinned(DARK, (0.2, 0.2, 0.2)), Pose.CUP, (x, 560), MM)
        changed = np.abs(picture.astype(np.int16) - table).max(axis=2)[::4, ::4] > 20
        assert Hands.of(finder.find(picture, GRID, changed), changed, card_height=40).mask.any(), x


def test_a_closer_look_sees_no_hand_in_cards_that_were_laid(finder: HandFinder) -> None:
    table = table_picture(CARDS, (1280, 720))
    for card in (Lying("AS", 1100, 600, 150), Lying("9LK", 200, 600, 150, turn=90), Lying("CM", 700, 620, 150)):
        picture = table_picture([*CARDS, card], (1280, 720))
        changed = np.abs(picture.astype(np.int16) - table).max(axis=2)[::4, ::4] > 20
        assert not Hands.of(finder.find(picture, GRID, changed), changed, card_height=40).mask.any(), card.code


def test_cards_and_dice_are_no_hands(finder: HandFinder) -> None:
    photo = np.asarray(cv2.imread(str(bundled.photo())), np.uint8)
    assert not finder.find(photo, Grid(photo.shape[1], photo.shape[0], 240, 320)).any()
    assert not finder.find(table_picture(CARDS, (1280, 720)), GRID).any()


def boxed(top: int, bottom: int, left: int, right: int) -> Mask:
    mask = np.zeros((180, 320), np.bool_)
    mask[top:bottom, left:right] = True
    return mask


def test_a_hand_reaches_as_far_as_what_changed_hangs_together_with_it() -> None:
    arm, card_in_it, distant_dice = boxed(60, 180, 100, 130), boxed(40, 60, 100, 125), boxed(40, 60, 200, 220)
    hands = Hands.of(arm, arm | card_in_it | distant_dice, card_height=30)
    assert hands.mask[100, 110] and not hands.mask[50, 110]
    assert hands.reach[50, 110]
    assert not hands.reach[50, 210]


def test_what_looks_like_a_hand_where_nothing_changed_is_none() -> None:
    assert not Hands.of(boxed(60, 180, 100, 130), boxed(40, 60, 200, 220), card_height=30).reach.any()
