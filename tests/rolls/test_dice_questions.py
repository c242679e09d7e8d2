"""Dice under a camera: what is doubtful is asked, what is missing is said; habits order what is asked."""

from dataclasses import replace

import pytest

from companion.pieces import shown
from companion.rolls.dice_habits import DiceHabits
from companion.rolls.roll_detection import AGAIN, OTHER
from companion.rolls.stages import CountedRoll, Hint, QuestionDropped, QuestionRaised, UnawaitedThrow
from companion.table.sightings import DieSighting
from tests.rolls.watched_dice import D6, D10, Watched, awaiting, offered, only, six, ten, unsure


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


def test_one_of_three_d10s_thrown_again_is_asked_about_and_never_missed() -> None:
    table = awaiting(ten(3, 100), ten(4, 200), ten(8, 900, 100, sure=False))
    [asked] = table.rest(ten(9, 400), ten(4, 200), ten(8, 900, 100, sure=False))
    assert isinstance(asked, QuestionRaised) and asked.question.kind == "thrown"
    three = awaiting(ten(3, 100), ten(4, 200), ten(8, 900, 100))
    [asked] = three.rest(ten(9, 400), ten(4, 200), ten(8, 900, 100))
    assert isinstance(asked, QuestionRaised) and offered(asked.question) == ("9 4", "9 8", OTHER.answer, AGAIN.answer)


def test_a_throw_that_shows_the_same_again_one_die_of_it_where_it_lay_is_to_be_confirmed() -> None:
    table = awaiting(ten(2, 400), ten(3, 480))
    table.rest(seconds=0.1)  # both were taken up
    assert only(CountedRoll, table.rest(ten(2, 300), ten(3, 482))).again
    assert table.rest(ten(2, 300), ten(3, 482)) == []


def test_a_cocked_die_thrown_again_belongs_to_the_one_that_lay_flat() -> None:
    table = awaiting(ten(3, 100), ten(4, 200))
    doubt = only(QuestionRaised, table.rest(unsure(D10, 400, 6, 8), ten(2, 480)))
    assert table.answer(doubt, AGAIN.answer) == []
    [counted] = table.rest(ten(6, 300), ten(2, 480))
    assert isinstance(counted, CountedRoll) and shown(counted.cast, D10) == (6, 2)


def test_a_die_that_was_not_read_is_asked_of_every_throw_once() -> None:
    table = awaiting()
    [asked] = table.rest(ten(9, 400))
    assert isinstance(asked, QuestionRaised) and offered(asked.question)[:10] == tuple(f"9 {n}" for n in range(1, 11))
    assert table.rest(ten(9, 400)) == []
    dropped, again = table.rest(ten(4, 500))
    assert dropped == QuestionDropped(asked.question) and isinstance(again, QuestionRaised)
    [counted] = table.answer(again, "4 7")
    assert isinstance(counted, CountedRoll) and shown(counted.cast, D10) == (4, 7)
    assert table.rest(ten(4, 500), ten(7, 580)) == []


def test_dice_of_which_one_was_not_read_are_shown_with_all_the_table() -> None:
    table = awaiting()
    [asked] = table.rest(ten(9, 400))
    assert isinstance(asked, QuestionRaised) and asked.question.region is None
    [first] = table.answer(asked, OTHER.answer)
    assert isinstance(first, QuestionRaised) and str(first.question.text) == "What does d10 1 of the roll show?"


def likely(chance: float, value: int, x: float) -> DieSighting:
    """A d10 in doubt: so likely it lies flat and shows that."""
    return DieSighting(D10, (x, 300.0), ((value, chance),), across=40.0)


def test_a_cocked_die_that_is_thrown_again_in_time_is_neither_asked_about_nor_said() -> None:
    table = awaiting()
    assert table.rest(likely(0.4, 7, 400), ten(2, 480), seconds=2.0) == []
    assert table.rest(ten(2, 480), seconds=1.5) == []
    table.rest(ten(9, 420), ten(2, 480), seconds=0.3)
    assert table.rolled == [(9, 2)]


def test_a_cocked_die_that_nobody_takes_up_is_asked_about() -> None:
    table = awaiting()
    assert only(QuestionRaised, table.rest(likely(0.4, 7, 400), ten(2, 480))).question.kind == "roll"


