"""Dice under a camera: a throw counts once, when it rests."""

from __future__ import annotations

import random

from companion.pieces import Wish, shown
from companion.rolls.stages import CountedRoll, UnawaitedThrow
from companion.table.sightings import DieSighting
from tests.rolls.watched_dice import D6, D10, Watched, awaiting, only, six, ten, unsure


def test_a_throw_is_counted_once_when_it_rests() -> None:
    table = awaiting(ten(3, 100), ten(4, 200))
    only(CountedRoll, table.rest(ten(9, 400), ten(2, 480)))
    assert list(zip(table.rolled, table.tax_dice, strict=True)) == [((9, 2), ())]
    table.await_roll()
    assert table.rest(ten(9, 400), ten(2, 480), seconds=60) == []
    assert len(table.rolls) == 1


def test_dice_that_are_only_passing_count_for_nothing() -> None:
    table = awaiting()
    assert table.rest(ten(9, 400), ten(2, 480), seconds=0) == []
    assert table.rest(seconds=1) == []
    assert table.rolls == []
    table.rest(ten(5, 300), ten(6, 380))
    assert table.rolled == [(5, 6)]


def test_dice_that_lie_there_from_the_beginning_are_no_roll() -> None:
    table = awaiting(ten(9, 400), ten(2, 480))
    assert table.rest(ten(9, 400), ten(2, 480)) == []
    at_once = awaiting(first_counts=True)
    at_once.rest(ten(9, 400), ten(2, 480))
    assert at_once.rolled == [(9, 2)]


def test_a_throw_that_no_game_waits_for_is_said_and_never_counts_later() -> None:
    table = Watched()
    assert only(UnawaitedThrow, table.rest(ten(9, 400), ten(2, 480))).dice == (9, 2)
    table.await_roll()
    assert table.rest(ten(9, 400), ten(2, 480)) == []
    assert table.rolls == []


def test_a_throw_that_came_too_early_can_be_claimed_once() -> None:
    table = Watched(ten(3, 100), ten(4, 200))
    table.rest(ten(9, 400), ten(2, 480))
    assert table.claimable
    [counted] = table.claim()
    assert isinstance(counted, CountedRoll) and shown(counted.cast, D10) == (9, 2)
    assert not table.claimable
    assert table.claim() == []
    assert len(table.rolls) == 1


def test_a_hand_that_rests_over_the_dice_makes_no_roll_of_them() -> None:
    table = awaiting(ten(9, 400), ten(2, 480))
    assert table.rest() == []
    assert table.rest(ten(9, 400)) == []
    assert table.rest(ten(9, 400), ten(2, 480)) == []
    table.rest(ten(5, 100), ten(4, 180))
    assert table.rolled == [(5, 4)]


def test_nudged_dice_are_no_roll() -> None:
    table = awaiting(ten(9, 400), ten(2, 480))
    assert table.rest(ten(9, 404), ten(2, 482)) == []
    assert table.rest(ten(9, 520), ten(2, 482)) == []
    assert table.rolls == []


def test_dice_pushed_aside_together_are_no_throw() -> None:
    table = Watched(ten(9, 400), ten(2, 480))
    assert table.rest(ten(9, 500, 340), ten(2, 585, 345)) == []
    table.await_roll()
    assert table.rest(ten(9, 300), ten(2, 380, 310)) == []
    table.rest(ten(4, 305), ten(2, 385, 310))
    table.rest(ten(9, 500), ten(2, 180))
    assert len(table.rolls) == 1


def test_dice_pushed_so_little_that_one_of_them_seems_to_lie_as_it_lay_are_no_throw() -> None:
    table = Watched(ten(9, 400), ten(2, 480), six(5, 560))
    assert table.rest(ten(9, 414), ten(2, 493), six(5, 575)) == []
    assert table.rest(ten(9, 430), ten(2, 506), six(5, 590)) == []


def test_dice_pushed_aside_are_no_throw_though_a_spot_was_taken_for_a_third_before() -> None:
    table = Watched(ten(9, 400), ten(2, 480), ten(3, 700))
    assert table.rest(ten(9, 440, 320), ten(2, 520, 320)) == []


