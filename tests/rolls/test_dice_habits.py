"""Where dice landed before tells where they land: a habit, which orders what is asked."""

from __future__ import annotations

import pytest

from companion.rolls.dice_habits import DiceHabits
from tests.rolls.watched_dice import D10, six, ten, unsure


def test_a_die_beside_those_that_counted_is_likelier_than_one_far_off() -> None:
    habit = DiceHabits().with_roll([ten(3, 400), ten(8, 480)])
    assert habit.place_likelihood(ten(5, 440)) > 0.97
    assert habit.place_likelihood(ten(5, 640)) == pytest.approx(0.73, abs=0.04)
    assert habit.place_likelihood(ten(5, 1600)) == pytest.approx(0.3, abs=0.04)


def test_until_dice_counted_one_place_is_as_good_as_another() -> None:
    assert DiceHabits().place_likelihood(ten(5, 440)) == DiceHabits().place_likelihood(six(5, 1600)) == 1


def test_a_dozen_dice_are_remembered_the_last_ones() -> None:
    habit = DiceHabits()
    for x in range(100, 1700, 100):
        habit = habit.with_roll([ten(3, x)])
    assert [x for x, _ in habit.places] == list(range(500, 1700, 100))


def test_a_die_in_doubt_tells_where_it_lay_and_not_how_large_dice_look() -> None:
    habit = DiceHabits().with_roll([unsure(D10, 400, 3, 8)])
    assert habit.sizes == {} and len(habit.places) == 1
