"""Teaching dice: each throw is asked about once, corrected by its values, and learned."""

import pytest

from companion.live.dice_lesson import DiceLesson, UnusableValues
from companion.pieces import DieKind
from companion.table.camera_events import Changed, Settled, Still
from companion.table.dice_set import DiceSet
from companion.table.sightings import DieSighting, Sightings
from companion.vision.dice.die_reading import set_figures
from tests.cases import each

EVERYWHERE = (0.0, 0.0, 100.0, 100.0)


def die(x: float, value: int, probability: float = 0.8, kind: DieKind = DieKind.D10) -> DieSighting:
    return DieSighting(kind, (x, 50.0), ((value, probability),), False, 40.0, colour=(100, 150, 150))


def throw(lesson: DiceLesson, *dice: DieSighting, at: float = 0.0) -> bool:
    """Dice come to rest and lie for a while; whether players are asked."""
    lesson.observe(Changed(EVERYWHERE))
    lesson.observe(Settled(Sightings(800, 600, dice=dice), at, 1))
    asked = [lesson.observe(Still(at + seconds)) for seconds in (0.1, 0.5, 0.9, 1.3)]
    return any(asked)


def test_dice_are_asked_about_once_after_they_have_lain_still() -> None:
    lesson = DiceLesson(DiceSet("ours"))
    lesson.observe(Settled(Sightings(800, 600, dice=(die(300, 7), die(100, 2))), 0.0, 1))
    assert [lesson.observe(Still(at)) for at in (0.1, 0.7, 0.9, 1.2)] == [False, False, True, False]
    assert [one.value for one in lesson.thrown] == [2, 7]


def test_a_correction_is_learned_as_a_mistake() -> None:
    lesson = DiceLesson(DiceSet("ours"))
    assert throw(lesson, die(100, 2), die(300, 7))
    lesson.confirm(lesson.parse_values("2 1"))
    assert [(one.read, one.value) for one in lesson.dice.readings] == [(2, 2), (7, 1)]
    [figures] = set_figures(lesson.dice)
    assert (figures.readings, figures.right) == (2, 1)


def test_dice_that_stay_where_they_were_confirmed_teach_nothing_more() -> None:
    lesson = DiceLesson(DiceSet("ours"))
    throw(lesson, die(100, 2), die(300, 7))
    lesson.confirm(lesson.parse_values(""))
    assert not throw(lesson, die(100, 2), die(300, 7))
    assert throw(lesson, die(100, 2), die(500, 7))
    assert [one.center[0] for one in lesson.thrown] == [500]


def test_a_throw_can_be_skipped_and_a_single_die_left_out() -> None:
    lesson = DiceLesson(DiceSet("ours"))
    throw(lesson, die(100, 2))
    lesson.skip()
    assert lesson.dice == DiceSet("ours") and lesson.throws == 1
    throw(lesson, die(200, 3), die(400, 5))
    lesson.confirm(lesson.parse_values("- 5"))
    assert [one.read for one in lesson.dice.readings] == [5]


def test_the_0_of_a_d10_may_be_typed_as_it_is_printed() -> None:
    lesson = DiceLesson(DiceSet("ours"))
    throw(lesson, die(200, 9))
    assert lesson.parse_values("0") == (10,)


@each("typed", ["1", "1 2 3", "1 x", "1 11", "1 7.0"])
def test_values_that_the_dice_cannot_show_are_refused(typed: str) -> None:
    lesson = DiceLesson(DiceSet("ours"))
    throw(lesson, die(200, 9), die(400, 3, kind=DieKind.D10))
    with pytest.raises(UnusableValues):
        lesson.parse_values(typed)
    assert lesson.dice == DiceSet("ours")


def test_dice_that_are_thrown_again_before_the_answer_are_asked_about_anew() -> None:
    lesson = DiceLesson(DiceSet("ours"))
    throw(lesson, die(200, 9))
    lesson.observe(Changed(EVERYWHERE))
    assert lesson.thrown == ()
