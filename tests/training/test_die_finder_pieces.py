"""What a finder of dice learns from, and how its detections are judged by what the reader makes of them."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from companion.pictures.arrays import Floats
from companion.vision.camera_pose.table_view import FROM_ABOVE
from companion.vision.dice.die_reading import READINGS
from companion.vision.networks import Network, load_network
from models.training.common.settings import read_settings
from models.training.dice.thrown_sets import drawn_make, staged_setting, throw
from models.training.finder.command import SETTINGS
from models.training.finder.judging import Judged, judge
from models.training.finder.lessons import SIDE, Marked, piece
from models.training.reader.truth import There


@pytest.fixture(scope="module")
def table_with_discs() -> Marked:
    """Three white discs on black."""
    picture = np.zeros((140, 200, 3), np.uint8)
    middles = np.array([[60.0, 50.0], [150.0, 90.0], [95.0, 110.0]])
    for x, y in middles.astype(int):
        cv2.circle(picture, (int(x), int(y)), 14, (255, 255, 255), -1)
    return Marked(picture, middles, np.full(3, 29.0))


def test_every_die_in_a_piece_is_listed_where_it_lies_mirrored_ones_too(table_with_discs: Marked) -> None:
    for number in range(20):
        rng = np.random.default_rng([7, number])
        shown = piece(table_with_discs, float(rng.uniform(15, 60)), rng)
        left = shown.picture.copy()
        for (x, y), across in zip(shown.middles, shown.across, strict=True):
            if 3 < x < SIDE - 3 and 3 < y < SIDE - 3:
                assert shown.picture[round(y), round(x)].min() > 200
            cv2.circle(left, (round(x), round(y)), math.ceil(0.55 * across) + 2, (0, 0, 0), -1)
        assert (left[20:-20, 20:-20] > 128).sum() == 0


@pytest.fixture(scope="module")
def thrown() -> Judged:
    rng = np.random.default_rng(5)
    [picture], dice = throw(drawn_make(rng), staged_setting(rng), rng, 1)
    things = [There(die.center, die.across, READINGS.index((die.kind, die.value))) for die in dice]
    return Judged("thrown", picture, tuple((thing,) for thing in things), lambda _: FROM_ABOVE)


def rows(thrown: Judged, finder: Network) -> dict[str, object]:
    [row] = judge([thrown], {"finder": finder})
    return row


def test_a_finder_that_sees_nothing_is_worth_nothing_and_misses_every_die(thrown: Judged) -> None:
    def blind(pictures: Floats) -> Floats:
        return np.full((1, 6, pictures.shape[2] // 8, pictures.shape[3] // 8), -9, np.float32)

    row = rows(thrown, blind)
    assert (row["dice"], row["not detected"], row["certain"], row["share"]) == (4, 4, 0, 0)
    assert row["certain by true boxes"]


def test_boxes_of_half_the_size_are_worth_less_than_those_of_the_installed_finder(thrown: Judged) -> None:
    installed = load_network("die-finder")

    def small(pictures: Floats) -> Floats:
        output = installed(pictures).copy()
        output[:, 5] -= math.log(2)
        return output

    whole, halved = rows(thrown, installed), rows(thrown, small)
    assert whole["share"] == 1 and halved["share"] == 0


def test_the_configuration_has_a_share_of_each_source() -> None:
    settings = read_settings(SETTINGS)
    assert set(settings["shares"]) == {"tiles", "photographs", "empty", "prints"}
    assert sum(settings["shares"].values()) == pytest.approx(1)