def test_a_cocked_die_that_play_goes_on_beside_is_asked_about_then() -> None:
    table = awaiting()
    cocked = likely(0.4, 7, 400), ten(2, 480)
    assert table.rest(*cocked, seconds=2.0) == []
    table.at += 1.0
    only(QuestionRaised, table.rest(*cocked, seconds=0.5))


def test_a_die_that_lies_flat_and_is_in_doubt_is_asked_about_at_once() -> None:
    table = awaiting()
    only(QuestionRaised, table.rest(likely(0.6, 7, 400), ten(2, 480), seconds=0.5))


def test_two_sure_dice_wait_for_no_spot_that_seems_to_lean() -> None:
    table = awaiting()
    table.rest(ten(9, 400), ten(2, 480), likely(0.4, 5, 700), seconds=0.5)
    assert table.rolled == [(9, 2)]


def test_a_doubtful_spot_that_comes_and_goes_beside_two_dice_is_no_roll() -> None:
    lying = (ten(3, 100), ten(4, 200))
    table = awaiting(*lying, unsure(D10, 900, 7, 5))
    assert table.rest(*lying, unsure(D10, 700, 2, 6)) == []


def test_a_doubtful_throw_that_no_game_waits_for_is_said_too() -> None:
    table = Watched(ten(3, 100), ten(4, 200))
    [event] = table.rest(*(replace(die, sure=False) for die in (ten(9, 400), ten(4, 200))))
    assert isinstance(event, UnawaitedThrow) and sorted(value or 0 for value in event.dice) == [4, 9]
    spot = unsure(D10, 600, 7, 5)
    assert table.rest(ten(9, 400), ten(4, 200), spot) == []


def test_a_doubtful_die_thrown_onto_the_place_of_another_is_a_throw() -> None:
    doubtful = [replace(die, sure=False) for die in (ten(3, 100), ten(4, 200), ten(3, 120), ten(6, 208))]
    table = awaiting(*doubtful[:2])
    doubt = only(QuestionRaised, table.rest(*doubtful[2:]))
    [counted] = table.answer(doubt, "3 6")
    assert isinstance(counted, CountedRoll) and shown(counted.cast, D10) == (3, 6)


def test_two_doubtful_dice_that_seem_clear_are_one_question() -> None:
    table = awaiting()
    doubt = only(QuestionRaised, table.rest(*(replace(die, sure=False) for die in (ten(3, 100), ten(6, 208)))))
    assert (str(doubt.question.text), offered(doubt.question)) == (
        "What do the dice show?",
        ("3 6", OTHER.answer, AGAIN.answer),
    )
    [one] = table.answer(doubt, OTHER.answer)
    assert isinstance(one, QuestionRaised) and one.question.kind == "die"
    [other] = table.answer(one, "5")
    assert isinstance(other, QuestionRaised) and other.question.kind == "die"
    [counted] = table.answer(other, "6")
    assert isinstance(counted, CountedRoll) and shown(counted.cast, D10) == (5, 6)


def test_a_tax_die_thrown_after_a_1_is_waited_for() -> None:
    table = awaiting(six(6, 700))
    [hint] = table.rest(ten(1, 400), ten(7, 480), six(6, 700))
    assert isinstance(hint, Hint) and str(hint.text) == "A 1: throw 1 tax die."
    assert table.rest(ten(1, 400), ten(7, 480), six(6, 700)) == []
    table.rest(ten(1, 400), ten(7, 480), six(2, 560))
    assert list(zip(table.rolled, table.tax_dice, strict=True)) == [((1, 7), (2,))]


def test_a_tax_die_that_falls_where_it_lay_and_shows_the_same_is_asked_about() -> None:
    table = awaiting(ten(4, 400), ten(3, 480), six(3, 560))
    only(Hint, table.rest(ten(1, 100), ten(5, 180)))
    [asked] = table.rest(ten(1, 100), ten(5, 180), six(3, 562))
    assert isinstance(asked, QuestionRaised) and asked.question.kind == "thrown"
    table.answer(asked, "yes")
    assert list(zip(table.rolled, table.tax_dice, strict=True)) == [((1, 5), (3,))]


