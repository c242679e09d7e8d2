"""Dice under a camera: what is doubtful is asked, what is missing is said."""

from __future__ import annotations

from dataclasses import replace

from companion.rolls.camera_dice import Counts, Doubt, Dropped, Hint, NotNow
from companion.rolls.throws import AGAIN, NO, YES
from tests.rolls.watched_dice import D6, D10, Watched, six, ten, unsure


def test_one_of_three_d10s_thrown_again_is_asked_about_and_never_missed() -> None:
    table = Watched(ten(3, 100), ten(4, 200), ten(8, 900, 100, sure=False))
    table.await_roll()
    [asked] = table.rest(ten(9, 400), ten(4, 200), ten(8, 900, 100, sure=False))
    assert isinstance(asked, Doubt) and asked.asked.kind == "thrown"
    three = Watched(ten(3, 100), ten(4, 200), ten(8, 900, 100))
    three.await_roll()
    [asked] = three.rest(ten(9, 400), ten(4, 200), ten(8, 900, 100))
    assert isinstance(asked, Doubt) and asked.asked.choices == ("1: 9 4", "2: 9 8", AGAIN)


def test_a_throw_that_shows_the_same_again_one_die_of_it_where_it_lay_is_asked_about() -> None:
    table = Watched(ten(2, 400), ten(3, 480))
    table.await_roll()
    table.rest(seconds=0.1)
    [asked] = table.rest(ten(2, 300), ten(3, 482))
    assert isinstance(asked, Doubt) and asked.asked.kind == "thrown"
    assert table.rest(ten(2, 300), ten(3, 482)) == []
    table.dice.answer(asked.id, "yes")
    assert [sorted(roll.dice) for roll in table.rolls] == [[2, 3]]


def test_a_cocked_die_thrown_again_belongs_to_the_one_that_lay_flat() -> None:
    table = Watched(ten(3, 100), ten(4, 200))
    table.await_roll()
    [doubt] = table.rest(unsure(D10, 400, 6, 8), ten(2, 480))
    assert isinstance(doubt, Doubt)
    assert table.dice.answer(doubt.id, AGAIN) == ()
    [counted] = table.rest(ten(6, 300), ten(2, 480))
    assert isinstance(counted, Counts) and counted.rolled.dice == (6, 2)


def test_that_a_die_is_out_of_view_is_said_of_every_throw_once() -> None:
    table = Watched()
    table.await_roll()
    [hint] = table.rest(ten(9, 400))
    assert isinstance(hint, Hint)
    assert table.rest(ten(9, 400)) == []
    assert table.rest(ten(4, 500)) == [hint]


def test_a_doubtful_spot_that_comes_and_goes_beside_two_dice_is_no_roll() -> None:
    lying = (ten(3, 100), ten(4, 200))
    table = Watched(*lying, unsure(D10, 900, 7, 5))
    table.await_roll()
    assert table.rest(*lying, unsure(D10, 700, 2, 6)) == []


def test_a_doubtful_throw_that_no_game_waits_for_is_said_too() -> None:
    table = Watched(ten(3, 100), ten(4, 200))
    [said] = table.rest(*(replace(die, sure=False) for die in (ten(9, 400), ten(4, 200))))
    assert isinstance(said, NotNow) and sorted(value or 0 for value in said.dice) == [4, 9]
    spot = unsure(D10, 600, 7, 5)
    assert table.rest(ten(9, 400), ten(4, 200), spot) == []


def test_a_doubtful_die_thrown_onto_the_place_of_another_is_a_throw() -> None:
    doubtful = [replace(die, sure=False) for die in (ten(3, 100), ten(4, 200), ten(3, 120), ten(6, 208))]
    table = Watched(*doubtful[:2])
    table.await_roll()
    [doubt] = table.rest(*doubtful[2:])
    assert isinstance(doubt, Doubt)
    [counted] = table.dice.answer(doubt.id, YES)
    assert isinstance(counted, Counts) and counted.rolled.dice == (3, 6)


