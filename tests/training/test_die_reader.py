"""The die reader's lessons, calibration and comparison, and how opinions about dice are weighed."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.pieces import DieKind
from companion.vision.dice.calibration import FACES, NAMES, Calibration, Evidence
from companion.vision.dice.die_reading import NONE, READINGS
from companion.vision.dice.finding import DieDetection
from companion.vision.dice.prediction import ANSWERS, LEANS, NOTHING, OTHER, PLANES, SIDE, TURNED, TURNS, pooled
from companion.vision.dice.reader import DiceReader
from models.training.common.decks import own_deck
from models.training.common.logistic import fit_weights, probabilities
from models.training.common.settings import read_settings
from models.training.dice.specimens import Kind, covered
from models.training.dice.specimens import made as made_die
from models.training.dice.stock import make_shard
from models.training.reader.calibrating import calibrated, expected, worth, write
from models.training.reader.comparing import on_photographs
from models.training.reader.gathering import ROW, Gathered
from models.training.reader.lessons import Lessons, Thing, lesson
from models.training.reader.photographs import CLOTH, FALSE_DICE, GROUPS
from models.training.reader.truth import There, truth_at
from models.training.scenes.grounds import Grounds, paint
from models.training.scenes.litter import litter

A_SEVEN = READINGS.index((DieKind.D10, 7))
DIE = There((100.0, 100.0), 60.0, A_SEVEN)


def at(x: float, across: float, complete: bool = True) -> int | None:
    return truth_at(DieDetection((x, 100), across, 0.9), [DIE], complete)


def test_a_place_on_a_die_is_the_die_s_and_a_mark_on_it_is_none() -> None:
    assert at(104, 55) == A_SEVEN
    assert at(90, 20) == NONE
    assert at(300, 60) == NONE


def test_of_a_place_that_nobody_labelled_nothing_is_known() -> None:
    assert at(300, 60, complete=False) is None
    assert at(128, 60) is None


def opinions(count: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Of two networks one is right four times in five, the other guesses; both are as certain of themselves."""
    chance = np.random.default_rng(seed)
    true = chance.integers(0, NONE, count)
    predicted = np.where(chance.random(count) < 0.8, true, chance.integers(0, NONE, count))
    guessed = chance.integers(0, NONE, count)
    rows = np.zeros((count, NONE + 1, 2))
    rows[np.arange(count), predicted, 0] = rows[np.arange(count), guessed, 1] = 4.0
    return rows, true


def test_what_errs_weighs_little_and_never_speaks_against_what_it_says() -> None:
    rows, true = opinions(600, 1)
    weights = fit_weights(rows, true, np.ones(600), np.array([0.5, 0.5]), 6.0, (0.0, np.inf))
    assert weights[0] > 0.8 and 0 <= weights[1] < 0.15


def test_of_answers_with_a_chance_so_many_are_right() -> None:
    rows, true = opinions(600, 2)
    weights = fit_weights(rows, true, np.ones(600), np.array([0.5, 0.5]), 6.0, (0.0, np.inf))
    fresh, right = opinions(2000, 3)
    chances = probabilities(fresh, weights)
    best = chances[:, :NONE].argmax(axis=1)
    assert chances.max(axis=1).mean() == pytest.approx(float((best == right).mean()), abs=0.03)


def test_a_maker_with_many_pictures_does_not_count_for_all() -> None:
    counts = worth(["many"] * 4000 + ["few"] * 100, np.zeros(4100, np.int64))
    assert counts[-1] == 1.0 and 100 < counts[:4000].sum() < 1000


SETTINGS = Path(__file__).parents[2] / "models" / "training" / "reader" / "die-reader.toml"
SEVEN, NINE = READINGS.index((DieKind.D10, 7)), READINGS.index((DieKind.D10, 9))


def turns(answer: int, digit: int | None = None) -> np.ndarray:
    """Probabilities at every turn: an answer, and at two turns a digit that stands upright."""
    probabilities = np.full((TURNS, ANSWERS), 0.002, np.float32)
    probabilities[:, answer] = 1
    if digit is not None:
        probabilities[4:6] = 0.002
        probabilities[4:6, digit] = 1
    return np.asarray(probabilities / probabilities.sum(axis=1, keepdims=True), np.float32)


def places(maker: str, wrong: float, seed: int) -> Gathered:
    """Sevens and what is no die, of which the reader gets some wrong."""
    chance = np.random.default_rng(seed)
    true = np.where(np.arange(80) % 2, SEVEN, NONE)
    answers = [
        turns(*((TURNED, 7) if (one == SEVEN) != (chance.random() < wrong) else (NOTHING, None))) for one in true
    ]
    return np.array([(maker, one, 50, 0.8, np.nan, turned) for one, turned in zip(true, answers, strict=True)], ROW)


def test_a_clear_seven_is_read_and_a_leaning_die_is_not() -> None:
    plain = Calibration(expected(), np.zeros(len(FACES)))
    seven = plain.probabilities(Evidence(pooled(turns(TURNED, 7)), 50, None, 0.9))
    assert seven.argmax() == SEVEN and seven[SEVEN] > 0.9
    assert plain.probabilities(Evidence(pooled(turns(LEANS)), 50, None, 0.9))[NONE:].sum() > 0.9


