"""Cards on a table tell how the camera stands above it."""

import math

import numpy as np
import pytest

from companion.table.sightings import CardSighting, Face
from companion.vision.dice.tabletop import Tabletop, standpoint
from models.train.scenes.camera import Camera, looking_at

SIZE = (1280, 960)


def camera(tilt: float, towards: float) -> Camera:
    """A camera that sees a table of 40 by 30 cm."""
    return looking_at((-200, -150, 200, 150), SIZE, tilt, towards, 0.0)


def cards(eye: Camera, count: int, chance: np.random.Generator, amiss: int = 0) -> list[CardSighting]:
    """Cards that lie about, seen to half a pixel; the last ``amiss`` of them half as large as they should be."""
    seen = []
    for number in range(count):
        turn, grown = chance.uniform(0, 2 * math.pi), 0.5 if number >= count - amiss else 1.0
        spun = np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]])
        outline = grown * np.array([(-31.5, -44), (31.5, -44), (31.5, 44), (-31.5, 44)])
        points = eye.project(outline @ spun.T + chance.uniform((-160, -110), (160, 110)))
        a, b, c, d = ((float(x), float(y)) for x, y in points + chance.normal(0, 0.5, (4, 2)))
        seen.append(CardSighting((a, b, c, d), Face.UP, (), sure=True))
    return seen


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
    seen = cards(eye, 20, chance, amiss)
    errors = [off(eye, seen, spot) for spot in ((0, 0), (-60, 40), (70, -50), (20, 60))]
    assert max(far for far, _ in errors) < 7
    assert max(turned for _, turned in errors) < 25


def test_too_few_cards_tell_nothing_of_the_camera() -> None:
    chance = np.random.default_rng(5)
    assert standpoint(tuple(cards(camera(20, 0), 3, chance)), *SIZE) is None
    assert Tabletop.of([], *SIZE).at((3, 4)).lean is None


def test_cards_in_one_heap_tell_nothing_of_the_camera() -> None:
    [one] = cards(camera(20, 0), 1, np.random.default_rng(6))
    assert standpoint((one,) * 6, *SIZE) is None