def test_two_doubtful_dice_that_seem_clear_are_one_question() -> None:
    table = Watched()
    table.await_roll()
    [doubt] = table.rest(*(replace(die, sure=False) for die in (ten(3, 100), ten(6, 208))))
    assert isinstance(doubt, Doubt)
    assert (str(doubt.asked.text), doubt.asked.choices) == ("Do the dice show 3 and 6?", (YES, NO, AGAIN))
    [one] = table.dice.answer(doubt.id, NO)
    assert isinstance(one, Doubt) and one.asked.kind == "die"
    [other] = table.dice.answer(one.id, "5")
    assert isinstance(other, Doubt) and other.asked.kind == "die"
    [counted] = table.dice.answer(other.id, "6")
    assert isinstance(counted, Counts) and counted.rolled.dice == (5, 6)


def test_a_tax_die_thrown_after_a_1_is_waited_for() -> None:
    table = Watched(six(6, 700))
    table.await_roll()
    [hint] = table.rest(ten(1, 400), ten(7, 480), six(6, 700))
    assert isinstance(hint, Hint) and str(hint.text) == "A 1: throw 1 tax die."
    assert table.rest(ten(1, 400), ten(7, 480), six(6, 700)) == []
    table.rest(ten(1, 400), ten(7, 480), six(2, 560))
    assert [(roll.dice, roll.tax_dice) for roll in table.rolls] == [((1, 7), (2,))]


def test_a_tax_die_that_falls_where_it_lay_and_shows_the_same_is_asked_about() -> None:
    table = Watched(ten(4, 400), ten(3, 480), six(3, 560))
    table.await_roll()
    [lacking] = table.rest(ten(1, 100), ten(5, 180))
    assert isinstance(lacking, Hint)
    [asked] = table.rest(ten(1, 100), ten(5, 180), six(3, 562))
    assert isinstance(asked, Doubt) and asked.asked.kind == "thrown"
    table.dice.answer(asked.id, "yes")
    assert [(roll.dice, roll.tax_dice) for roll in table.rolls] == [((1, 5), (3,))]


def test_a_tax_die_that_lay_in_view_all_the_time_is_not_asked_about() -> None:
    table = Watched(ten(4, 400), ten(3, 480), six(3, 560))
    table.await_roll()
    table.rest(ten(1, 100), ten(5, 180), six(3, 560))
    assert table.rest(ten(1, 100), ten(5, 180), six(3, 561)) == []


def test_a_cocked_die_is_asked_about_and_the_answer_counts() -> None:
    table = Watched()
    table.await_roll()
    [doubt] = table.rest(ten(9, 400), unsure(D10, 480, 6, 8))
    assert isinstance(doubt, Doubt)
    assert doubt.asked.choices[:2] == ("6", "8") and AGAIN in doubt.asked.choices
    left, top, right, bottom = doubt.asked.region
    assert left < 480 < right and top < 300 < bottom
    assert table.rest(ten(9, 400), unsure(D10, 480, 8, 6)) == []
    table.dice.answer(doubt.id, "8")
    assert [roll.dice for roll in table.rolls] == [(9, 8)]


def test_a_better_reading_takes_the_question_back() -> None:
    table = Watched()
    table.await_roll()
    [doubt] = table.rest(ten(9, 400), unsure(D10, 480, 6, 8))
    news = [*table.dice.settled([ten(9, 400), ten(6, 481)], table.at), *table.dice.still(table.at + 1)]
    assert isinstance(news[0], Dropped) and isinstance(doubt, Doubt) and news[0].id == doubt.id
    assert [roll.dice for roll in table.rolls] == [(9, 6)]


def test_a_die_thrown_again_instead_of_an_answer() -> None:
    table = Watched()
    table.await_roll()
    [doubt] = table.rest(ten(9, 400), unsure(D10, 480, 6, 8))
    assert isinstance(doubt, Doubt)
    table.dice.answer(doubt.id, AGAIN)
    assert table.rest(ten(9, 400), unsure(D10, 480, 6, 8)) == []
    table.rest(ten(4, 300), ten(3, 380))
    assert [roll.dice for roll in table.rolls] == [(4, 3)]
    assert table.dice.answer(doubt.id, "6") == ()


