"""The upright reader: what is true of a crop at a turn, what all turns say together, and what it may learn from."""

import math
from dataclasses import replace
from fnmatch import fnmatch
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.pieces import DieKind
from companion.vision.camera_pose.aspect import Lean
from companion.vision.dice.upright import (
    ANSWERS,
    LEANS,
    NEIGHBOUR,
    NOTHING,
    OTHER,
    PLANES,
    SIDE,
    TURNED,
    crop_at,
    cut,
)
from companion.vision.networks import load_network
from models.evaluation.labelled_dice import LabelledPhoto, TrueDie, patterns
from models.training.dice.glyphs import usable
from models.training.dice.specimens import What
from models.training.studio.shards import CONFUSED, Shots, make_shard
from models.training.upright.answers import TURNS, asked
from models.training.upright.crops import near
from models.training.upright.lessons import Die, Studio, taught, true_answers
from models.training.upright.measuring import Said, sure_at, table
from models.training.upright.photos import KEPT_OUT, false_dice, learnable, real_dice
from tests.training.printed import printed

GREY = np.full((120, 120, 3), 90, np.uint8)
SEVEN = Die(GREY, (60.0, 60.0), 50.0, (), digit=7, upright=0.5, neighbours=(2.0,))


def turns(at: dict[int, int], otherwise: int) -> NDArray[np.float32]:
    """Chances of the answers at every turn: one surely at some turns, another at the rest."""
    chances = np.full((TURNS, ANSWERS), 0.001, np.float32)
    for turn in range(TURNS):
        chances[turn, at.get(turn, otherwise)] = 1
    return np.asarray(chances / chances.sum(axis=1, keepdims=True), np.float32)


def test_a_digit_upright_at_two_turns_is_read() -> None:
    reading = asked(turns({4: 7, 5: 7}, TURNED))
    assert (reading.kind, reading.value) == (DieKind.D10, 7)
    assert reading.chance > 0.9
    assert asked(turns({4: 0, 5: 0}, TURNED)).value == 10


def test_a_neighbour_s_digit_upright_is_not_read() -> None:
    reading = asked(turns({4: 7, 5: 7, 12: NEIGHBOUR, 13: NEIGHBOUR}, TURNED))
    assert reading.value == 7


def test_pips_are_read_at_all_turns_and_not_at_two() -> None:
    assert asked(turns({}, 12)).value == 3
    assert asked(turns({0: 12, 1: 12}, OTHER)).kind is None


@pytest.mark.parametrize("what", [LEANS, OTHER, NOTHING])
def test_what_is_not_to_be_read_has_no_value(what: int) -> None:
    assert asked(turns({}, what)).kind is None


def test_a_higher_temperature_is_less_certain_of_the_same() -> None:
    chances = turns({4: 7, 5: 7}, TURNED)
    chances[4:6, [2, 7]] = 0.3, 0.7
    cool, warm = asked(chances), asked(chances, 2.0)
    assert (cool.value, warm.value) == (7, 7)
    assert cool.chance > warm.chance


def test_digits_that_look_alike_upside_down_are_asked_for_either_way() -> None:
    upside_down = SEVEN.upright + np.pi
    assert true_answers(replace(SEVEN, neighbours=()), upside_down) == (TURNED, NEIGHBOUR)
    assert true_answers(replace(SEVEN, digit=8), upside_down) == (8, TURNED)
    assert true_answers(replace(SEVEN, digit=8, half_turn=True), upside_down) == (8,)


def test_a_lesson_shows_the_die_upright_first_and_at_every_turn_says_what_is_true() -> None:
    for seed in range(8):
        crops, true = taught(SEVEN, 3, np.random.default_rng(seed))
        assert crops.shape == (3, PLANES, SIDE, SIDE)
        assert np.flatnonzero(true[0]).tolist() == [7]
        assert true[1:, [7, TURNED, NEIGHBOUR]].any(axis=1).all()


def test_a_crop_turned_upright_shows_what_was_above_above() -> None:
    picture = np.zeros((100, 100, 3), np.uint8)
    picture[45:55, 60:75] = 255  # to the right of the middle
    (crop,) = cut(picture, [crop_at((50.0, 50.0), 50.0, -np.pi / 2)])
    bright = np.argwhere(crop[0] > 0).mean(axis=0)
    assert bright[0] < SIDE / 3
    assert bright[1] == pytest.approx(SIDE / 2, abs=1.5)