def test_a_die_that_leans_and_is_thrown_again_makes_one_throw_with_the_other() -> None:
    table = Watched(ten(3, 100), ten(4, 200))
    assert table.rest(ten(9, 400)) == []
    [early] = table.rest(ten(9, 400), ten(2, 480))
    assert isinstance(early, UnawaitedThrow) and sorted(map(str, early.dice)) == ["2", "9"]
    waiting = Watched(ten(3, 100), ten(4, 200))
    waiting.rest(ten(9, 400), unsure(D10, 480, 6, 8))
    waiting.rest(ten(9, 400), ten(8, 300))
    waiting.claim()
    assert [sorted(dice) for dice in waiting.rolled] == [[8, 9]]


def test_the_same_numbers_again_may_be_dice_pushed_aside() -> None:
    table = awaiting(ten(9, 400), ten(2, 480))
    assert only(CountedRoll, table.rest(ten(9, 680), ten(2, 300))).again
    table.await_roll()
    [other] = table.rest(ten(9, 200), ten(3, 260))
    assert isinstance(other, CountedRoll) and not other.again


def test_the_tax_die_thrown_along_counts_only_where_a_tax_is_due() -> None:
    table = awaiting()
    table.rest(ten(9, 400), ten(2, 480), six(5, 560))
    table.await_roll()
    table.rest(ten(1, 100), ten(7, 180), six(3, 260))
    assert list(zip(table.rolled, table.tax_dice, strict=True)) == [((9, 2), ()), ((1, 7), (3,))]


def test_two_tax_dice_may_be_one_die_thrown_twice() -> None:
    table = awaiting(tax_dice=2)
    table.rest(ten(1, 400), ten(1, 480), six(6, 560))
    assert table.rest(ten(1, 400), ten(1, 480), six(6, 562)) == []
    table.rest(ten(1, 400), ten(1, 480), six(4, 300))
    assert list(zip(table.rolled, table.tax_dice, strict=True)) == [((1, 1), (6, 4))]
    both = awaiting(tax_dice=2)
    both.rest(ten(1, 400), ten(3, 480), six(6, 560), six(5, 600))
    assert both.tax_dice == [(6, 5)]


def test_throwing_again_before_the_tax_die_starts_anew() -> None:
    table = awaiting(six(6, 700))
    table.rest(ten(1, 400), ten(7, 480), six(6, 700))
    table.rest(ten(5, 300), ten(8, 380), six(6, 700))
    assert list(zip(table.rolled, table.tax_dice, strict=True)) == [((5, 8), ())]


def test_of_more_than_two_d10s_those_that_were_thrown_count() -> None:
    table = awaiting(ten(7, 50), ten(8, 90))
    table.rest(ten(7, 50), ten(8, 90), ten(4, 400), ten(3, 480))
    assert table.rolled == [(4, 3)]


def test_a_nudged_camera_makes_no_roll_of_dice_that_lie() -> None:
    table = awaiting(ten(9, 400), ten(2, 480))
    table.moved_area()
    assert table.rest(ten(9, 430), ten(2, 512)) == []
    table.rest(ten(3, 100), ten(8, 180))
    assert table.rolled == [(3, 8)]


def test_followed_dice_are_known_again_after_a_nudge_of_the_camera() -> None:
    table = awaiting(ten(9, 400, track=1), ten(2, 480, track=2))
    table.moved_area()
    assert table.rest(ten(9, 460, track=1), ten(2, 540, track=2)) == []
    table.moved_area()
    assert only(CountedRoll, table.rest(ten(4, 300, track=3), ten(8, 350, track=4))).again


def test_an_evening_of_throws_nudges_and_hands_counts_every_throw_once() -> None:
    chance = random.Random(7)
    table, thrown = Watched(), []
    lying: list[DieSighting] = []
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
    assert table.rolled == thrown


def test_two_d6_are_a_throw_for_a_game_that_wishes_for_them() -> None:
    table = Watched()
    table.wish = Wish((D6, D6))
    table.await_roll()
    table.rest(six(5, 400), six(2, 480), ten(9, 600))
    assert table.tax_dice == [(5, 2)] and table.rolled == [()]
