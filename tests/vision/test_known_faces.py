"""Confirmed faces tell the values of dice apart, and let dice be read whose kind the reader does not know."""

import math
from dataclasses import replace

import numpy as np
import pytest

from companion.pictures.arrays import Matrix
from companion.pieces import DieKind
from companion.table.die_face import LENGTH, DieFace
from companion.vision.dice.calibration import Evidence, installed_calibration
from companion.vision.dice.die_reading import NONE, READINGS, DieReading
from companion.vision.dice.known_faces import NO_FACES, KnownFaces, encode_face
from companion.vision.dice.prediction import Prediction
from companion.vision.dice.reader import installed_reader
from models.training.dice.marks import digit_marks
from models.training.dice.thrown_sets import drawn_make, staged_setting, throw

SEVEN, NINE = (READINGS.index((DieKind.D10, value)) for value in (7, 9))
FOUR = READINGS.index((DieKind.D6, 4))


def face(*numbers: float, seed: int = 0) -> DieFace:
    """The face of a die whose embeddings spread a little around these numbers at its turns."""
    embeddings = np.random.default_rng(seed).normal(0, 0.02, (20, LENGTH)).astype(np.float32)
    embeddings[:, : len(numbers)] += np.array(numbers, np.float32)
    return encode_face(embeddings)


def evidence(digits: dict[int, float], flat: float = 0.97, other: float = 0.01) -> Evidence:
    """A prediction of a d10 with these digits, flat with this probability."""
    ten = np.array([digits.get(digit, 0.001) for digit in range(10)], np.float32)
    rest = (1 - flat - other) / 3
    pips = np.full(6, 0.001, np.float32)
    return Evidence(Prediction(rest, flat, rest, other, rest, pips, ten), 50.0, 0.1, 0.9)


def compared(die: Evidence, likeness: dict[int, float]) -> Matrix:
    """The probabilities of a die that is so much like known faces of these readings."""
    alike = np.full(NONE, np.nan, np.float32)
    for reading, cosine in likeness.items():
        alike[reading] = cosine
    return installed_calibration().probabilities(replace(die, likeness=alike))


def test_a_face_is_compared_with_those_of_each_reading() -> None:
    known = KnownFaces(((SEVEN, face(1, 0, 0)), (SEVEN, face(0, 1, 0)), (NINE, face(0, 0, 1))))
    likeness = known.likeness(face(0.1, 1, 0, seed=1))
    assert likeness is not None
    assert likeness[SEVEN] > 0.95 and likeness[NINE] < 0.2
    assert np.isnan(np.delete(likeness, [SEVEN, NINE])).all()


def test_without_confirmed_faces_nothing_is_compared() -> None:
    assert NO_FACES.likeness(face(1)) is None


def test_a_face_settles_between_two_values() -> None:
    die = evidence({7: 0.6, 9: 0.5})
    alone = installed_calibration().probabilities(die)
    assert compared(die, {SEVEN: 0.2, NINE: 0.95}).argmax() == NINE
    assert compared(die, {SEVEN: 0.95, NINE: 0.2})[SEVEN] > alone[SEVEN]


def test_a_die_that_may_lean_is_no_more_readable_by_its_face() -> None:
    die = evidence({7: 0.99}, flat=0.5, other=0.0)
    alone, known = installed_calibration().probabilities(die), compared(die, {SEVEN: 0.99})
    assert known[:NONE].sum() == pytest.approx(alone[:NONE].sum(), abs=0.02)
    assert known.sum() == pytest.approx(1)


def test_a_die_of_an_unknown_kind_is_read_by_a_face_that_was_confirmed_and_by_no_other() -> None:
    die = evidence({}, flat=0.02, other=0.95)
    found = DieReading.of(compared(die, {FOUR: 0.95}))
    assert (found.kind, found.candidates[0][0]) == (DieKind.D6, 4) and found.flat > found.strange
    stranger = DieReading.of(compared(die, {FOUR: 0.1}))
    assert stranger.strange > stranger.flat and not stranger.certain


@pytest.mark.prove("readings")
def test_dice_of_a_make_that_nobody_learned_from_are_nearest_to_their_own_values() -> None:
    from companion.vision.camera_pose.table_view import FROM_ABOVE
    from companion.vision.dice.finding import DieDetection
    from companion.vision.dice.prediction import View, predict_in_stages
    from companion.vision.networks import load_network

    network, right, dice = load_network("die-reader"), 0, 0
    for seed in range(39_000, 39_006):
        make, rng = drawn_make(np.random.default_rng(seed)), np.random.default_rng(seed)
        setting = replace(staged_setting(rng), tilt=0.1)
        known = NO_FACES
        for number in range(24):
            [picture], [die] = throw(make, setting, rng, 1, (DieKind.D10,))
            [view] = predict_in_stages(
                [View.of(picture, DieDetection(die.center, die.across, 0.9), FROM_ABOVE)], network
            )
            reading = READINGS.index((die.kind, die.value))
            likeness = known.likeness(view.face)
            if number >= 12 and likeness is not None and not np.isnan(likeness[reading]):
                dice, right = dice + 1, right + (int(np.nanargmax(likeness)) == reading)
            known = KnownFaces((*known.faces, (reading, view.face)))
    assert dice > 30 and right >= 0.8 * dice


@pytest.mark.prove("readings")
def test_six_sided_dice_with_digits_are_read_once_their_faces_were_confirmed() -> None:
    reader, right, wrong, dice = installed_reader(), 0, 0, 0
    for seed in (39_100, 39_101):
        rng = np.random.default_rng(seed)
        make, setting = drawn_make(rng), replace(staged_setting(rng), tilt=0.1)
        six = make.dice[DieKind.D6]
        make.dice[DieKind.D6] = replace(six, marks=digit_marks(six.shape.values, 6, rng))
        faces = KnownFaces(strange=DieKind.D6)
        for thrown in range(14):
            [picture], laid = throw(make, setting, rng, 1, (DieKind.D6, DieKind.D6))
            found = reader.read(picture, reader.find(picture), faces=faces)
            for die in laid:
                sighting = next((one for one in found if math.dist(one.center, die.center) < 0.4 * die.across), None)
                if thrown >= 10:
                    dice += 1
                    right += sighting is not None and sighting.value == die.value
                    wrong += sighting is not None and sighting.sure and sighting.value != die.value
                elif sighting is not None and sighting.face is not None:
                    reading = READINGS.index((DieKind.D6, die.value))
                    faces = KnownFaces((*faces.faces, (reading, sighting.face)), DieKind.D6)
    assert wrong == 0 and right >= 0.7 * dice
