"""Cards on a table tell how the camera stands above it."""

import math

import cv2
import numpy as np
import pytest

from companion.table.sightings import CardSighting
from companion.vision.dice.tabletop import Tabletop, standpoint
from models.train.scenes.camera import Camera, looking_at
from tests.vision.table_pictures import cards_under

SIZE = (1280, 960)


def camera(tilt: float, towards: float) -> Camera:
    """A camera that sees a table of 40 by 30 cm."""
    return looking_at((-200, -150, 200, 150), SIZE, tilt, towards, 0.0)


def off(eye: Camera, seen: list[CardSighting], spot: tuple[float, float]) -> tuple[float, float]:
    """How far the lean told for a place on the table is from the true one: in degrees, and its direction likewise."""
    foot = np.array([*spot, 0.0])
    low, high = eye.project(np.array([foot, (*spot, 5.0)]))
    ray = foot - eye.eye
    true = math.acos(-ray[2] / np.linalg.norm(ray))
    lean = Tabletop.of(seen, *SIZE).at((float(low[0]), float(low[1]))).lean
    assert lean is not None
    cosine = float((high - low) @ lean.up / np.linalg.norm(high - low))
    return math.degrees(abs(lean.tilt - true)), math.degrees(math.acos(min(1.0, max(-1.0, cosine))))


@pytest.mark.parametrize(("tilt", "towards"), [(15, 0), (15, 120), (25, 240), (35, 80)])
@pytest.mark.parametrize("amiss", [0, 2])
def test_a_table_s_cards_tell_how_far_and_which_way_a_die_is_seen_to_lean(
    tilt: float, towards: float, amiss: int
) -> None:
    chance = np.random.default_rng([int(tilt), int(towards), amiss])
    eye = camera(tilt, towards)
    seen = cards_under(eye, 20, chance, amiss)
    errors = [off(eye, seen, spot) for spot in ((0, 0), (-60, 40), (70, -50), (20, 60))]
    assert max(far for far, _ in errors) < 7
    assert max(turned for _, turned in errors) < 25


def test_too_few_cards_tell_nothing_of_the_camera() -> None:
    chance = np.random.default_rng(5)
    assert standpoint(tuple(cards_under(camera(20, 0), 3, chance)), *SIZE) is None
    assert Tabletop.of([], *SIZE).at((3, 4)).lean is None


def test_cards_in_one_heap_tell_nothing_of_the_camera() -> None:
    [one] = cards_under(camera(20, 0), 1, np.random.default_rng(6))
    assert standpoint((one,) * 6, *SIZE) is None


@pytest.mark.parametrize(("tilt", "towards"), [(15, 120), (25, 240), (35, 80)])
def test_dice_are_best_thrown_where_the_camera_sees_them_from_above(tilt: float, towards: float) -> None:
    eye = camera(tilt, towards)
    place = np.array(Tabletop.of(cards_under(eye, 12, np.random.default_rng(3)), *SIZE).for_dice, np.float32)
    right = wrong = 0
    for x in range(-180, 181, 40):
        for y in range(-130, 131, 40):
            foot = np.array([float(x), float(y), 0.0])
            ray = foot - eye.eye
            aside = math.degrees(math.acos(-ray[2] / np.linalg.norm(ray)))
            seen = tuple(map(float, eye.project(foot[None])[0]))
            if abs(aside - 27) > 4:
                inside = len(place) > 0 and cv2.pointPolygonTest(place, seen, False) >= 0
                right, wrong = right + (inside == (aside < 27)), wrong + (inside != (aside < 27))
    assert wrong == 0 and right > 20, (right, wrong)


def test_where_nobody_knows_how_the_camera_stands_no_place_is_better_for_dice() -> None:
    assert Tabletop.of((), *SIZE).for_dice == ()