def test_where_more_than_two_were_thrown_the_pair_is_asked_the_nearest_first() -> None:
    table = Watched()
    table.await_roll()
    [doubt] = table.rest(ten(7, 50), ten(4, 400), ten(3, 480))
    assert isinstance(doubt, Doubt)
    assert doubt.asked.choices == ("1: 4 3", "2: 7 4", "3: 7 3", AGAIN)
    table.dice.answer(doubt.id, "2: 7 4")
    assert [roll.dice for roll in table.rolls] == [(7, 4)]


def test_a_doubtful_spot_is_no_third_die() -> None:
    table = Watched(ten(3, 100), ten(4, 200))
    assert table.rest(ten(3, 100), ten(4, 200), unsure(D10, 600, 8, 6)) == []
    assert table.rest(ten(3, 100), ten(4, 200)) == []
    table.await_roll()
    assert table.rest(ten(3, 100), ten(4, 200), unsure(D10, 640, 8, 6)) == []
    table.rest(ten(9, 400), ten(2, 480), unsure(D10, 700, 8, 6), unsure(D6, 800, 1))
    assert [roll.dice for roll in table.rolls] == [(9, 2)]


def test_one_d10_alone_is_said() -> None:
    table = Watched()
    table.await_roll()
    [hint] = table.rest(ten(7, 50))
    assert isinstance(hint, Hint) and "Only one d10" in str(hint.text)
    assert table.rest(ten(7, 50)) == []
    table.rest(ten(7, 50), ten(2, 90))
    assert [roll.dice for roll in table.rolls] == [(7, 2)]


def test_a_single_die_thrown_again_is_asked_about() -> None:
    table = Watched(ten(9, 400), ten(2, 480))
    table.await_roll()
    [doubt] = table.rest(ten(9, 400), ten(5, 600))
    assert isinstance(doubt, Doubt) and doubt.asked.kind == "thrown"
    table.dice.answer(doubt.id, "yes")
    assert [sorted(roll.dice) for roll in table.rolls] == [[5, 9]]


def test_dice_held_up_to_the_camera_are_not_taken_for_sure() -> None:
    table = Watched()
    table.await_roll()
    table.rest(ten(9, 400), ten(2, 480))
    table.await_roll()
    [doubt] = table.rest(ten(5, 300, across=70.0), ten(6, 360, across=70.0))
    assert isinstance(doubt, Doubt) and doubt.asked.kind == "die"
    news = table.rest(ten(4, 300), ten(3, 380))
    assert isinstance(news[0], Dropped)
    assert [roll.dice for roll in table.rolls][1:] == [(4, 3)]


def test_a_refused_throw_that_was_tapped_in_by_hand_leaves_nothing_to_the_next_turn() -> None:
    table = Watched(ten(3, 100), ten(4, 200))
    table.await_roll()
    [doubt] = table.rest(ten(9, 400), unsure(D10, 480, 6, 8))
    assert isinstance(doubt, Doubt)
    table.dice.answer(doubt.id, AGAIN)
    table.dice.withdraw()
    table.rest(ten(9, 400), ten(6, 480))
    table.await_roll()
    [asked] = table.rest(ten(9, 400), ten(5, 700))
    assert isinstance(asked, Doubt) and table.rolls == []


def test_a_roll_tapped_in_instead_of_an_answer_was_the_throw_that_lies_there() -> None:
    table = Watched(ten(3, 100), ten(4, 200))
    table.await_roll()
    [asked] = table.rest(ten(7, 50), ten(4, 400), ten(3, 480))
    assert isinstance(asked, Doubt)
    assert table.dice.given_otherwise() == (Dropped(asked.id),)
    assert table.rest(ten(7, 50), ten(4, 400), ten(3, 480)) == []
    assert not table.dice.claimable


def test_the_other_die_of_a_throw_that_was_tapped_in_is_no_new_throw() -> None:
    table = Watched()
    table.await_roll()
    [hint] = table.rest(ten(9, 400))
    assert isinstance(hint, Hint)
    assert table.dice.given_otherwise() == ()
    assert table.rest(ten(9, 400), ten(2, 480)) == []
