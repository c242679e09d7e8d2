"""Dice of all throws under one camera show where it is and how wide its lens sees, without any card."""

import math

import numpy as np
import pytest

from companion.table.sightings import DieSighting
from companion.vision.camera_pose.estimation import CameraPose
from companion.vision.dice.finding import DieDetection
from companion.vision.dice.pose_evidence import ERROR, DieViews, Places, PoseEvidence, views_of
from companion.vision.dice.reader import add_dice
from companion.vision.networks import load_network
from companion.vision.tracking.track_set import Tracks
from tests.cases import each

SIZE = (1280, 720)
MIDDLE = (640.0, 360.0)


def camera(focal: float, tilt: float) -> CameraPose:
    """A camera that looks aside by so many degrees, its focal length in longer sides of the picture."""
    aside = math.radians(tilt)
    return CameraPose(MIDDLE, focal * SIZE[0], (0.0, math.sin(aside), math.cos(aside)))


def view(pose: CameraPose, point: tuple[float, float]) -> np.ndarray:
    """The angle at which a camera views a place, in degrees, upwards in the picture."""
    tilt, up = pose.tilt_at(point)
    return math.degrees(tilt) * np.array(up)


def thrown(pose: CameraPose, count: int, seed: int = 1) -> list[DieViews]:
    """Dice anywhere in the picture, each flat as far as it is viewed within 15 degrees of how the camera views it."""
    rng = np.random.default_rng(seed)
    dice = []
    for x, y in rng.uniform((100, 100), (1180, 620), (count, 2)):
        off = [np.linalg.norm(view(one, (x, y)) - view(pose, (x, y))) for one in views_of((x, y))]
        dice.append(DieViews(DieDetection((x, y), 40.0, 1.0), np.where(np.array(off) < 15, 0.97, 0.05)))
    return dice


@each("focal", [0.7, 1.0, 3.3])
@each("tilt", [0, 25, 35])
def test_dice_of_several_throws_show_the_camera_through_any_lens(focal: float, tilt: float) -> None:
    evidence = PoseEvidence()
    dice = thrown(camera(focal, tilt), 24)
    evidence.dice += dice
    shown = evidence.pose(Places.of_any_lens(*SIZE))
    assert shown is not None
    off = [np.linalg.norm(view(shown, die.place.middle) - view(camera(focal, tilt), die.place.middle)) for die in dice]
    assert np.mean(off) < ERROR


def test_dice_of_one_throw_do_not_show_a_camera_as_exactly_as_cards() -> None:
    evidence = PoseEvidence()
    assert evidence.pose(Places.of_any_lens(*SIZE)) is None
    evidence.dice += thrown(camera(1.0, 25), 2)
    assert evidence.pose(Places.of_any_lens(*SIZE)) is None


def test_a_die_that_lies_there_still_counts_once() -> None:
    evidence = PoseEvidence()
    cloth = np.random.default_rng(0).integers(90, 110, (SIZE[1], SIZE[0], 3), np.uint8)
    for x in (200.0, 203.0, 500.0):
        add_dice(cloth, [DieDetection((x, 300.0), 40.0, 0.9)], evidence, load_network("die-reader"))
    assert [one.place.middle[0] for one in evidence.dice] == [200, 500]


def test_a_moved_camera_forgets_what_dice_showed_and_a_reading_does_not() -> None:
    tracks = Tracks()
    tracks.pose_evidence.dice += thrown(camera(1.0, 25), 4)
    assert tracks.with_landmarks().tried(()).pose_evidence.dice
    assert not tracks.moved(np.eye(3)).pose_evidence.dice


@pytest.mark.prove("readings")
def test_a_set_under_a_slanted_camera_is_read_right_once_its_throws_have_shown_the_camera() -> None:
    """Of this make two faces look alike from aside, and only the camera tells which of them is on top."""
    from companion.vision.dice.reader import installed_reader
    from models.training.dice.thrown_sets import ThrownDie, drawn_make, staged_setting, throw

    def is_right(read: DieSighting, die: ThrownDie) -> bool:
        return (read.kind, read.value) == (die.kind, die.value) and math.dist(read.center, die.center) < die.across / 2

    reader, evidence, rng = installed_reader(), PoseEvidence(), np.random.default_rng([6226, 9, 0])
    make = drawn_make(np.random.default_rng([6226, 1, 0]))
    setting = staged_setting(np.random.default_rng([6226, 2, 0]))
    wrong = {"alone": 0, "together": 0}
    for number in range(9):
        [picture], dice = throw(make, setting, rng, 1)
        places = reader.find(picture)
        together, alone = reader.read(picture, places, evidence=evidence), reader.read(picture, places)
        for name, read in (("alone", alone), ("together", together)) if number >= 3 else ():
            wrong[name] += sum(not any(is_right(one, die) for one in read) for die in dice)
    assert wrong["together"] <= 1 < wrong["alone"], wrong