def test_a_tax_die_that_lay_in_view_all_the_time_is_not_asked_about() -> None:
    table = awaiting(ten(4, 400), ten(3, 480), six(3, 560))
    table.rest(ten(1, 100), ten(5, 180), six(3, 560))
    assert table.rest(ten(1, 100), ten(5, 180), six(3, 561)) == []


def test_a_cocked_die_is_asked_about_and_the_answer_counts() -> None:
    table = awaiting()
    doubt = only(QuestionRaised, table.rest(ten(9, 400), unsure(D10, 480, 6, 8)))
    assert offered(doubt.question)[:2] == ("9 6", "9 8") and AGAIN.answer in offered(doubt.question)
    assert table.rest(ten(9, 400), unsure(D10, 480, 8, 6)) == []
    table.answer(doubt, "9 8")
    assert table.rolled == [(9, 8)]


def test_a_question_about_one_of_two_dice_that_touch_shows_all_of_it_and_not_the_other_s_middle() -> None:
    table = awaiting()
    [doubt] = table.rest(ten(9, 440), unsure(D10, 480, 6, 8))
    [first] = table.answer(doubt, OTHER.answer)
    [second] = table.answer(first, "9")
    assert isinstance(second, QuestionRaised) and second.question.region is not None
    left, top, right, bottom = second.question.region
    assert 440 < left < 460 and right > 500 and top < 280 and bottom > 320


def test_where_many_dice_may_be_meant_no_more_rolls_are_offered_than_a_die_has_faces() -> None:
    table = awaiting()
    doubt = only(QuestionRaised, table.rest(*(ten(number, 100.0 * number) for number in range(1, 8))))
    assert offered(doubt.question)[:2] == ("1 2", "2 3") and len(offered(doubt.question)) == 10 + 2


def test_a_better_reading_takes_the_question_back() -> None:
    table = awaiting()
    [doubt] = table.rest(ten(9, 400), unsure(D10, 480, 6, 8))
    news = table.read_again(ten(9, 400), ten(6, 481))
    assert (
        isinstance(news[0], QuestionDropped)
        and isinstance(doubt, QuestionRaised)
        and news[0].question == doubt.question
    )
    assert table.rolled == [(9, 6)]


def test_a_die_thrown_again_instead_of_an_answer() -> None:
    table = awaiting()
    doubt = only(QuestionRaised, table.rest(ten(9, 400), unsure(D10, 480, 6, 8)))
    table.answer(doubt, AGAIN.answer)
    assert table.rest(ten(9, 400), unsure(D10, 480, 6, 8)) == []
    table.rest(ten(4, 300), ten(3, 380))
    assert table.rolled == [(4, 3)]
    assert table.answer(doubt, "6") == []


def test_where_more_than_two_were_thrown_the_pair_is_asked_the_nearest_first() -> None:
    table = awaiting()
    doubt = only(QuestionRaised, table.rest(ten(7, 50), ten(4, 400), ten(3, 480)))
    assert offered(doubt.question) == ("4 3", "7 4", "7 3", OTHER.answer, AGAIN.answer)
    table.answer(doubt, "7 4")
    assert table.rolled == [(7, 4)]


def test_a_doubtful_spot_is_no_third_die() -> None:
    table = Watched(ten(3, 100), ten(4, 200))
    assert table.rest(ten(3, 100), ten(4, 200), unsure(D10, 600, 8, 6)) == []
    assert table.rest(ten(3, 100), ten(4, 200)) == []
    table.await_roll()
    assert table.rest(ten(3, 100), ten(4, 200), unsure(D10, 640, 8, 6)) == []
    table.rest(ten(9, 400), ten(2, 480), unsure(D10, 700, 8, 6), unsure(D6, 800, 1))
    assert table.rolled == [(9, 2)]


def test_one_d10_alone_is_asked_about_until_the_other_lies_beside_it() -> None:
    table = awaiting()
    [asked] = table.rest(ten(7, 50))
    assert isinstance(asked, QuestionRaised) and "Only one d10" in str(asked.question.text)
    assert table.rest(ten(7, 50)) == []
    table.rest(ten(7, 50), ten(2, 90))
    assert table.rolled == [(7, 2)]


