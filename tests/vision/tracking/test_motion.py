from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.pictures.arrays import Floats, Matrix, Picture
from companion.vision.tracking.motion import MotionDetector, SmallPicture, find_changes
from companion.vision.tracking.regions import fill_changes
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
