"""What the bench of taught dice counts: dice before and after a set was taught."""

from tests.bench.taught_dice import LATER, TAUGHT, ReadDie, count_dice, taught


def die(where: str, throw: int, read: int, probability: float = 0.6) -> ReadDie:
    candidates = ((read, probability),)
    return ReadDie(where, throw, "d10", 7, "d10", candidates, False, (120, 180, 160), "d10", candidates)


LESSON = [die(TAUGHT, throw, 7) for throw in range(12)]


def test_a_set_is_certain_after_a_dozen_throws_and_was_not_before() -> None:
    before, after, recognised = count_dice([[*LESSON, die(LATER, 0, 7, 0.7)]])
    assert (before.certain, after.certain, recognised) == (0, 1, 1)


def test_a_certain_die_that_is_wrong_is_counted_and_takes_the_trust_back() -> None:
    _, after, _ = count_dice([[*LESSON, die(LATER, 0, 3, 0.7), die(LATER, 1, 7, 0.7)]])
    assert (after.dice, after.wrong, after.certain) == (2, 1, 0)


def test_a_die_that_was_not_read_teaches_nothing() -> None:
    missed = ReadDie(TAUGHT, 0, "d10", 7, "d10", (), False, None)
    assert taught([missed]).sets[0].readings == ()
