"""What became of each die: one assignment from before to now."""

from companion.pieces import DieKind
from companion.rolls.dice_assignment import DieChange, assign_dice
from companion.table.sightings import DieSighting


def die(x: float, value: int, kind: DieKind = DieKind.D10) -> DieSighting:
    return DieSighting(kind, (x, 100.0), ((value, 0.99),), True, 40.0)


def changes(dice: list[DieSighting], before: list[DieSighting]) -> dict[float, DieChange]:
    """By where each lies now, or lay."""
    return {(one.now or one.before or die(0, 1)).center[0]: one.change for one in assign_dice(dice, before).dice}


def test_a_die_that_lies_as_it_lay_stayed_and_one_elsewhere_was_thrown() -> None:
    assert changes([die(100, 3), die(500, 8)], [die(102, 3), die(200, 5)]) == {
        100: DieChange.STAYED,
        500: DieChange.THROWN,
    }


def test_one_die_elsewhere_that_shows_what_it_showed_was_pushed() -> None:
    now = assign_dice([die(100, 3), die(500, 5)], [die(102, 3), die(200, 5)])
    assert now.was_nudged() and not now.pushed_aside()


def test_two_dice_that_went_the_same_way_were_pushed_aside() -> None:
    before = [die(100, 3), die(200, 5)]
    assert assign_dice([die(300, 3), die(405, 5)], before).pushed_aside()
    assert not assign_dice([die(300, 5), die(405, 3)], before).pushed_aside()
    assert changes([die(300, 3), die(900, 5)], before) == {300: DieChange.THROWN, 900: DieChange.THROWN}


def test_a_die_where_none_lay_is_new_and_one_that_is_not_in_view_is_covered() -> None:
    assert changes([die(100, 3), die(300, 4)], [die(100, 3)]) == {100: DieChange.STAYED, 300: DieChange.NEW}
    assert changes([die(100, 3)], [die(100, 3), die(300, 4)]) == {100: DieChange.STAYED, 300: DieChange.COVERED}


def test_each_die_is_one_die_only_and_a_d6_is_no_d10() -> None:
    two = assign_dice([die(100, 3), die(106, 3)], [die(103, 3)])
    assert [one.change for one in two.dice].count(DieChange.STAYED) == 1
    assert changes([die(100, 3, DieKind.D6)], [die(100, 3)]) == {100: DieChange.COVERED}


def test_dice_that_show_the_same_are_the_same_though_others_are_nearer() -> None:
    movements = assign_dice([die(300, 7), die(420, 2)], [die(310 + 120, 7), die(200, 2)]).dice
    assert [(one.now.value, one.before.value) for one in movements if one.now and one.before] == [(7, 7), (2, 2)]
