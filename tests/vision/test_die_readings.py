"""Predictions of one die, made by hand: when its reading is certain, and when it is not."""

import math
from dataclasses import replace

import numpy as np
import pytest

from companion.pieces import DieKind
from companion.table.sightings import CardSighting, DieSighting, Face, Point
from companion.vision.camera_pose.table_view import levelling_map, moments_near
from companion.vision.dice.calibration import Evidence, installed_calibration
from companion.vision.dice.die_reading import DieReading
from companion.vision.dice.finding import DieDetection, decoded, likeliest, suppress_overlaps
from companion.vision.dice.prediction import Prediction
from companion.vision.dice.reader import FLAT, suppress_duplicates
from companion.vision.tracking.dice_tracks import DieTrack
from companion.vision.tracking.fusion import MAX_READINGS
from tests.cases import each


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
def test_of_a_die_and_what_lies_in_it_the_one_that_looks_most_like_a_flat_die_is_told(
    die: float, digit: float | None, kept: DieDetection
) -> None:
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