def test_a_single_die_thrown_again_is_asked_about() -> None:
    table = awaiting(ten(9, 400), ten(2, 480))
    [doubt] = table.rest(ten(9, 400), ten(5, 600))
    assert isinstance(doubt, QuestionRaised) and doubt.question.kind == "thrown"
    table.answer(doubt, "yes")
    assert [sorted(dice) for dice in table.rolled] == [[5, 9]]


def test_a_die_thrown_onto_the_place_where_one_lay_showing_the_same_is_the_rolls_too() -> None:
    table = awaiting(ten(9, 400), ten(2, 480))
    assert table.rest(seconds=1.0) == []  # both were taken up
    table.rest(ten(9, 402), ten(5, 600))
    assert [sorted(dice) for dice in table.rolled] == [[5, 9]]


def test_dice_held_up_to_the_camera_are_not_taken_for_sure() -> None:
    table = awaiting()
    table.rest(ten(9, 400), ten(2, 480))
    table.await_roll()
    assert only(QuestionRaised, table.rest(ten(5, 300, across=70.0), ten(6, 360, across=70.0))).question.kind == "roll"
    news = table.rest(ten(4, 300), ten(3, 380))
    assert isinstance(news[0], QuestionDropped)
    assert table.rolled[1:] == [(4, 3)]


def test_a_refused_throw_that_was_tapped_in_by_hand_leaves_nothing_to_the_next_turn() -> None:
    table = awaiting(ten(3, 100), ten(4, 200))
    doubt = only(QuestionRaised, table.rest(ten(9, 400), unsure(D10, 480, 6, 8)))
    table.answer(doubt, AGAIN.answer)
    table.withdraw()
    table.rest(ten(9, 400), ten(6, 480))
    table.await_roll()
    [asked] = table.rest(ten(9, 400), ten(5, 700))
    assert isinstance(asked, QuestionRaised) and table.rolls == []


def test_a_roll_tapped_in_instead_of_an_answer_was_the_throw_that_lies_there() -> None:
    table = awaiting(ten(3, 100), ten(4, 200))
    asked = only(QuestionRaised, table.rest(ten(7, 50), ten(4, 400), ten(3, 480)))
    assert table.enter_by_hand() == [QuestionDropped(asked.question)]
    assert table.rest(ten(7, 50), ten(4, 400), ten(3, 480)) == []
    assert not table.claimable


def test_the_other_die_of_a_throw_that_was_tapped_in_is_no_new_throw() -> None:
    table = awaiting()
    asked = only(QuestionRaised, table.rest(ten(9, 400)))
    assert table.enter_by_hand() == [QuestionDropped(asked.question)]
    assert table.rest(ten(9, 400), ten(2, 480)) == []


def test_a_throw_that_was_asked_about_when_nobody_waited_any_more_is_claimed_and_asked_about_again() -> None:
    table = awaiting()
    doubt = only(QuestionRaised, table.rest(ten(9, 400), unsure(D10, 480, 6, 8)))
    assert table.withdraw() == [QuestionDropped(doubt.question)]
    only(UnawaitedThrow, table.read_again(ten(9, 400), unsure(D10, 480, 6, 8)))
    assert only(QuestionRaised, table.claim()).question.kind == "roll"


def test_dice_thrown_again_before_their_tax_die_came_wait_for_it_no_more() -> None:
    table = awaiting()
    table.rest(ten(1, 400), ten(7, 480))
    only(QuestionRaised, table.rest(ten(9, 200), unsure(D10, 280, 6, 8)))
    dropped, asked = table.rest(ten(9, 200))
    assert isinstance(dropped, QuestionDropped) and isinstance(asked, QuestionRaised)
    assert "Only one d10" in str(asked.question.text)
    table.rest(ten(9, 200), ten(6, 280))
    assert table.rolled == [(9, 6)]


def test_dice_are_no_new_throw_after_the_camera_was_moved_and_the_roll_tapped_in() -> None:
    table = awaiting(ten(3, 100), ten(4, 200))
    table.rest(ten(9, 400))
    table.moved_area()
    table.enter_by_hand()
    assert table.rest(ten(9, 460), ten(2, 540)) == []
