"""Predictions of dice: when a reading is certain, what confirmed faces add, and the camera that they tell."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from companion.demo import bundled
from companion.pictures.arrays import Matrix
from companion.pictures.loading import load_picture
from companion.pieces import DieKind
from companion.table.sightings import LENGTH, CardSighting, DieFace, DieSighting, Face, Point
from companion.vision.camera_pose.estimation import CameraPose
from companion.vision.camera_pose.table_view import FROM_ABOVE, levelling_map, moments_near
from companion.vision.dice import prediction
from companion.vision.dice.calibration import Evidence, installed_calibration
from companion.vision.dice.die_reading import NONE, READINGS, DieReading
from companion.vision.dice.finding import DieDetection, decoded, likeliest, suppress_overlaps
from companion.vision.dice.known_faces import NO_FACES, KnownFaces, encode_face
from companion.vision.dice.pose_evidence import ERROR, DieViews, Places, PoseEvidence, views_of
from companion.vision.dice.prediction import Prediction
from companion.vision.dice.reader import FLAT, add_dice, installed_reader, suppress_duplicates
from companion.vision.networks import load_network
from companion.vision.tracking.card_tracks import MAX_READINGS
from companion.vision.tracking.track_set import DieTrack, Tracks
from models.training.dice.marks import digit_marks
from models.training.dice.thrown_sets import drawn_make, staged_setting, throw
from tests.cases import each

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


def test_a_place_that_is_left_out_early_holds_no_die_that_all_turns_would_show(monkeypatch: pytest.MonkeyPatch) -> None:
    picture = load_picture(bundled.photo()).pixels
    reader = installed_reader()
    places = reader.find(picture)
    soon = reader.read_each(picture, places, lambda _point: FROM_ABOVE)
    monkeypatch.setattr(prediction, "HOPELESS", {})
    monkeypatch.setattr(prediction, "UNREADABLE", {})
    late = reader.read_each(picture, places, lambda _point: FROM_ABOVE)
    assert any(found is None for _, found in soon) or len(places) < 4
    assert all(found is not None for _, found in late)
    for (place, early), (_, whole) in zip(soon, late, strict=True):
        assert whole is not None
        assert early == whole if early is not None else whole.flat < FLAT, place
    assert [place for place, found in soon if found is not None and found.flat >= FLAT]


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


def predicted(kind: str, values: dict[int, float], chance: float = 0.97) -> Prediction:
    """A prediction: a die of a kind with this probability, and how probable some of its values are."""
    kinds = dict.fromkeys(("d6", "d10", "leaning", "other", "nothing"), (1 - chance) / 4)
    kinds[kind] = chance
    pips, digits = np.full(6, 1e-3, np.float32), np.full(10, 1e-3, np.float32)
    for value, share in values.items():
        if kind == "d6":
            pips[value - 1] = share
        else:
            digits[value % 10] = share
    return Prediction(**kinds, pips=pips, digits=digits)


def read(prediction: Prediction, across: float = 60.0, cut: bool = False) -> DieReading:
    """The reading of a die that the detector is sure of, seen from nearly above."""
    evidence = Evidence(prediction, across, 0.1, 0.95, cut=cut)
    return DieReading.of(installed_calibration().probabilities(evidence))


@each(("kind", "value"), [("d6", 5), ("d10", 7), ("d10", 10)])
def test_a_clear_prediction_is_certain(kind: str, value: int) -> None:
    found = read(predicted(kind, {value: 0.98}, 0.99))
    assert (found.kind.value, found.candidates[0][0]) == (kind, value)
    assert found.certain


@each("values", [{6: 0.9, 9: 0.7}, {1: 0.6, 7: 0.9}])
def test_two_values_that_are_both_probable_are_not_certain(values: dict[int, float]) -> None:
    found = read(predicted("d10", values, 0.99))
    assert not found.certain and {value for value, _ in found.candidates[:2]} == set(values)


def test_a_die_that_leans_is_not_certain() -> None:
    found = read(predicted("leaning", {5: 0.9}))
    assert found.flat < 0.5 and not found.certain


def test_what_the_edge_of_the_picture_may_cut_is_not_certain_however_often_it_is_seen() -> None:
    """Two cards of four spots, cut there, were certain dice."""
    four = predicted("d6", {4: 0.98}, 0.99)
    whole, cut = read(four), read(four, cut=True)
    assert whole.certain and whole.flat > 0.9
    assert FLAT < cut.flat <= 0.5 + 1e-9 and cut.candidates[0][0] == 4
    die = DieSighting(cut.kind, (30.0, 100.0), cut.candidates, cut.certain, 60.0)
    track = DieTrack.begun(1, die)
    for _ in range(MAX_READINGS):
        track = track.with_sighting(die)
        assert track.there and not track.sighting.sure


def test_the_probabilities_of_all_readings_sum_to_one() -> None:
    evidence = Evidence(predicted("d10", {6: 0.5, 9: 0.4}, 0.6), 30.0, None, 0.5)
    assert installed_calibration().probabilities(evidence).sum() == pytest.approx(1)


def test_a_small_die_is_less_probable_than_a_large_one() -> None:
    seven = predicted("d10", {7: 0.7}, 0.7)
    assert read(seven, 20.0).candidates[0][1] < read(seven, 60.0).candidates[0][1]


def test_dice_that_two_sizes_show_are_given_once() -> None:
    first, again = DieDetection((50, 50), 20, 0.9), DieDetection((53, 51), 22, 0.7)
    other = DieDetection((75, 50), 20, 0.5)
    assert suppress_overlaps([again, other, first]) == [first, other]


DIE, DIGIT = DieDetection((100, 100), 150, 0.6), DieDetection((90, 105), 30, 0.8)


def test_a_die_and_a_digit_on_it_are_both_looked_at() -> None:
    assert suppress_overlaps([DIE, DIGIT]) == [DIGIT, DIE]


def test_the_digit_on_a_die_takes_no_other_die_s_place() -> None:
    other, third = DieDetection((300, 100), 150, 0.5), DieDetection((500, 100), 150, 0.4)
    assert likeliest([DIGIT, DIE, other, third], 2) == [DIGIT, DIE, other]


@each(("die", "digit", "kept"), [(0.8, 0.3, DIE), (0.2, 0.6, DIGIT), (0.8, None, DIE)])
def test_of_a_die_and_what_lies_in_it_the_flattest_is_told(die: float, digit: float | None, kept: DieDetection) -> None:
    by_readers = DieReading(DieKind.D10, ((7, 0.9),), die)
    read = [(DIGIT, None if digit is None else replace(by_readers, flat=digit)), (DIE, by_readers)]
    assert [place for place, _ in suppress_duplicates(read)] == [kept]


def test_a_finder_s_answer_is_read_as_places() -> None:
    answer = np.full((6, 10, 12), 0, np.float32)
    answer[0] = -9
    answer[:, 4, 6] = [3, 0.125, -0.125, 0.125, -0.25, 0]
    (found,) = decoded(answer, 0.5)
    assert found.middle == pytest.approx((54, 34))
    assert found.across == pytest.approx(16)


def card(tilt: float, turn: float, lean: float) -> CardSighting:
    """A sure card on a table that leans ``tilt`` radians towards ``lean``, turned by ``turn``."""
    outline = np.array([(-50, -70), (50, -70), (50, 70), (-50, 70)], np.float64)
    spin, axes = (np.array([[math.cos(a), -math.sin(a)], [math.sin(a), math.cos(a)]]) for a in (turn, lean))
    corners = outline @ (axes @ np.diag([math.cos(tilt), 1]) @ axes.T @ spin).T + 300
    a, b, c, d = ((float(x), float(y)) for x, y in corners)
    points: tuple[Point, Point, Point, Point] = (a, b, c, d)
    return CardSighting(points, Face.UP, (), sure=True)


@each("turn", [0.0, 0.4, 2.0])
def test_cards_tell_how_the_table_leans(turn: float) -> None:
    level = levelling_map(moments_near((0, 0), [card(0.5, turn, 0.7), card(0.5, turn + 1, 0.7)]))
    axes = np.array([[math.cos(0.7), -math.sin(0.7)], [math.sin(0.7), math.cos(0.7)]])
    assert level == pytest.approx(axes @ np.diag([1 / math.cos(0.5), 1]) @ axes.T, abs=1e-6)


def test_without_cards_the_camera_is_taken_to_be_right_above() -> None:
    assert np.array_equal(levelling_map(moments_near((0, 0), [])), np.eye(2))


def test_a_die_that_reads_the_same_together_with_its_shadow_is_as_large_as_without() -> None:
    whole, loose = DieDetection((250, 570), 40, 0.64), DieDetection((262, 574), 70, 0.14)
    five = DieReading(DieKind.D10, ((5, 0.97),), 0.98)
    read = [(whole, five), (loose, replace(five, candidates=((5, 0.99),), flat=0.99))]
    assert [(place, kept.flat) for place, kept in suppress_duplicates(read)] == [(whole, 0.99)]
    other = [(whole, replace(five, candidates=((3, 0.9),))), read[1]]
    assert [place for place, _ in suppress_duplicates(other)] == [loose]