def test_a_die_cut_by_the_edge_of_the_picture_is_never_likelier_than_not() -> None:
    evidence = Evidence(pooled(turns(TURNED, 7)), 50, None, 0.9, cut=True)
    assert Calibration(expected(), np.zeros(len(FACES))).probabilities(evidence)[:NONE].sum() == pytest.approx(0.5)


def test_a_reader_that_errs_is_calibrated_to_what_it_is_worth(tmp_path: Path) -> None:
    known = np.concatenate([places("hers", 0.1, 1), places("his", 0.1, 2)])
    found = calibrated(known)
    reading = found.probabilities(Evidence(pooled(turns(TURNED, 7)), 50, None, 0.8))
    # One in ten of what looks like a seven is none; where dice were laid down that counts a fifth.
    assert 0.95 < reading[SEVEN] < 0.995
    write(found, known, tmp_path / "fitted.json")
    assert np.allclose(Calibration.read(tmp_path / "fitted.json").weights, found.weights, atol=1e-4)
    assert {*NAMES, *FACES} == set(json.loads((tmp_path / "fitted.json").read_text())["weights"])


def test_two_chains_are_measured_on_the_same_photographs(tmp_path: Path) -> None:
    (tmp_path / "hers").mkdir()
    cv2.imwrite(str(tmp_path / "hers" / "1.png"), np.full((200, 300, 3), 120, np.uint8))
    die = {"kind": "d6", "value": 5, "bbox": [40, 40, 100, 100]}
    (tmp_path / "labels.json").write_text(json.dumps({"photos": {"hers/1.png": {"dice": [die], "complete": True}}}))
    chain = DiceReader()
    document = on_photographs({"installed": chain, "candidate": chain}, tmp_path)
    assert [document[name][0]["missed"] for name in ("installed", "candidate")] == [1, 1]


def test_leaning_dice_and_clutter_have_their_answers() -> None:
    rng = np.random.default_rng(3)
    made = (made_die(Kind(6, cocked=True), rng), made_die(Kind(10, tens=True), rng), litter(rng))
    assert [one.bits for one in made] == [1 << LEANS, 1 << OTHER, 1 << NOTHING]
    flat = made_die(Kind(10), rng)
    assert (flat.bits, covered(flat, rng).bits) == (0, 1 << LEANS | 1 << OTHER | 1 << NOTHING)


def a_thing(digit: int, across: float = 60.0) -> Thing:
    """A smooth picture whose digit stands upright."""
    noise = np.random.default_rng(1).integers(0, 255, (140, 140, 3), np.uint8)
    picture = np.asarray(cv2.GaussianBlur(noise, (0, 0), 2), np.uint8)
    return Thing(picture, np.array([70.0, 70.0]), across, digit=digit, up=np.array([0.0, -1.0]))


def test_of_two_crops_of_a_digit_the_first_is_upright() -> None:
    for seed in range(20):
        crops, true = lesson(a_thing(3), np.random.default_rng(seed))
        assert crops.shape == (2, PLANES, SIDE, SIDE)
        assert np.flatnonzero(true[0]).tolist() == [3] and true[1].any()


def test_a_nine_is_most_often_shown_upside_down_too_and_is_no_six_there() -> None:
    true = np.stack([lesson(a_thing(9), np.random.default_rng(seed))[1][1] for seed in range(60)])
    assert not true[:, 6].any()
    assert true[:, TURNED].mean() > 0.55


def test_lessons_are_of_the_groups_that_there_are_and_the_same_for_a_seed() -> None:
    stock, grounds = make_shard(np.random.default_rng(3), 8), paint((own_deck(),), np.random.default_rng(4), 1)
    shares = {"digits": 0.5, "pips": 0.2, "none": 0.1, "photographed d6": 0.2}
    lessons = Lessons(stock, grounds, {"photographed d6": []}, shares)
    (crops, true), (again, _) = (lessons.batch(6, np.random.default_rng(5)) for _ in range(2))
    assert crops.shape == (12, PLANES, SIDE, SIDE) and true.any(axis=1).all()
    assert np.array_equal(crops, again) and not true[:, [LEANS, OTHER]].any()


def test_photographs_teach_at_any_turn() -> None:
    five = Thing(a_thing(0).picture, np.array([70.0, 70.0]), 60.0, bits=1 << 14)
    grounds = Grounds(np.full((1, 352, 352, 3), 90, np.uint8), np.array([100.0], np.float32))
    lessons = Lessons(make_shard(np.random.default_rng(3), 1), grounds, {"fives": [five]}, {"fives": 1.0})
    shown = [lessons.thing(np.random.default_rng(seed)) for seed in range(4)]
    assert all(one.bits == 1 << 14 and 18 < one.across < 70 for one in shown)
    assert len({one.picture.tobytes() for one in shown}) == 4


def test_the_configuration_has_a_schedule_and_shares_of_all_groups() -> None:
    settings = read_settings(SETTINGS)
    assert {"seed", "batch", "workers", "resumed_rate", "schedule", "shares", "faces", "last_blocks"} == set(settings)
    for shares in (settings["shares"], settings["last_blocks"]["shares"]):
        assert sum(shares.values()) == pytest.approx(1)
        assert {*GROUPS.values(), FALSE_DICE, CLOTH} < set(shares)
