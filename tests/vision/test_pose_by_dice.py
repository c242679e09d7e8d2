"""Where nobody knows how the camera stands, dice of a film tell it; next to cards they change nothing."""

import math

import cv2
import numpy as np
import pytest

from companion.demo import bundled
from companion.pictures.arrays import Matrix
from companion.vision.camera_pose.estimation import USUAL_FOCAL, CameraPose
from companion.vision.dice.pose_evidence import Places, estimate_pose
from companion.vision.dice.reader import DiceReader
from companion.vision.recognise import recognise

PLACES = Places.about(CameraPose((640.0, 360.0), USUAL_FOCAL * 1280, (0.0, 0.0, 1.0)))


def lying_flat_under(tilt: float, way: float, within: float) -> Matrix:
    """How likely a die lies flat, were the camera at each place: 0.95 where that is within so many degrees of one
    that looks ``tilt`` degrees aside."""
    aside = math.radians(tilt)
    down = np.array([math.sin(aside) * math.cos(way), math.sin(aside) * math.sin(way), math.cos(aside)])
    aside_by = np.degrees(np.arccos(np.clip(np.array([place.down for place in PLACES.standpoints]) @ down, -1, 1)))
    return np.where(aside_by < within, 0.95, 0.03)


def tilted(flat: list[Matrix]) -> tuple[float, float]:
    """How far aside the camera is said to look, in degrees, and which way."""
    standpoint = estimate_pose(np.array(flat), PLACES)
    assert standpoint is not None
    x, y, z = standpoint.down
    return math.degrees(math.acos(z)), math.atan2(y, x)


def test_dice_that_all_lie_flat_under_one_camera_tell_where_it_stands() -> None:
    tilt, way = tilted([lying_flat_under(25, 0.8, 18)] * 3)
    assert abs(tilt - 25) < 8 and abs(way - 0.8) < 0.4


def test_one_die_that_leans_does_not_move_the_camera_that_three_agree_on() -> None:
    agreed = [lying_flat_under(0, 0, 15)] * 3
    tilt, _ = tilted([*agreed, lying_flat_under(32, 2.0, 15)])
    assert tilt < 6


def test_dice_that_would_lie_flat_anywhere_are_taken_to_be_seen_from_above() -> None:
    assert tilted([np.full(len(PLACES.standpoints), 0.8)] * 2)[0] < 1


def test_dice_that_no_camera_sees_lying_flat_together_tell_nothing() -> None:
    others = [lying_flat_under(35, way, 12) for way in (0.0, 2.0, 4.0)]
    assert estimate_pose(np.array(others), PLACES) is None
    assert estimate_pose(np.array(others[:1]), PLACES) is None


def test_what_is_no_die_says_nothing_about_where_the_camera_is() -> None:
    dice = [lying_flat_under(25, 0.8, 18)] * 2
    print_on_cloth = np.where(lying_flat_under(40, 3.0, 20) > 0.5, 0.4, 0.01)
    alone, together = tilted(dice), tilted([*dice, print_on_cloth])
    assert together == pytest.approx(alone, abs=2.0)


@pytest.fixture(scope="module")
def reader() -> DiceReader:
    return DiceReader()


@pytest.mark.prove("readings")
def test_a_die_that_is_certain_among_cards_is_read_alike_whatever_lies_next_to_it(reader: DiceReader) -> None:
    table = np.asarray(cv2.imread(str(bundled.photo())), np.uint8)
    cards = recognise(table).sightings.cards
    out_of_focus = cv2.GaussianBlur(table[707:772, 103:168], (0, 0), 3)
    round_die = np.hypot(*np.mgrid[-33:32, -33:32]) < 25
    table[850:915, 262:327][round_die] = out_of_focus[round_die]
    together = reader.read(table, places := reader.find(table), cards)
    certain = [die for die in together if die.sure]
    assert len(certain) == 3 and len(together) == 4, "and one in doubt, that is looked at once more"
    for die in certain:
        here = [place for place in places if math.dist(place.middle, die.center) < 20]
        assert reader.read(table, here, cards) == (die,)
