"""Where nobody knows how the camera stands, dice that lie together tell it."""

import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.demo import bundled
from companion.pieces import DieKind
from companion.table.sightings import DieSighting
from companion.vision.dice.pose_evidence import Array, Places, estimate_pose, odds_by_others
from companion.vision.dice.reader import DiceReader
from companion.vision.pictures import load_picture
from companion.vision.recognise import recognise
from models.evaluation.labelled_dice import labelled_photos
from models.evaluation.photo_measurement import DieOutcome, outcomes

SIZE = (1280, 720)
PLACES = Places.anywhere(*SIZE)


def lying_flat_under(tilt: float, way: float, within: float) -> Array:
    """How likely a die lies flat, were the camera at each place: 0.95 where that is within so many degrees of one
    that looks ``tilt`` degrees aside."""
    aside = math.radians(tilt)
    down = np.array([math.sin(aside) * math.cos(way), math.sin(aside) * math.sin(way), math.cos(aside)])
    aside_by = np.degrees(np.arccos(np.clip(np.array([place.down for place in PLACES.standpoints]) @ down, -1, 1)))
    return np.where(aside_by < within, 0.95, 0.03)


def tilted(flat: list[Array]) -> tuple[float, float]:
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


def test_where_cards_tell_of_the_camera_dice_move_it_by_little() -> None:
    near = Places.about(PLACES.standpoints[0])
    down = np.array([one.down for one in near.standpoints])
    towards = np.where(down[:, 0] > 0.06, 0.95, 0.4)
    standpoint = estimate_pose(np.array([towards, towards]), near)
    assert standpoint is not None
    assert 2 < math.degrees(math.asin(standpoint.down[0])) < 8


def test_dice_that_no_camera_sees_lying_flat_together_tell_nothing() -> None:
    others = [lying_flat_under(35, way, 12) for way in (0.0, 2.0, 4.0)]
    assert estimate_pose(np.array(others), PLACES) is None
    assert estimate_pose(np.array(others[:1]), PLACES) is None


def test_a_die_that_lies_flat_only_where_the_others_rule_out_the_camera_is_doubted() -> None:
    near, far = lying_flat_under(0, 0, 15), lying_flat_under(35, 2.0, 15)
    one, other, leaning = odds_by_others(np.array([near, near, far]), PLACES)
    assert one == other == 1, "they agree, which makes neither more certain"
    assert leaning < 0.5


def test_what_is_no_die_says_nothing_about_where_the_camera_is() -> None:
    dice = [lying_flat_under(25, 0.8, 18)] * 2
    print_on_cloth = np.where(lying_flat_under(40, 3.0, 20) > 0.5, 0.4, 0.01)
    alone, together = tilted(dice), tilted([*dice, print_on_cloth])
    assert together == pytest.approx(alone, abs=2.0)


@pytest.fixture(scope="module")
def reader() -> DiceReader:
    return DiceReader()


@pytest.mark.parametrize(
    "name", ["045", *(pytest.param(name, marks=pytest.mark.prove("readings")) for name in ("042", "128", "148"))]
)
def test_d10s_on_a_picture_of_dice_alone_are_no_less_sure_in_company(
    shared: Path, reader: DiceReader, name: str
) -> None:
    """Pictures by the samples' maker, measured on only."""
    photo = next(one for one in labelled_photos(shared / "samples") if one.path.stem == name)
    pixels = load_picture(photo.path).pixels
    together = reader.read(pixels, places := reader.find(pixels))
    others = [die for place in places for die in reader.read(pixels, [place])]
    d10s = [die for die in photo.dice if die.kind is DieKind.D10]

    def right(dice: Sequence[DieSighting]) -> float:
        """The chances that are given to what d10s show, together; none of them is surely wrong."""
        known = [one for one in outcomes(replace(photo, dice=tuple(d10s)), dice) if one.truth is not None]
        assert not any(one.surely_wrong for one in known)
        shown = [(one.truth.value or 0, one.die) for one in known if one.truth is not None and one.die is not None]
        return sum(dict(die.candidates).get(value, 0.0) for value, die in shown)

    assert right(together) >= right(others)


@pytest.mark.prove("readings")
def test_a_die_that_cannot_be_read_alone_is_read_again_with_the_others(shared: Path, reader: DiceReader) -> None:
    """A photograph by the authors of KamilPiechowiak/DiceDetection, seen from far aside."""
    photos = labelled_photos(shared / "photos" / "real")
    photo = next(one for one in photos if one.name == "kamilpiechowiak/15.jpg")
    pixels = load_picture(photo.path).pixels
    places = reader.find(pixels)
    together = reader.read(pixels, places)
    others = [die for place in places for die in reader.read(pixels, [place])]
    right, alone = (
        sum(one.outcome is DieOutcome.RIGHT for one in outcomes(photo, dice)) for dice in (together, others)
    )
    assert right > alone


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