def test_a_crop_tells_which_way_things_lean_in_it_where_that_is_known() -> None:
    maps = [crop_at((50.0, 50.0), 50.0, turn) for turn in (0.0, np.pi / 2)]
    reading = cut(np.zeros((100, 100, 3), np.uint8), maps, Lean(0.25, (0.0, -1.0)))[:, 3:, 0, 0]
    assert reading == pytest.approx(np.array([(0, -0.5, 1), (0.5, 0, 1)]), abs=1e-6)
    assert not cut(np.zeros((100, 100, 3), np.uint8), maps)[:, 3:].any(), "nobody knows"


def test_a_large_die_is_shrunk_before_it_is_cut_out() -> None:
    part, middle, across = near(np.zeros((600, 600, 3), np.uint8), (300.0, 280.0), 160.0, 80.0)
    assert across == 80
    assert part.shape[0] == pytest.approx(2.6 * 80, abs=2)
    assert middle == pytest.approx((104, 104), abs=1)


@pytest.fixture(scope="module")
def shots() -> Shots:
    try:
        usable()
    except FileNotFoundError as missing:
        pytest.skip(str(missing))
    return make_shard([4, 5], printed, count=2)


ALONE = ((1.0, 0.0, 0.0, 0.0), (0.0, 1.0, 0.0, 0.0), (0.0, 0.0, 1.0, 0.0), (0.0, 0.0, 0.0, 1.0))
"""Shares of d6, d10, dice that lean and others: one kind alone each."""


def test_the_studio_s_dice_are_taught_by_kind_with_what_stands_on_them(shots: Shots) -> None:
    six, ten, leaning, other = (Studio(shots, alone).draw(np.random.default_rng(1)) for alone in ALONE)
    assert 0 <= ten.digit <= 9
    assert all(answer in range(10, 16) for answer in six.answers)
    assert (leaning.answers, other.answers) == ((LEANS,), (OTHER,))


def test_sixes_and_nines_are_drawn_twice_as_often(shots: Shots) -> None:
    rng = np.random.default_rng(2)
    drawn = [int(shots.digit[shots.drawn(ALONE[1], rng)]) for _ in range(600)]
    there = set(drawn)
    assert there & set(CONFUSED) and there - set(CONFUSED)
    usual = 600 / (len(there) + len(there & set(CONFUSED)))
    for digit in there:
        assert drawn.count(digit) == pytest.approx(usual * (1 + (digit in CONFUSED)), rel=0.35)


def test_a_nine_is_mostly_shown_upside_down_too_and_is_no_six_there() -> None:
    nine = replace(SEVEN, digit=9, neighbours=())
    upside_down = 0
    for seed in range(40):
        _, true = taught(nine, 2, np.random.default_rng(seed))
        assert np.flatnonzero(true[0]).tolist() == [9]
        assert not true[1, 6]
        upside_down += int(true[1].nonzero()[0].tolist() == [TURNED, NEIGHBOUR])
    assert upside_down > 20


def test_the_studio_tells_how_its_dice_lean_most_of_the_time(shots: Shots) -> None:
    studio = Studio(shots)
    leans = [studio.draw(np.random.default_rng(seed)).lean for seed in range(60)]
    assert 20 < sum(lean is not None for lean in leans) < 55


def test_nothing_kept_out_is_learnt_from(shared: Path) -> None:
    names = {photo.name for photo in learnable(shared / "photos" / "real")}
    assert len(names) > 500
    assert not any(fnmatch(name, pattern) for name in names for pattern in patterns(KEPT_OUT))
    assert "skovy" not in {name.partition("/")[0] for name in names}


