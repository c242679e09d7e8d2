"""Dice under a camera: a throw counts once, whatever its number and kinds, and each die is followed."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.games.magnate import Options
from companion.games.magnate.options import wish
from companion.locale import Message
from companion.pieces import Cast, DieKind, MoreDice, Wish, shown
from companion.rolls import dice_watch
from companion.rolls.dice_comparison import DieChange, assign_dice
from companion.rolls.stages import CountedRoll, DiceEvent, QuestionDropped, QuestionRaised, UnawaitedThrow, Watch
from companion.table.camera_events import AreaMoved, CameraEvent, Changed, Lost, Settled, Still
from companion.table.sightings import DieSighting, Sightings
from tests.cases import each
from tests.rolls.watched_dice import D6, D10, Watched, awaiting, offered, only, six, ten, unsure

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


RECORDINGS = sorted((Path(__file__).parent / "recordings").glob("*.json"))


def die(document: dict[str, Any]) -> DieSighting:
    reads = tuple((value, share) for value, share in document["reads"])
    x, y = document["at"]
    return DieSighting(
        DieKind(document["kind"]), (x, y), reads, document["sure"], document["across"], document.get("track")
    )


def describe(news: DiceEvent) -> str:
    """News in a few words."""
    match news:
        case CountedRoll(cast, _, again):
            return " ".join(["counts", *(f"{one.kind}:{one.value}" for one in cast), *(["to be confirmed"] * again)])
        case UnawaitedThrow(dice):
            return " ".join(["not now", *map(str, dice)])
        case QuestionRaised(question):
            return f"asks {question.kind}"
        case QuestionDropped(question):
            return f"asks no more {question.kind}"
        case hint:
            return f"says {hint.text}"


EVENTS: dict[str, Callable[..., CameraEvent]] = {
    "settled": lambda at, dice: Settled(Sightings(0, 0, dice=tuple(map(die, dice))), at, 0),
    "still": Still,
    "changed": lambda: Changed((0, 0, 0, 0)),
    "moved_area": AreaMoved,
    "unseen": lambda: Lost(Message("")),
}


def step(watch: Watch, name: str, *arguments: Any) -> tuple[Watch, tuple[DiceEvent, ...]]:
    if name == "await_roll":
        return dice_watch.await_roll(watch, wish(Options())), ()
    return dice_watch.observe(watch, EVENTS[name](*arguments))


@each("recording", RECORDINGS, ids=lambda path: path.stem)
def test_as_recorded(recording: Path) -> None:
    watch, described, expected = Watch(), [], []
    at: list[Any] = []
    for line in json.loads(recording.read_text(encoding="utf8"))["steps"]:
        if line[0] == "told":
            expected.append((at, line[1]))
        else:
            at = line
            watch, news = step(watch, *line)
            described += [(at, describe(one)) for one in news]
    assert described == expected


def lying_die(x: float, value: int, kind: DieKind = DieKind.D10) -> DieSighting:
    return DieSighting(kind, (x, 100.0), ((value, 0.99),), True, 40.0)


def changes(dice: list[DieSighting], before: list[DieSighting]) -> dict[float, DieChange]:
    """By where each lies now, or lay."""
    return {(one.now or one.before or lying_die(0, 1)).center[0]: one.change for one in assign_dice(dice, before).dice}


def test_a_die_that_lies_as_it_lay_stayed_and_one_elsewhere_was_thrown() -> None:
    assert changes([lying_die(100, 3), lying_die(500, 8)], [lying_die(102, 3), lying_die(200, 5)]) == {
        100: DieChange.STAYED,
        500: DieChange.THROWN,
    }


def test_one_die_elsewhere_that_shows_what_it_showed_was_pushed() -> None:
    now = assign_dice([lying_die(100, 3), lying_die(500, 5)], [lying_die(102, 3), lying_die(200, 5)])
    assert now.was_nudged() and not now.pushed_aside()


def test_two_dice_that_went_the_same_way_were_pushed_aside() -> None:
    before = [lying_die(100, 3), lying_die(200, 5)]
    assert assign_dice([lying_die(300, 3), lying_die(405, 5)], before).pushed_aside()
    assert not assign_dice([lying_die(300, 5), lying_die(405, 3)], before).pushed_aside()
    assert changes([lying_die(300, 3), lying_die(900, 5)], before) == {300: DieChange.THROWN, 900: DieChange.THROWN}


def test_a_die_where_none_lay_is_new_and_one_that_is_not_in_view_is_covered() -> None:
    assert changes([lying_die(100, 3), lying_die(300, 4)], [lying_die(100, 3)]) == {
        100: DieChange.STAYED,
        300: DieChange.NEW,
    }
    assert changes([lying_die(100, 3)], [lying_die(100, 3), lying_die(300, 4)]) == {
        100: DieChange.STAYED,
        300: DieChange.COVERED,
    }


def test_each_die_is_one_die_only_and_a_d6_is_no_d10() -> None:
    two = assign_dice([lying_die(100, 3), lying_die(106, 3)], [lying_die(103, 3)])
    assert [one.change for one in two.dice].count(DieChange.STAYED) == 1
    assert changes([lying_die(100, 3, DieKind.D6)], [lying_die(100, 3)]) == {100: DieChange.COVERED}


def test_dice_that_show_the_same_are_the_same_though_others_are_nearer() -> None:
    movements = assign_dice([lying_die(300, 7), lying_die(420, 2)], [lying_die(310 + 120, 7), lying_die(200, 2)]).dice
    assert [(one.now.value, one.before.value) for one in movements if one.now and one.before] == [(7, 7), (2, 2)]


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
