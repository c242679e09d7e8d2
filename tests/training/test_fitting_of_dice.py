"""How opinions about dice are weighed into one chance: what is right counts, what errs does not; it is calibrated."""

import numpy as np
import pytest

from companion.pieces import DieKind
from companion.vision.dice.die_reading import NONE, READINGS
from companion.vision.dice.finding import DieDetection
from models.training.common.logistic import fit_weights, probabilities
from models.training.reader.calibrating import worth
from models.training.reader.truth import There, truth_at

SEVEN = READINGS.index((DieKind.D10, 7))
DIE = There((100.0, 100.0), 60.0, SEVEN)


def at(x: float, across: float, complete: bool = True) -> int | None:
    return truth_at(DieDetection((x, 100), across, 0.9), [DIE], complete)


def test_a_place_on_a_die_is_the_die_s_and_a_mark_on_it_is_none() -> None:
    assert at(104, 55) == SEVEN
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
