"""Arms as they are drawn for the finder of hands: posed over a table, seen by a camera, laid over pictures."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest

from models.training.hands.arm_shards import HIGH, WIDE, Arms, View, random_view
from models.training.hands.arm_skeleton import Arm, random_arm
from models.training.hands.evaluation import staged_arms
from models.training.hands.pictures import SIDE, compose_picture
from models.training.scenes.grounds import UNDER_HANDS, Grounds, make_grounds, read_grounds


@pytest.fixture(scope="module")
def arms() -> list[Arm]:
    return [random_arm(np.random.default_rng([1, n])) for n in range(60)]


def test_every_arm_is_over_the_table_and_most_hands_touch_it(arms: list[Arm]) -> None:
    lowest = [min(float((bone.ends[:, 2] - bone.radii).min()) for bone in arm.bones[:20]) for arm in arms]
    assert min(lowest) > -0.01
    assert sum(one < 5 for one in lowest) > len(arms) / 3


def test_arms_are_those_of_many_people(arms: list[Arm]) -> None:
    darkness = [sum(arm.skin) for arm in arms]
    assert max(darkness) > 5 * min(darkness)
    assert any(not arm.sleeve for arm in arms) and any(arm.sleeve for arm in arms)
    assert any(watch for arm in arms for *_, watch in arm.bands)


def test_no_joint_is_bent_backwards_or_out_of_its_socket(arms: list[Arm]) -> None:
    for arm in arms:
        bones = arm.bones[5:17]
        for first, second in pairwise(bones):
            if np.allclose(first.ends[1], second.ends[0]):
                ways = [
                    (bone.ends[1] - bone.ends[0]) / np.linalg.norm(bone.ends[1] - bone.ends[0])
                    for bone in (first, second)
                ]
                assert float(ways[0] @ ways[1]) > math.cos(1.8)


def test_a_camera_sees_the_fingertips_in_the_picture_with_the_arm_below_them(arms: list[Arm]) -> None:
    for number, arm in enumerate(arms):
        view = random_view(arm, np.random.default_rng([2, number]))
        x, y = view.project(arm.tip)
        assert 0 < x < WIDE and 0 < y < HIGH / 2
        assert view.project(arm.tip + np.array([0.0, 200.0, 0.0]))[1] > y + 50


def test_a_camera_straight_above_sees_what_is_as_long_as_it_is() -> None:
    view = View(np.zeros(3), np.array([0.0, 1e-9, 1000.0]), 24.0 * 1000 / 700, 1)
    (x, y), (x2, y2) = view.project(np.zeros(3)), view.project(np.array([0.0, 100.0, 0.0]))
    assert (x, y) == pytest.approx((WIDE / 2, HIGH / 2))
    assert math.hypot(x2 - x, y2 - y) == pytest.approx(100 * HIGH / 700, rel=1e-3)


@pytest.fixture(scope="module")
def cut_out() -> Arms:
    return staged_arms(np.random.default_rng(4), 4)


@pytest.fixture(scope="module")
def grey() -> Grounds:
    return Grounds(np.full((1, SIDE, SIDE, 3), 128, np.uint8), np.array([40.0], np.float32))


def test_the_mask_marks_the_arms_and_nothing_else(cut_out: Arms, grey: Grounds) -> None:
    with_arms = 0
    for number in range(12):
        shown, where = compose_picture(cut_out, grey, np.random.default_rng([5, number]))
        assert set(np.unique(where)) <= {0, 1}
        if 2000 < where.sum() < where.size - 2000:
            with_arms += 1
            table = np.median(shown[where == 0], axis=0)
            unlike = np.abs(shown - table).sum(axis=2)
            assert np.median(unlike[where == 1]) > np.median(unlike[where == 0])
    assert 4 <= with_arms < 12, "now and then there is none"


def test_tables_are_painted_once_and_read_again(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("tables")
    np.savez(folder / "0000.npz", pictures=np.zeros((2, SIDE, SIDE, 3), np.uint8), card=np.array([30.0, 40.0]))
    before = (folder / "0000.npz").stat().st_mtime_ns
    make_grounds(folder, (), 1, 1, UNDER_HANDS)
    assert (folder / "0000.npz").stat().st_mtime_ns == before
    assert list(read_grounds(folder).card) == [30.0, 40.0]
