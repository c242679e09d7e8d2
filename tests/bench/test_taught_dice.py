"""What the bench of taught dice counts: dice before and after a set was taught, on its table and on another."""

from tests.bench.taught_dice import OTHER, SAME, TAUGHT, ReadDie, count_dice, taught

RED, PALE = (120, 180, 160), (190, 150, 140)


def die(where: str, throw: int, read: int, probability: float = 0.6, colour: tuple[int, int, int] = RED) -> ReadDie:
    candidates = ((read, probability),)
    return ReadDie(where, throw, "d10", 7, "d10", candidates, False, colour, "d10", candidates)


LESSON = [die(TAUGHT, throw, 7) for throw in range(12)]


def test_a_set_is_certain_after_a_dozen_throws_and_was_not_before() -> None:
    before, after, recognised = count_dice([[*LESSON, die(SAME, 0, 7, 0.7)]], SAME)
    assert (before.certain, after.certain, recognised) == (0, 1, 1)


def test_a_certain_die_that_is_wrong_is_counted_and_takes_the_trust_back() -> None:
    _, after, _ = count_dice([[*LESSON, die(SAME, 0, 3, 0.7), die(SAME, 1, 7, 0.7)]], SAME)
    assert (after.dice, after.wrong, after.certain) == (2, 1, 0)


def test_in_another_light_the_first_throw_is_asked_about_and_the_next_are_recognised() -> None:
    thrown = [die(OTHER, throw, 7, 0.7, PALE) for throw in range(3)]
    _, after, recognised = count_dice([[*LESSON, *thrown]], OTHER)
    assert (after.certain, recognised) == (2, 2)


def test_a_die_that_was_not_read_teaches_nothing() -> None:
    missed = ReadDie(TAUGHT, 0, "d10", 7, "d10", (), False, None)
    assert taught([missed]).sets[0].readings == ()
