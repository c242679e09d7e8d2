from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.pieces import DieKind
from models.training.dice.marks import staged_marks
from models.training.dice.materials import plastic
from models.training.dice.solids import solid
from models.training.scenes.camera import Camera, aim_camera
from models.training.scenes.dice import render_die
from models.training.scenes.table_layout import LaidDie
from tests.cases import each

SPAN = (-300.0, -200.0, 250.0, 220.0)
CORNERS = np.array([(SPAN[0], SPAN[1]), (SPAN[2], SPAN[1]), (SPAN[2], SPAN[3]), (SPAN[0], SPAN[3])])


def above(span: tuple[float, float, float, float] = SPAN, tilt: float = 0.0, towards: float = 0.0) -> Camera:
    return aim_camera(span, (1280, 960), tilt=tilt, towards=towards, roll=0.0)


@each("towards", [0, 70, 180, 290])
@each("tilt", [0, 8, 15])
def test_a_camera_sees_all_that_it_was_asked_to_see(tilt: float, towards: float) -> None:
    pixels = above(tilt=tilt, towards=towards).project(CORNERS)
    assert (pixels >= 0).all() and (pixels <= (1280, 960)).all()


def test_a_camera_straight_above_keeps_right_angles_and_does_not_mirror() -> None:
    top_left, top_right, bottom_right, bottom_left = above().project(CORNERS)
    assert top_left[1] == pytest.approx(top_right[1]) and top_left[0] == pytest.approx(bottom_left[0])
    assert top_left[0] < top_right[0] and top_left[1] < bottom_left[1]
    assert bottom_right == pytest.approx(top_right + bottom_left - top_left)


def test_the_nearer_edge_is_longer_in_the_picture() -> None:
    top_left, top_right, bottom_right, bottom_left = above(tilt=15).project(CORNERS)
    assert bottom_right[0] - bottom_left[0] > top_right[0] - top_left[0]


def test_a_raised_point_is_projected_farther_from_the_point_below_the_camera() -> None:
    camera = above()
    low, high = camera.project(np.array([(200.0, 0, 0), (200.0, 0, 20)]))
    assert high[0] > low[0]


def test_a_plane_and_its_points_agree() -> None:
    camera = above(tilt=12, towards=40)
    flat = np.column_stack([CORNERS, np.ones(4)]) @ camera.plane(7).T
    assert flat[:, :2] / flat[:, 2:] == pytest.approx(camera.project(np.column_stack([CORNERS, np.full(4, 7.0)])))


@pytest.mark.prove("renders")
@pytest.mark.parametrize("side", [960, 160])
@pytest.mark.parametrize("value", range(1, 11))
def test_a_ten_sided_die_shows_its_value_on_top_at_150_pixels_and_at_25(value: int, side: int) -> None:
    """Its digits are read by comparison, so that a mirrored one would be found out."""
    camera = aim_camera((-60, -60, 60, 60), (side, side), tilt=0, towards=0, roll=0)
    die = LaidDie(DieKind.D10, value, 0, 0, spin=0)
    done = render_die(die, plastic((1, 1, 1), (0, 0, 0), 0), camera, np.array([0.0, 0.0, 1.0]))
    assert done is not None
    colours, cover, corner = done
    x, y = camera.project(np.array([(0.0, 0, die.size)]))[0] - corner
    dark = (1 - colours.mean(axis=2) * cover).astype(np.float32)
    zoom = 960 / side
    around = np.array([[zoom, 0, 42 + zoom * (0.5 - x) - 0.5], [0, zoom, 42 + zoom * (0.5 - y) - 0.5]])
    assert best_reading(cv2.warpAffine(dark, around, (84, 84), flags=cv2.INTER_CUBIC)) == value


def test_a_cocked_d6_shows_a_side_of_it_to_a_camera_straight_above() -> None:
    camera = aim_camera((-60, -60, 60, 60), (960, 960), tilt=0, towards=0, roll=0)
    white, light = plastic((1, 1, 1), (1, 1, 1), 0), np.array([0.0, 0.0, 1.0])
    sides = []
    for lean in (0.0, 28.0):
        done = render_die(LaidDie(DieKind.D6, 3, 0, 0, spin=50, lean=lean), white, camera, light)
        assert done is not None
        colours, cover, _ = done
        lit = colours.mean(axis=2)[cover > 0.99]
        sides.append(float((lit < 0.9 * lit.max()).mean()))
    lying, cocked = sides
    assert cocked > lying + 0.15


def best_reading(dark: np.ndarray) -> int:
    """The digit that fits the picture best, at any turn."""
    best = (0.0, 0)
    values = solid(10).values
    for value, mask in zip(values, staged_marks(values).masks, strict=True):
        for turn in range(0, 360, 9):
            spun = cv2.warpAffine(mask, cv2.getRotationMatrix2D((32, 32), turn, 1), (64, 64))
            wanted = cv2.resize(spun, (66, 66), interpolation=cv2.INTER_AREA).astype(np.float32)
            best = max(best, (float(cv2.matchTemplate(dark, wanted, cv2.TM_CCOEFF_NORMED).max()), value))
    return best[1]
