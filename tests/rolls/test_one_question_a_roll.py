"""A doubtful roll is one question: the likeliest whole rolls, or what each die shows in two taps more."""

from dataclasses import replace

from companion.pieces import shown
from companion.questions import Question
from companion.rolls.roll_detection import AGAIN, NO, OTHER
from companion.rolls.stages import CountedRoll, Hint, QuestionRaised
from companion.table.sightings import DieSighting
from tests.cases import each
from tests.rolls.watched_dice import D6, D10, Watched, awaiting, offered, only, six, ten, unsure


def rolls_of(question: Question) -> list[str]:
    """The rolls to choose from."""
    return [answer for answer in offered(question) if answer[0].isdigit()]


def thrown(*dice: DieSighting, tax_dice: int = 1) -> tuple[Watched, QuestionRaised]:
    """A table on which these dice were thrown, and what is asked about them."""
    table = awaiting(tax_dice=tax_dice)
    return table, only(QuestionRaised, table.rest(*dice))


def test_two_doubtful_dice_are_one_tap_the_likeliest_roll_first() -> None:
    table, doubt = thrown(unsure(D10, 400, 6, 8), unsure(D10, 480, 3, 5))
    assert rolls_of(doubt.question) == ["6 3", "6 5", "8 3", "8 5"]
    assert offered(doubt.question)[-2:] == (OTHER.answer, AGAIN.answer)
    table.answer(doubt, "8 3")
    assert table.rolled == [(8, 3)]


def test_all_dice_that_are_meant_are_shown_together() -> None:
    _, doubt = thrown(ten(1, 400), unsure(D10, 480, 3, 5), unsure(D6, 560, 4, 2))
    left, _, right, _ = doubt.question.region or (0, 0, 0, 0)
    assert left < 400 and right > 560
    assert "1 3 / 4" in rolls_of(doubt.question)


def test_the_one_die_in_doubt_is_shown_and_asked_by_the_value_that_it_most_likely_shows() -> None:
    _, doubt = thrown(ten(1, 400), unsure(D10, 480, 3, 5), six(4, 560))
    left, _, right, _ = doubt.question.region or (0, 0, 0, 0)
    assert 400 < left < 480 < right < 560 and str(doubt.question.text) == "Does this d10 show 3?"
    assert rolls_of(doubt.question)[:2] == ["1 3 / 4", "1 5 / 4"]


def test_where_one_die_is_in_doubt_every_face_of_it_is_one_tap_away() -> None:
    _, doubt = thrown(ten(9, 400), unsure(D10, 480, 6, 8))
    assert rolls_of(doubt.question)[:2] == ["9 6", "9 8"]
    assert sorted(rolls_of(doubt.question)) == sorted(f"9 {face}" for face in range(1, 11))


def test_a_die_that_could_not_be_read_may_show_anything() -> None:
    _, doubt = thrown(ten(9, 400), DieSighting(D10, (480, 300), across=40.0))
    assert len(rolls_of(doubt.question)) == 10


def test_a_tax_die_that_lies_there_is_part_of_the_roll_where_a_1_may_show() -> None:
    table, doubt = thrown(unsure(D10, 400, 1, 7), ten(10, 480), six(4, 560))
    assert rolls_of(doubt.question)[:2] == ["1 10 / 4", "7 10"]
    table.answer(doubt, "1 10 / 4")
    assert list(zip(table.rolled, table.tax_dice, strict=True)) == [((1, 10), (4,))]


def test_a_doubtful_1_with_a_doubtful_tax_die_is_one_tap() -> None:
    table, doubt = thrown(unsure(D10, 400, 1, 7), ten(10, 480), unsure(D6, 560, 2, 4))
    assert {"1 10 / 2", "1 10 / 4", "7 10"} <= set(rolls_of(doubt.question))
    table.answer(doubt, "7 10")
    assert (table.rolled, table.tax_dice) == ([(7, 10)], [()])


def test_which_of_two_d6_is_the_tax_die_is_a_whole_roll_the_nearest_first() -> None:
    table, doubt = thrown(ten(1, 400), ten(7, 480), six(5, 900), six(3, 560))
    assert rolls_of(doubt.question) == ["1 7 / 3", "1 7 / 5"]
    table.answer(doubt, "1 7 / 5")
    assert table.tax_dice == [(5,)]


def test_a_tax_die_that_comes_later_in_doubt_is_asked_with_the_dice_that_count() -> None:
    table = awaiting()
    only(Hint, table.rest(ten(1, 400), ten(7, 480)))
    doubt = only(QuestionRaised, table.rest(ten(1, 400), ten(7, 480), unsure(D6, 560, 2, 4)))
    assert rolls_of(doubt.question)[:2] == ["1 7 / 2", "1 7 / 4"] and len(rolls_of(doubt.question)) == 6
    table.answer(doubt, "1 7 / 4")
    assert table.tax_dice == [(4,)]


def test_after_a_doubtful_1_the_tax_die_is_still_waited_for() -> None:
    table, doubt = thrown(unsure(D10, 400, 1, 7), ten(9, 480))
    [hint] = table.answer(doubt, "1 9")
    assert isinstance(hint, Hint) and str(hint.text) == "A 1: throw 1 tax die."
    table.rest(ten(1, 400), ten(9, 480), six(2, 560))
    assert list(zip(table.rolled, table.tax_dice, strict=True)) == [((1, 9), (2,))]


def test_of_two_tax_dice_the_one_that_lies_there_is_asked_and_the_other_waited_for() -> None:
    table, doubt = thrown(ten(1, 400), ten(9, 480), unsure(D6, 560, 2, 5), tax_dice=2)
    [hint] = table.answer(doubt, "1 9 / 5")
    assert isinstance(hint, Hint) and str(hint.text) == "A 1: throw 1 tax die."


