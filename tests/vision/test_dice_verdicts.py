"""What two readers say of one die, made by hand: when it is sure, and when it is not."""

import math
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.pieces import DieKind
from companion.table.sightings import CardSighting, DieSighting, Face, Point
from companion.vision.camera_pose.aspect import Lean
from companion.vision.camera_pose.table_view import levelling_map, moments_near
from companion.vision.dice.chances import Evidence, calibration
from companion.vision.dice.crops import CROP, crop_matrix
from companion.vision.dice.eyes import FLAT, told_apart
from companion.vision.dice.finding import Candidate, decoded, likeliest, once_each
from companion.vision.dice.opinions import D6, D10, NOTHING, OTHER, Opinion, opinion
from companion.vision.dice.tops import moved, on_top
from companion.vision.dice.upright import Likeness
from companion.vision.dice.verdicts import Verdict, verdict
from companion.vision.tracking.dice_tracks import DieTrack
from companion.vision.tracking.fusion import MAX_READINGS

TURNS = 20
NO_DIGIT = 20


def answers(kind: int, upright: dict[int, int], always: int | None = None) -> NDArray[np.float32]:
    """A reader's answers at every turn: the kind, what stands upright at which turn, what is seen at all of them."""
    told = np.zeros((TURNS, 21), np.float32)
    told[:, kind] = 9
    told[:, NO_DIGIT if always is None else 4 + always] = 9
    for turn, digit in upright.items():
        for near in (turn, (turn + 1) % TURNS):
            told[near, NO_DIGIT] = 0
            told[near, 4 + digit] = 9
    return told


def lying(kind: int, chance: float = 1.0) -> NDArray[np.float32]:
    """The witness's chances: mostly this kind, the rest of it a die that lies askew."""
    kinds = np.full(4, 1e-4, np.float32)
    kinds[OTHER] = 1 - chance
    kinds[kind] = chance
    return kinds


def looks_like(kind: int, value: int = 0, chance: float = 0.99) -> Likeness:
    """What the upright reader takes a die for, and the pips or the digit that it sees."""
    pips, digits = np.full(6, 0.01, np.float32), np.full(10, 0.01, np.float32)
    if kind == D6 and value:
        pips[value - 1] = 0.9
    if kind == D10:
        digits[value] = 0.9
    return Likeness(lying(kind, chance), pips, digits)


def said(
    close: Opinion, wide: Opinion, kinds: NDArray[np.float32], like: Likeness, across: float = 60.0, tilt: float = 0.1
) -> Verdict:
    """The verdict on a die that the finder is sure of, seen from nearly above unless told otherwise."""
    seen = Evidence(close, wide, kinds, like, across, Lean(tilt, (0.0, -1.0)), 0.95)
    return verdict(calibration().chances(seen))


def test_where_all_agree_a_die_is_sure() -> None:
    seven = opinion(answers(D10, {4: 7}))
    told = said(seven, seven, lying(D10), looks_like(D10, 7))
    assert (told.kind, told.candidates[0][0]) == (DieKind.D10, 7)
    assert told.certain


def test_the_0_of_a_d10_counts_ten() -> None:
    zero = opinion(answers(D10, {0: 0}))
    assert said(zero, zero, lying(D10), looks_like(D10, 0)).candidates[0][0] == 10


def test_pips_are_counted_at_every_turn() -> None:
    five = opinion(answers(D6, {}, always=14))
    told = said(five, five, lying(D6), looks_like(D6, 5))
    assert (told.kind, told.candidates[0][0]) == (DieKind.D6, 5)
    assert told.certain


def test_a_d6_may_carry_digits() -> None:
    three = opinion(answers(D6, {7: 3}))
    assert said(three, three, lying(D6), looks_like(D6)).candidates[0][0] == 3


def test_two_readers_that_differ_are_not_sure() -> None:
    one, seven = opinion(answers(D10, {4: 1})), opinion(answers(D10, {4: 7}))
    told = said(one, seven, lying(D10), looks_like(D10, 7))
    assert not told.certain
    assert {value for value, _ in told.candidates[:2]} == {1, 7}


def test_a_count_that_one_reader_sees_hardly_better_than_another_is_not_sure() -> None:
    """Of a clear four whose underside shines through two readers counted five; the third saw either."""
    five = opinion(answers(D6, {}, always=14))
    torn = looks_like(D6)
    torn.pips[3:5] = 0.45, 0.49
    told = said(five, five, lying(D6), torn)
    assert not told.certain and told.flat > 0.9
    assert [value for value, _ in told.candidates[:2]] == [5, 4]
    assert said(five, five, lying(D6), looks_like(D6, 5)).certain


