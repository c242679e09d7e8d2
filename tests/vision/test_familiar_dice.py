"""Dice that players have named are known by their look: it tells their values apart, and makes nothing readable."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.pieces import DieKind
from companion.vision.camera_pose.aspect import FROM_ABOVE
from companion.vision.dice.calibration import LIKELY, Evidence, installed_calibration
from companion.vision.dice.familiar import KEPT, STRANGERS, FamiliarDice, Portrait
from companion.vision.dice.finding import Candidate
from companion.vision.dice.prediction import Prediction
from companion.vision.dice.readings import NONE, READINGS

SEVEN, EIGHT = (READINGS.index((DieKind.D10, value)) for value in (7, 8))
SIX, NINE = (READINGS.index((DieKind.D10, value)) for value in (6, 9))


def face(text: str, turned: float, seed: int = 0) -> Portrait:
    """A die's top face with this printed on it, turned so far."""
    picture = np.full((120, 120, 3), (160, 40, 30), np.uint8)
    cv2.fillConvexPoly(picture, np.array([(60, 18), (88, 62), (60, 92), (32, 62)]), (180, 60, 40))
    cv2.putText(picture, text, (46, 74), cv2.FONT_HERSHEY_DUPLEX, 1.3, (240, 240, 240), 2, cv2.LINE_AA)
    around = cv2.getRotationMatrix2D((60, 60), turned, 1.0)
    moved = cv2.warpAffine(picture, around, (120, 120), borderMode=cv2.BORDER_REPLICATE).astype(np.float32)
    noise = np.random.default_rng(seed).normal(0, 4, moved.shape)
    place = Candidate((60, 60), (60, 60), 76, 1.0)
    return Portrait.of(np.clip(moved + noise, 0, 255).astype(np.uint8), place, FROM_ABOVE)


def named(*faces: tuple[int, Portrait]) -> FamiliarDice:
    known = STRANGERS
    for reading, portrait in faces:
        known = known.knowing(reading, portrait)
    return known


def evidence(flat: float, digits: dict[int, float]) -> Evidence:
    """A prediction of a d10 with these digits, flat with this probability."""
    ten = np.array([digits.get(digit, 0.001) for digit in range(10)], np.float32)
    other = (1 - flat) / 2
    return Evidence(Prediction(0.01, flat, other, other, 0.001, np.full(6, 0.001, np.float32), ten), 50.0, None, 0.8)


def chances(flat: float, digits: dict[int, float], correlations: dict[int, float]) -> tuple[np.ndarray, np.ndarray]:
    """The probabilities of such a die by itself, and where it correlates so much with confirmed faces."""
    alone = evidence(flat, digits)
    likeness = np.full((NONE, 2), np.nan, np.float32)
    for reading, correlation in correlations.items():
        likeness[reading] = correlation
    known = replace(alone, templates=likeness)
    fitted = installed_calibration()
    return fitted.probabilities(alone), fitted.probabilities(known)


@pytest.mark.parametrize("turned", [0, 40, 133, 250])
def test_a_face_that_was_named_is_known_again_however_it_is_turned(turned: float) -> None:
    known = named((SEVEN, face("7", 0)), (EIGHT, face("8", 90)))
    likeness = known.likeness(face("7", turned, seed=1))
    assert likeness is not None
    assert (likeness[SEVEN] > 0.85).all() and (likeness[SEVEN] > likeness[EIGHT] + 0.1).all()
    assert np.isnan(likeness[READINGS.index((DieKind.D10, 3))]).all()


def test_of_dice_that_nobody_named_nothing_is_known() -> None:
    assert STRANGERS.likeness(face("7", 0)) is None


def test_a_nine_is_a_six_upside_down_to_who_goes_by_looks() -> None:
    likeness = named((SIX, face("6", 0))).likeness(face("9", 180))
    assert likeness is not None and (likeness[SIX] == likeness[NINE]).all()


def test_another_dies_nine_does_not_tell_this_ones_six_from_its_nine() -> None:
    known = named((SIX, face("6", 0)), (NINE, face("g", 0)), (SEVEN, face("7", 0)))
    likeness = known.likeness(face("9", 77))
    assert likeness is not None and (likeness[SIX] == likeness[NINE]).all()
    assert (likeness[SIX] > likeness[SEVEN] + 0.1).all()


def test_the_latest_faces_of_each_reading_are_kept() -> None:
    portraits = [face("7", turned) for turned in range(KEPT + 2)]
    known = named(*((SEVEN, one) for one in portraits), (EIGHT, face("8", 0)))
    assert [one for reading, one in known.faces if reading == SEVEN] == portraits[2:]


def test_a_look_settles_between_two_values() -> None:
    alone, known = chances(0.98, {7: 0.8, 8: 0.5}, {SEVEN: 0.95, EIGHT: 0.5})
    assert alone[SEVEN] < known[SEVEN] and known[SEVEN] > 0.97
    alone, known = chances(0.98, {7: 0.8, 8: 0.7}, {SEVEN: 0.5, EIGHT: 0.95})
    assert known[EIGHT] > known[SEVEN]


def test_a_die_that_may_lean_is_no_likelier_to_be_read_for_its_look() -> None:
    alone, known = chances(0.5, {7: 0.99}, {SEVEN: 0.98})
    assert known[NONE] == pytest.approx(alone[NONE]) and known.sum() == pytest.approx(1)


def test_nothing_is_sure_by_its_look_alone() -> None:
    alone, known = chances(0.98, {7: 0.99, 8: 0.01}, {SEVEN: 0.1, EIGHT: 0.98})
    assert alone[EIGHT] < LIKELY
    assert known.argmax() == SEVEN or known[EIGHT] < 0.97