def test_what_the_finder_takes_for_dice_teaches_where_none_lies(shared: Path, tmp_path: Path) -> None:
    photos = {photo.name: photo for photo in learnable(shared / "photos" / "real")}
    chosen = [photos[name] for name in ("sudoku/image1000.jpg", "matteop65/dice_1.jpg", "kamilpiechowiak/30.jpg")]
    found = false_dice(chosen, load_network("die-finder"), tmp_path / "false.json")
    assert found == false_dice([], load_network("die-finder"), tmp_path / "false.json")
    assert {die.photo.parent.name for die in found} >= {"sudoku"}
    for die in found:
        (photo,) = (photo for photo in chosen if photo.path == die.photo)
        assert photo.complete
        assert all(math.dist(die.middle, other.center) > other.across / 2 for other in photo.dice)


def test_a_real_die_whose_value_nobody_noted_teaches_nothing() -> None:
    box = (10.0, 10.0, 65.0, 60.0)
    known, unknown, other = TrueDie(DieKind.D10, 7, box), TrueDie(DieKind.D6, None, box), TrueDie(None, None, box)
    photo = LabelledPhoto(Path("1.jpg"), "somebody", (known, unknown, other), complete=True)
    assert [(die.what, die.value) for die in real_dice(photo)] == [(What.D10, 7), (What.OTHER, 0)]
    assert real_dice(photo)[0].across == pytest.approx(50)


def result(value: int, chance: float, maker: str = "somebody") -> Said:
    truth = TrueDie(DieKind.D10, 7, (0.0, 0.0, 50.0, 50.0))
    reading = replace(asked(turns({4: value, 5: value}, TURNED)), chance=chance)
    return Said(maker, False, truth, reading)


def test_figures_stand_by_maker() -> None:
    rows = table([result(7, 0.9), result(3, 0.5), result(7, 0.9, "somebody else")])
    assert [(row["maker"], row["count"], row["right"], row["kind_right"]) for row in rows] == [
        ("somebody", 2, 1, 2),
        ("somebody else", 1, 1, 1),
    ]


def test_the_limit_of_certainty_lets_so_many_through_as_are_right_often_enough() -> None:
    reading = [result(7, 0.99), result(7, 0.9), result(3, 0.8), result(7, 0.7)]
    assert sure_at(reading, 250) == (0.9, 2, 0)
    assert sure_at(reading, 3) == (0.7, 3, 1)


def test_the_network_learns_goes_on_and_reads_alike_in_both_runtimes(tmp_path: Path) -> None:
    reason = "networks are trained with the extra: pip install '.[train]'"
    torch = pytest.importorskip("torch", reason=reason)
    for package in ("onnx", "onnxslim", "efficientnet_lite_pytorch"):
        pytest.importorskip(package, reason=reason)
    from models.training.common.onnx_export import export_onnx, runtime_difference
    from models.training.upright.network import any_of, build
    from models.training.upright.training import Pace, fine_tune, kept_mean

    def batch(rng: np.random.Generator) -> tuple[object, object]:
        crops, true = taught(SEVEN, 4, rng)
        return torch.from_numpy(crops), torch.from_numpy(true)

    torch.manual_seed(0)
    kept = tmp_path / "kept.pt"
    fine_tune(build(pretrained=False), batch, any_of, Pace(2), kept, 1)
    again = fine_tune(build(pretrained=False), batch, any_of, Pace(2), kept, 1)
    mean = kept_mean(build(pretrained=False), kept)
    assert all(torch.equal(one, other) for one, other in zip(again.parameters(), mean.parameters(), strict=True))
    export_onnx(mean, (1, PLANES, SIDE, SIDE), tmp_path / "kept.onnx", growing=False)
    assert runtime_difference(tmp_path / "kept.onnx", (3, PLANES, SIDE, SIDE)) < 1e-3


def test_any_of_the_true_answers_is_right() -> None:
    torch = pytest.importorskip("torch", reason="networks are trained with the extra: pip install '.[train]'")
    from models.training.upright.network import any_of

    logits = torch.zeros((1, ANSWERS))
    logits[0, [TURNED, NEIGHBOUR]] = 20.0
    true = torch.zeros((1, ANSWERS))
    true[0, [TURNED, NEIGHBOUR]] = 1
    assert float(any_of(logits, true)) == pytest.approx(0, abs=1e-4)
    true[0, NEIGHBOUR] = 0
    assert float(any_of(logits, true)) == pytest.approx(np.log(2), abs=1e-4)