def test_where_half_say_d6_and_half_d10_a_die_is_not_sure() -> None:
    six, ten = opinion(answers(D6, {4: 3})), opinion(answers(D10, {4: 3}))
    kinds = np.array([0.5, 0.5, 0.0, 0.0], np.float32)
    assert not said(six, ten, kinds, looks_like(D10, 3, 0.5)).certain


def test_a_six_that_may_be_a_nine_is_not_sure() -> None:
    either = opinion(answers(D10, {2: 6, 12: 9}))
    like = looks_like(D10, 6)
    like.digits[9] = 0.9
    assert not said(either, either, lying(D10), like).certain


def test_what_looks_to_all_like_a_die_that_leans_is_not_told() -> None:
    five = replace(opinion(answers(D6, {}, always=14)), kinds=lying(D6, 0.05))
    assert said(five, five, lying(D6, 0.05), looks_like(OTHER)).flat < 0.5


def test_a_die_that_one_of_four_takes_for_a_leaning_one_is_told_all_the_same() -> None:
    five = replace(opinion(answers(D6, {}, always=14)), kinds=lying(D6, 0.9))
    told = said(five, five, lying(D6, 0.2), looks_like(D6, 5))
    assert told.flat > FLAT and (told.kind, told.candidates[0][0]) == (DieKind.D6, 5)


def test_a_die_that_leans_to_the_witness_who_knows_where_the_camera_stands_is_not_sure() -> None:
    """A cocked d10 that three readers saw flat was proposed as a seven, looked at several times."""
    seven = opinion(answers(D10, {4: 7}))
    told = said(seven, seven, lying(D10, 0.01), looks_like(D10, 7))
    assert FLAT < told.flat <= 0.5 + 1e-9
    assert said(seven, seven, lying(D10, 0.5), looks_like(D10, 7)).candidates[0][0] == 7


def test_what_the_edge_of_the_picture_may_cut_is_not_sure_however_often_it_is_seen() -> None:
    """Two cards of four spots, cut there, were surely dice."""
    four = opinion(answers(D6, {}, always=13))
    whole = Evidence(four, four, lying(D6), looks_like(D6, 4), 60.0, None, 0.95)
    told, cut = (verdict(calibration().chances(one)) for one in (whole, replace(whole, cut=True)))
    assert told.certain and told.flat > 0.9
    assert FLAT < cut.flat <= 0.5 + 1e-9 and cut.candidates[0][0] == 4
    die = DieSighting(cut.kind, (30.0, 100.0), cut.candidates, cut.certain, 60.0)
    track = DieTrack.begun(1, die)
    for _ in range(MAX_READINGS):
        track = track.with_sighting(die)
        assert track.there and not track.sighting.sure


def test_the_chances_of_all_values_and_of_none_come_to_one() -> None:
    either = opinion(answers(D10, {2: 6, 12: 9}))
    seen = Evidence(either, either, lying(D10, 0.6), looks_like(D10, 6), 30.0, None, 0.5)
    assert calibration().chances(seen).sum() == pytest.approx(1)


def test_a_small_die_is_less_sure_than_a_large_one() -> None:
    seven = replace(opinion(answers(D10, {4: 7})), kinds=lying(D10, 0.7))
    large, small = (said(seven, seven, lying(D10, 0.7), looks_like(D10, 7, 0.7), across) for across in (60.0, 20.0))
    assert small.candidates[0][1] < large.candidates[0][1]


def test_what_is_no_die_is_said_so() -> None:
    none = opinion(answers(NOTHING, {}))
    assert said(none, none, lying(NOTHING), looks_like(NOTHING)).flat < 0.1


def test_dice_that_two_sizes_show_are_given_once() -> None:
    first, again = Candidate((50, 50), (50, 48), 20, 0.9), Candidate((53, 51), (53, 50), 22, 0.7)
    other = Candidate((75, 50), (75, 48), 20, 0.5)
    assert once_each([again, other, first]) == [first, other]


DIE, DIGIT = Candidate((100, 100), (100, 96), 150, 0.6), Candidate((90, 105), (90, 105), 30, 0.8)


def test_a_die_and_a_digit_on_it_are_both_looked_at() -> None:
    assert once_each([DIE, DIGIT]) == [DIGIT, DIE]


def test_the_digit_on_a_die_takes_no_other_die_s_place() -> None:
    other, third = Candidate((300, 100), (300, 96), 150, 0.5), Candidate((500, 100), (500, 96), 150, 0.4)
    assert likeliest([DIGIT, DIE, other, third], 2) == [DIGIT, DIE, other]


