"""Hands are known as hands: whatever their colour, whatever lies in them, and nothing else is one."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.demo import bundled
from companion.pictures.arrays import Mask
from companion.vision.tracking.hands import HandFinder, Hands
from companion.vision.tracking.regions import Grid
from models.training.stage.hand_model import Pose
from tests.cases import each
from tests.vision.table_pictures import Lying, table_picture
from tests.vision.tracking.staged_hand import laid_over, skinned

GRID = Grid(1280, 720, 180, 320)
CARDS = [Lying("PSWK", 300, 240, 150), Lying("X", 440, 240, 150), Lying("4MS", 900, 500, 150, turn=20)]
MM = 150 / 88
PALE, BROWN, DARK = (0.87, 0.70, 0.60), (0.55, 0.37, 0.27), (0.38, 0.25, 0.18)


@pytest.fixture(scope="module")
def finder() -> HandFinder:
    return HandFinder()


@each("skin", [PALE, BROWN, DARK])
@each("pose", list(Pose))
def test_a_hand_is_seen_whatever_its_colour_and_whatever_it_does(
    finder: HandFinder, skin: tuple[float, float, float], pose: Pose
) -> None:
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
