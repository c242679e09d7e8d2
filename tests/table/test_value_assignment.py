"""Which die shows what, once players said what a roll is."""

from companion.pieces import Die, DieKind
from companion.table.sightings import DieSighting
from companion.table.value_assignment import assign_values

AREA = (0.0, 0.0, 100.0, 100.0)


def die(kind: DieKind, x: float, **shares: float) -> DieSighting:
    return DieSighting(kind, (x, 50.0), tuple((int(value[1:]), share) for value, share in shares.items()), across=20.0)


def cast(*dice: tuple[DieKind, int]) -> tuple[Die, ...]:
    return tuple(Die(kind, value) for kind, value in dice)


def assign(dice: list[DieSighting], *shown: tuple[DieKind, int]) -> list[tuple[float, int]]:
    return [(one.center[0], value) for one, value in assign_values(dice, cast(*shown), AREA)]


def test_each_die_shows_what_it_was_likeliest_read_as() -> None:
    dice = [die(DieKind.D10, 10, v3=0.9), die(DieKind.D10, 40, v5=0.6, v8=0.3), die(DieKind.D6, 70, v2=0.4)]
    assert assign(dice, (DieKind.D10, 8), (DieKind.D10, 3), (DieKind.D6, 5)) == [(70, 5), (10, 3), (40, 8)]


def test_two_dice_that_may_be_either_are_not_told_apart() -> None:
    dice = [die(DieKind.D10, 10, v3=0.4, v8=0.4), die(DieKind.D10, 40, v3=0.4, v8=0.4)]
    assert assign(dice, (DieKind.D10, 8), (DieKind.D10, 3)) == []
    assert assign(dice, (DieKind.D10, 3), (DieKind.D10, 3)) == [(10, 3), (40, 3)]


def test_dice_elsewhere_and_one_too_many_are_no_part_of_it() -> None:
    far = die(DieKind.D10, 500, v8=0.9)
    two = [die(DieKind.D10, 10, v3=0.9), die(DieKind.D10, 40, v8=0.9)]
    assert assign([*two, far], (DieKind.D10, 8), (DieKind.D10, 3)) == [(10, 3), (40, 8)]
    assert assign([*two, die(DieKind.D10, 70, v8=0.9)], (DieKind.D10, 8), (DieKind.D10, 3)) == []


def test_which_die_is_which_is_clear_from_three_times_as_likely_on() -> None:
    def of(share: float) -> list[tuple[float, int]]:
        first = die(DieKind.D10, 10, v3=share, v8=0.1)
        return assign([first, die(DieKind.D10, 40, v3=0.5, v8=0.5)], (DieKind.D10, 8), (DieKind.D10, 3))

    assert of(0.25) == []
    assert of(0.35) == [(10, 3), (40, 8)]


def test_a_value_that_no_reading_names_is_taken_to_be_seen_with_a_hundredth() -> None:
    def of(share: float) -> list[tuple[float, int]]:
        unread = DieSighting(DieKind.D10, (40.0, 50.0), across=20.0)
        return assign([die(DieKind.D10, 10, v3=share), unread], (DieKind.D10, 8), (DieKind.D10, 3))

    assert of(0.02) == []
    assert of(0.035) == [(10, 3), (40, 8)]


def test_of_more_than_six_dice_of_a_kind_nothing_is_told() -> None:
    for many in (6, 7):
        dice = [die(DieKind.D6, 10.0 * at, v1=0.9) for at in range(many)]
        assert len(assign(dice, *[(DieKind.D6, 1)] * many)) == (many if many <= 6 else 0)