@pytest.mark.parametrize(("die", "digit", "told"), [(0.8, 0.3, DIE), (0.2, 0.6, DIGIT), (0.8, None, DIE)])
def test_of_a_die_and_what_lies_in_it_the_one_that_looks_most_like_a_flat_die_is_told(
    die: float, digit: float | None, told: Candidate
) -> None:
    by_readers = Verdict(DieKind.D10, ((7, 0.9),), die)
    looks = [(DIGIT, None if digit is None else replace(by_readers, flat=digit)), (DIE, by_readers)]
    assert [place for place, _ in told_apart(looks)] == [told]


def test_a_finder_s_answer_is_read_as_places() -> None:
    answer = np.full((6, 10, 12), 0, np.float32)
    answer[0] = -9
    answer[:, 4, 6] = [3, 0.125, -0.125, 0.125, -0.25, 0]
    (found,) = decoded(answer, 0.5)
    assert found.middle == pytest.approx((54, 34))
    assert found.top == pytest.approx((54, 32))
    assert found.across == pytest.approx(16)


def card(tilt: float, turn: float, lean: float) -> CardSighting:
    """A sure card on a table that leans ``tilt`` radians towards ``lean``, turned by ``turn``."""
    outline = np.array([(-50, -70), (50, -70), (50, 70), (-50, 70)], np.float64)
    spin, axes = (np.array([[math.cos(a), -math.sin(a)], [math.sin(a), math.cos(a)]]) for a in (turn, lean))
    corners = outline @ (axes @ np.diag([math.cos(tilt), 1]) @ axes.T @ spin).T + 300
    a, b, c, d = ((float(x), float(y)) for x, y in corners)
    points: tuple[Point, Point, Point, Point] = (a, b, c, d)
    return CardSighting(points, Face.UP, (), sure=True)


@pytest.mark.parametrize("turn", [0.0, 0.4, 2.0])
def test_cards_tell_how_the_table_leans(turn: float) -> None:
    level = levelling_map(moments_near((0, 0), [card(0.5, turn, 0.7), card(0.5, turn + 1, 0.7)]))
    axes = np.array([[math.cos(0.7), -math.sin(0.7)], [math.sin(0.7), math.cos(0.7)]])
    assert level == pytest.approx(axes @ np.diag([1 / math.cos(0.5), 1]) @ axes.T, abs=1e-6)


def test_without_cards_the_camera_is_taken_to_be_right_above() -> None:
    assert np.array_equal(levelling_map(moments_near((0, 0), [])), np.eye(2))


def test_a_place_is_moved_to_where_the_crops_see_the_top_face() -> None:
    place, level = Candidate((40, 40), (40, 40), 30, 1.0), np.diag([1.0, 1.2])
    matrices = [crop_matrix(place.top, place.across, 1.3, turn, level) for turn in (0.0, 1.0, 2.0)]
    told = [(*((matrix[:, :2] @ (44, 37) + matrix[:, 2]) / (CROP / 2) - 1), math.log(1.1)) for matrix in matrices]
    there = moved(place, matrices, np.array(told, np.float32))
    assert there.top == pytest.approx((44, 37), abs=1e-3)
    assert there.across == pytest.approx(33, abs=1e-3)


def test_a_top_face_stands_where_things_lean_to_and_a_neighbour_is_not_taken_for_it() -> None:
    lean = Lean(math.radians(24), (-1.0, 0.0))
    for top in ((93.0, 103.0), (112.0, 100.0)):
        x, _ = on_top(Candidate((100.0, 100.0), top, 40.0, 0.9), lean).top
        assert x == pytest.approx(93.1, abs=0.3)
    seen = Candidate((100.0, 100.0), (112.0, 100.0), 40.0, 0.9)
    assert on_top(seen, None) == seen


def test_a_die_that_reads_the_same_together_with_its_shadow_is_as_large_as_without() -> None:
    whole, loose = Candidate((250, 570), (249, 574), 40, 0.64), Candidate((262, 574), (266, 575), 70, 0.14)
    five = Verdict(DieKind.D10, ((5, 0.97),), 0.98)
    looks = [(whole, five), (loose, replace(five, candidates=((5, 0.99),), flat=0.99))]
    assert [(place, told.flat) for place, told in told_apart(looks)] == [(whole, 0.99)]
    assert [place for place, _ in told_apart([(whole, replace(five, candidates=((3, 0.9),))), looks[1]])] == [loose]