def test_the_same_numbers_on_other_dice_are_one_choice() -> None:
    _, doubt = thrown(unsure(D10, 400, 3, 6), unsure(D10, 480, 6, 3))
    assert rolls_of(doubt.question) == ["3 6", "3 3", "6 6"]


def test_three_dice_that_all_show_the_same_leave_nothing_to_ask() -> None:
    table = awaiting()
    [counted] = table.rest(ten(4, 100), ten(4, 200), ten(4, 300))
    assert isinstance(counted, CountedRoll) and shown(counted.cast, D10) == (4, 4)


@each("true", [(7, 4), (1, 10), (7, 1)], ids=str)
def test_what_no_choice_names_is_said_die_by_die(true: tuple[int, int]) -> None:
    table, doubt = thrown(unsure(D10, 400, 6, 8), unsure(D10, 480, 3, 5), six(2, 560))
    first = only(QuestionRaised, table.answer(doubt, OTHER.answer))
    assert (str(first.question.text), offered(first.question)[:2]) == ("What does this d10 show?", ("6", "8"))
    second = only(QuestionRaised, table.answer(first, str(true[0])))
    table.answer(second, str(true[1]))
    assert (table.rolled, table.tax_dice) == ([true], [(2,) if 1 in true else ()])


def test_a_reading_that_was_sure_but_wrong_can_be_said_too() -> None:
    table, doubt = thrown(ten(9, 400), unsure(D10, 480, 6, 8))
    first = only(QuestionRaised, table.answer(doubt, OTHER.answer))
    second = only(QuestionRaised, table.answer(first, "7"))
    table.answer(second, "6")
    assert table.rolled == [(7, 6)]


def test_a_better_reading_does_not_count_what_a_player_said_it_is_not() -> None:
    table, doubt = thrown(ten(9, 400), unsure(D10, 480, 6, 8))
    table.answer(doubt, OTHER.answer)
    assert table.read_again(ten(9, 400), ten(8, 480)) == [] and table.rolls == []


def test_a_roll_that_is_not_among_the_choices_may_be_typed() -> None:
    table, doubt = thrown(unsure(D10, 400, 6, 8), unsure(D10, 480, 3, 5))
    assert table.answer(doubt, "0 3") == table.answer(doubt, "6") == table.answer(doubt, "6 3 / 2") == []
    table.answer(doubt, "1 10 / 4")
    assert list(zip(table.rolled, table.tax_dice, strict=True)) == [((1, 10), (4,))]


def test_of_more_than_two_dice_other_numbers_are_those_of_the_roll_whichever_they_are() -> None:
    table, doubt = thrown(ten(7, 50), ten(4, 400), ten(3, 480))
    first = only(QuestionRaised, table.answer(doubt, OTHER.answer))
    assert str(first.question.text) == "What does d10 1 of the roll show?"
    assert first.question.region == doubt.question.region
    second = only(QuestionRaised, table.answer(first, "9"))
    table.answer(second, "2")
    assert table.rolled == [(9, 2)]


def test_a_spot_far_off_never_hides_the_right_roll() -> None:
    _, doubt = thrown(ten(9, 400), unsure(D10, 480, 6, 8), unsure(D10, 1500, 2, 4))
    assert rolls_of(doubt.question)[:2] == ["9 6", "9 8"]


def test_whether_one_doubtful_die_was_thrown_at_all_is_asked_with_what_it_shows() -> None:
    lying = (ten(3, 100), ten(4, 200))
    table = awaiting(*lying)
    doubt = only(QuestionRaised, table.rest(lying[0], unsure(D10, 600, 6, 8)))
    assert str(doubt.question.text) == "Only one d10 moved. Is this the roll?"
    assert offered(doubt.question)[:1] == ("6 3",) and offered(doubt.question)[-3:] == ("other", "no", "again")
    assert table.answer(doubt, NO.answer) == [] and table.rolls == []
    again = only(QuestionRaised, table.rest(lying[0], unsure(D10, 700, 2, 8)))
    table.answer(again, "8 3")
    assert table.rolled == [(8, 3)]


def first_of_three(table: Watched) -> str:
    """Three dice in doubt lie in a row, the middle one a little nearer to the first: which roll is offered first."""
    table.await_roll()
    row = [DieSighting(D10, (x, 300), ((value, 0.6),), across=40.0) for value, x in ((3, 400), (5, 490), (8, 590))]
    return rolls_of(only(QuestionRaised, table.rest(*row)).question)[0]


def an_evening_to_the_right() -> Watched:
    table = Watched()
    for value in (2, 4, 6):
        table.await_roll()
        table.rest(ten(value, 560, 500), ten(value + 1, 610, 320))
        table.rest()
    return table


def test_dice_that_lie_where_dice_usually_land_are_the_likeliest_roll() -> None:
    assert first_of_three(Watched()) == "3 5"
    assert first_of_three(an_evening_to_the_right()) == "5 8"


def test_where_dice_landed_is_forgotten_when_the_camera_is_moved() -> None:
    table = an_evening_to_the_right()
    table.moved_area()
    table.rest()
    assert first_of_three(table) == "3 5"


def test_dice_pushed_aside_show_what_players_said_they_show() -> None:
    table, doubt = thrown(ten(4, 400, track=1), replace(unsure(D10, 480, 2, 9), track=2))
    table.answer(doubt, "4 9")
    table.rest(ten(4, 400, track=1), replace(unsure(D10, 480, 2, 9), track=2))
    table.await_roll()
    assert table.rest(ten(4, 400, 280, track=3), ten(9, 480, 280, track=4)) == []
    assert table.rolled == [(4, 9)]
