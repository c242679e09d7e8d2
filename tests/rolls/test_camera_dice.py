"""Dice under a camera: a throw counts once, when it rests; what is unclear is asked."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from itertools import count

from companion.pieces import DieKind
from companion.rolls import Rolled
from companion.rolls.camera_dice import CameraDice, Counts, Doubt, Dropped, Hint, News, NotNow
from companion.rolls.throws import AGAIN, NO, YES

D10, D6 = DieKind.D10, DieKind.D6


@dataclass(frozen=True)
class Die:
    """A die as an eye saw it."""

    kind: DieKind
    center: tuple[float, float]
    candidates: tuple[tuple[int, float], ...]
    sure: bool = True
    across: float = 40.0
    track: int | None = None


def ten(value: int, x: float, y: float = 300.0, **seen: float) -> Die:
    return Die(D10, (x, y), ((value, 0.99),), **seen)  # type: ignore[arg-type]


def six(value: int, x: float, y: float = 300.0) -> Die:
    return Die(D6, (x, y), ((value, 0.99),))


def unsure(kind: DieKind, x: float, *values: int) -> Die:
    return Die(kind, (x, 300.0), tuple((value, 0.5 - 0.1 * n) for n, value in enumerate(values)), sure=False)


class Watched:
    """A camera over dice, and a clock that the test moves."""

    def __init__(self, *first: Die, tax_dice: int = 1, first_counts: bool = False) -> None:
        numbers = count(1)
        self.dice = CameraDice(lambda: f"camera-{next(numbers)}", first_counts)
        self.rolls: list[Rolled] = []
        self.tax_dice = tax_dice
        self.at = 0.0
        if not first_counts:
            self.rest(*first)

    def await_roll(self) -> None:
        self.dice.ask(self.tax_dice, self.rolls.append)

    def rest(self, *dice: Die, seconds: float = 1.0) -> list[News]:
        """A hand was there, and now these dice lie still for so long."""
        self.dice.changed()
        news = list(self.dice.settled(dice, self.at))
        for _ in range(round(seconds * 10)):
            self.at += 0.1
            news += self.dice.still(self.at)
        return news


def test_a_throw_is_counted_once_when_it_rests() -> None:
    table = Watched(ten(3, 100), ten(4, 200))
    table.await_roll()
    [counted] = table.rest(ten(9, 400), ten(2, 480))
    assert isinstance(counted, Counts)
    assert [(roll.dice, roll.tax_dice, str(roll.source)) for roll in table.rolls] == [((9, 2), (), "camera")]
    table.await_roll()
    assert table.rest(ten(9, 400), ten(2, 480), seconds=60) == []
    assert len(table.rolls) == 1


def test_dice_that_are_only_passing_count_for_nothing() -> None:
    table = Watched()
    table.await_roll()
    assert table.rest(ten(9, 400), ten(2, 480), seconds=0) == []
    assert table.rest(seconds=1) == []
    assert table.rolls == []
    table.rest(ten(5, 300), ten(6, 380))
    assert [roll.dice for roll in table.rolls] == [(5, 6)]


def test_dice_that_lie_there_from_the_beginning_are_no_roll() -> None:
    table = Watched(ten(9, 400), ten(2, 480))
    table.await_roll()
    assert table.rest(ten(9, 400), ten(2, 480)) == []
    at_once = Watched(first_counts=True)
    at_once.await_roll()
    at_once.rest(ten(9, 400), ten(2, 480))
    assert [roll.dice for roll in at_once.rolls] == [(9, 2)]


def test_a_throw_that_no_game_waits_for_is_said_and_never_counts_later() -> None:
    table = Watched()
    [said] = table.rest(ten(9, 400), ten(2, 480))
    assert isinstance(said, NotNow) and said.dice == (9, 2)
    table.await_roll()
    assert table.rest(ten(9, 400), ten(2, 480)) == []
    assert table.rolls == []


def test_one_of_three_d10s_thrown_again_is_asked_about_and_never_missed() -> None:
    table = Watched(ten(3, 100), ten(4, 200), ten(8, 900, 100, sure=False))
    table.await_roll()
    [asked] = table.rest(ten(9, 400), ten(4, 200), ten(8, 900, 100, sure=False))
    assert isinstance(asked, Doubt) and asked.asked.kind == "thrown"
    three = Watched(ten(3, 100), ten(4, 200), ten(8, 900, 100))
    three.await_roll()
    [asked] = three.rest(ten(9, 400), ten(4, 200), ten(8, 900, 100))
    assert isinstance(asked, Doubt) and asked.asked.choices == ("1: 9 4", "2: 9 8", AGAIN)


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


def test_a_throw_that_came_too_early_can_be_claimed_once() -> None:
    table = Watched(ten(3, 100), ten(4, 200))
    table.rest(ten(9, 400), ten(2, 480))
    assert table.dice.claimable
    [counted] = table.dice.claim(1, table.rolls.append)
    assert isinstance(counted, Counts) and counted.rolled.dice == (9, 2)
    assert not table.dice.claimable
    assert table.dice.claim(1, table.rolls.append) == ()
    assert len(table.rolls) == 1


def test_a_hand_that_rests_over_the_dice_makes_no_roll_of_them() -> None:
    table = Watched(ten(9, 400), ten(2, 480))
    table.await_roll()
    assert table.rest() == []
    assert table.rest(ten(9, 400)) == []
    assert table.rest(ten(9, 400), ten(2, 480)) == []
    table.rest(ten(5, 100), ten(4, 180))
    assert [roll.dice for roll in table.rolls] == [(5, 4)]


def test_nudged_dice_are_no_roll() -> None:
    table = Watched(ten(9, 400), ten(2, 480))
    table.await_roll()
    assert table.rest(ten(9, 404), ten(2, 482)) == []
    assert table.rest(ten(9, 520), ten(2, 482)) == []
    assert table.rolls == []


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


def test_dice_pushed_aside_together_are_no_throw() -> None:
    table = Watched(ten(9, 400), ten(2, 480))
    assert table.rest(ten(9, 500, 340), ten(2, 585, 345)) == []
    table.await_roll()
    assert table.rest(ten(9, 300), ten(2, 380, 310)) == []
    table.rest(ten(4, 305), ten(2, 385, 310))
    table.rest(ten(9, 500), ten(2, 180))
    assert len(table.rolls) == 1


def test_a_die_that_leans_and_is_thrown_again_makes_one_throw_with_the_other() -> None:
    table = Watched(ten(3, 100), ten(4, 200))
    assert table.rest(ten(9, 400)) == []
    [early] = table.rest(ten(9, 400), ten(2, 480))
    assert isinstance(early, NotNow) and sorted(map(str, early.dice)) == ["2", "9"]
    waiting = Watched(ten(3, 100), ten(4, 200))
    waiting.rest(ten(9, 400), unsure(D10, 480, 6, 8))
    waiting.rest(ten(9, 400), ten(8, 300))
    waiting.dice.claim(1, waiting.rolls.append)
    assert [sorted(roll.dice) for roll in waiting.rolls] == [[8, 9]]


def test_the_same_numbers_again_may_be_dice_pushed_aside() -> None:
    table = Watched(ten(9, 400), ten(2, 480))
    table.await_roll()
    [counted] = table.rest(ten(9, 680), ten(2, 300))
    assert isinstance(counted, Counts) and counted.again
    table.await_roll()
    [other] = table.rest(ten(9, 200), ten(3, 260))
    assert isinstance(other, Counts) and not other.again


def test_the_tax_die_thrown_along_counts_only_where_a_tax_is_due() -> None:
    table = Watched()
    table.await_roll()
    table.rest(ten(9, 400), ten(2, 480), six(5, 560))
    table.await_roll()
    table.rest(ten(1, 100), ten(7, 180), six(3, 260))
    assert [(roll.dice, roll.tax_dice) for roll in table.rolls] == [((9, 2), ()), ((1, 7), (3,))]


def test_a_tax_die_thrown_after_a_1_is_waited_for() -> None:
    table = Watched(six(6, 700))
    table.await_roll()
    [hint] = table.rest(ten(1, 400), ten(7, 480), six(6, 700))
    assert isinstance(hint, Hint) and str(hint.text) == "A 1: throw 1 tax die."
    assert table.rest(ten(1, 400), ten(7, 480), six(6, 700)) == []
    table.rest(ten(1, 400), ten(7, 480), six(2, 560))
    assert [(roll.dice, roll.tax_dice) for roll in table.rolls] == [((1, 7), (2,))]


def test_two_tax_dice_may_be_one_die_thrown_twice() -> None:
    table = Watched(tax_dice=2)
    table.await_roll()
    table.rest(ten(1, 400), ten(1, 480), six(6, 560))
    assert table.rest(ten(1, 400), ten(1, 480), six(6, 562)) == []
    table.rest(ten(1, 400), ten(1, 480), six(4, 300))
    assert [(roll.dice, roll.tax_dice) for roll in table.rolls] == [((1, 1), (6, 4))]
    both = Watched(tax_dice=2)
    both.await_roll()
    both.rest(ten(1, 400), ten(3, 480), six(6, 560), six(5, 600))
    assert [roll.tax_dice for roll in both.rolls] == [(6, 5)]


def test_throwing_again_before_the_tax_die_starts_anew() -> None:
    table = Watched(six(6, 700))
    table.await_roll()
    table.rest(ten(1, 400), ten(7, 480), six(6, 700))
    table.rest(ten(5, 300), ten(8, 380), six(6, 700))
    assert [(roll.dice, roll.tax_dice) for roll in table.rolls] == [((5, 8), ())]


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


def test_of_more_than_two_d10s_those_that_were_thrown_count() -> None:
    table = Watched(ten(7, 50), ten(8, 90))
    table.await_roll()
    table.rest(ten(7, 50), ten(8, 90), ten(4, 400), ten(3, 480))
    assert [roll.dice for roll in table.rolls] == [(4, 3)]


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


def test_a_nudged_camera_makes_no_roll_of_dice_that_lie() -> None:
    table = Watched(ten(9, 400), ten(2, 480))
    table.await_roll()
    table.dice.moved_area()
    assert table.rest(ten(9, 430), ten(2, 512)) == []
    table.rest(ten(3, 100), ten(8, 180))
    assert [roll.dice for roll in table.rolls] == [(3, 8)]


def test_followed_dice_are_known_again_after_a_nudge_of_the_camera() -> None:
    table = Watched(ten(9, 400, track=1), ten(2, 480, track=2))
    table.await_roll()
    table.dice.moved_area()
    assert table.rest(ten(9, 460, track=1), ten(2, 540, track=2)) == []
    table.dice.moved_area()
    [counted] = table.rest(ten(4, 300, track=3), ten(8, 350, track=4))
    assert isinstance(counted, Counts) and counted.again


def test_an_evening_of_throws_nudges_and_hands_counts_every_throw_once() -> None:
    chance = random.Random(7)
    table, thrown = Watched(), []
    lying: list[Die] = []
    for _ in range(400):
        what = chance.choice(["throw", "hand", "nudge", "fidget", "unseen"])
        if what == "throw":
            table.await_roll()
            before = sorted(die.candidates[0][0] for die in lying)
            while True:
                lying = [ten(chance.randint(2, 10), chance.uniform(0, 900), chance.uniform(0, 500)) for _ in range(2)]
                if sorted(die.candidates[0][0] for die in lying) != before:
                    break
            thrown.append(tuple(die.candidates[0][0] for die in lying))
        elif what == "nudge":
            lying = [ten(d.candidates[0][0], d.center[0] + chance.uniform(-9, 9), d.center[1]) for d in lying]
        elif what == "fidget" and lying:
            lying = [ten(chance.randint(2, 10), chance.uniform(0, 900), chance.uniform(0, 500)) for _ in range(2)]
        elif what == "unseen":
            table.rest(seconds=0.1)
        table.rest(*lying)
    assert [roll.dice for roll in table.rolls] == thrown
