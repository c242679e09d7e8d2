"""Rolls of any number and kinds of dice under a camera."""

from __future__ import annotations

import pytest

from companion.locale import Message
from companion.pieces import Cast, MoreDice, Wish
from companion.rolls.stages import CountedRoll, QuestionRaised, UnawaitedThrow
from tests.rolls.watched_dice import D6, D10, Watched, offered, only, six, ten, unsure

THREE, ONE = Wish((D6, D6, D6)), Wish((D6,))


def waiting(wish: Wish, *first: object) -> Watched:
    table = Watched(*first)  # type: ignore[arg-type]
    table.wish = wish
    table.await_roll()
    return table


def values(table: Watched) -> list[list[int]]:
    return [sorted(die.value for die in roll) for roll in table.rolls]


def test_three_d6_are_a_roll() -> None:
    table = waiting(THREE, six(1, 100), six(1, 150), six(1, 200))
    table.rest(six(4, 400), six(2, 480), six(6, 560))
    assert values(table) == [[2, 4, 6]]


def test_of_two_of_three_dice_the_third_is_asked_unless_it_comes_into_view() -> None:
    table = waiting(THREE)
    [asked] = table.rest(six(4, 400), six(2, 480), seconds=5)
    assert isinstance(asked, QuestionRaised) and str(asked.question.text).startswith("Only 2 d6 of 3 were read")
    assert offered(asked.question)[:6] == tuple(f"4 2 {face}" for face in range(1, 7))
    table.rest(six(4, 400), six(2, 480), six(5, 560))
    assert values(table) == [[2, 4, 5]]


def test_two_of_three_dice_that_moved_are_asked_about() -> None:
    table = waiting(THREE, six(1, 100), six(2, 150), six(3, 200))
    [asked] = table.rest(six(4, 400), six(5, 480), six(3, 200))
    assert isinstance(asked, QuestionRaised) and str(asked.question.text) == "Only 2 d6 of 3 moved. Is this the roll?"
    table.answer(asked, "yes")
    assert values(table) == [[3, 4, 5]]


def test_one_of_three_dice_that_is_pushed_is_no_throw() -> None:
    table = waiting(THREE, six(1, 100), six(2, 150), six(3, 200))
    assert table.rest(six(1, 130), six(2, 150), six(3, 200)) == []


def test_three_dice_pushed_together_are_no_throw() -> None:
    table = waiting(THREE, six(1, 100), six(2, 150), six(3, 200))
    assert table.rest(six(1, 300), six(2, 352), six(3, 398)) == []
    assert table.rolls == []


def test_the_values_of_three_dice_are_asked_for_once() -> None:
    table = waiting(THREE)
    [asked] = table.rest(six(4, 400), unsure(D6, 480, 2, 3), six(6, 560))
    assert isinstance(asked, QuestionRaised) and offered(asked.question)[:2] == ("4 2 6", "4 3 6")
    table.answer(asked, "4 3 6")
    assert values(table) == [[3, 4, 6]]


def test_a_single_die_is_a_roll() -> None:
    table = waiting(ONE, six(1, 100))
    table.rest(six(4, 400))
    assert values(table) == [[4]]


def test_a_single_die_with_its_old_value_is_to_be_confirmed() -> None:
    table = waiting(ONE, six(4, 100))
    assert only(CountedRoll, table.rest(six(4, 400))).again


def test_a_single_die_thrown_too_early_can_be_claimed() -> None:
    table = waiting(ONE, six(1, 100))
    table.withdraw()
    assert only(UnawaitedThrow, table.rest(six(4, 400))).dice == (4,)
    table.claim()
    assert values(table) == [[4]]


def test_dice_of_two_kinds_are_a_roll() -> None:
    """One kind comes first, and calls for the other whatever it shows."""

    def then(cast: Cast) -> MoreDice | None:
        return MoreDice((D6, D6), Message("Add two d6."), Message("Is this d6 part of it?")) if len(cast) == 1 else None

    table = waiting(Wish((D10,), then))
    table.rest(ten(9, 300), six(4, 400), six(2, 480))
    assert values(table) == [[2, 4, 9]]


def test_dice_rolled_together_are_of_one_kind() -> None:
    with pytest.raises(ValueError, match="of one kind, not d10, d6"):
        Wish((D10, D6))
