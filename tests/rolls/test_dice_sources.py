"""Rolls from touch, the camera and the app's own dice."""

from collections import Counter
from random import Random
from secrets import SystemRandom

import pytest

from companion.rolls import AppDice, Rolled, RollSource, Source, TableDice, UnusableRoll


def test_app_dice_answer_at_once_with_tax_dice_only_beside_a_1() -> None:
    dice: RollSource = AppDice(Random(6))
    rolls: list[Rolled] = []
    for _ in range(2000):
        dice.ask(2, rolls.append)
    assert len(rolls) == 2000
    assert all(len(roll.tax_dice) == (2 if 1 in roll.dice else 0) for roll in rolls)


def test_app_dice_show_every_face_about_equally_often() -> None:
    dice = AppDice(Random(6))
    faces = Counter(value for _ in range(10_000) for value in dice.roll().dice)
    assert set(faces) == set(range(1, 11))
    assert all(1_800 < count < 2_200 for count in faces.values())


def test_app_dice_come_from_the_operating_system_and_no_two_rolls_share_an_id() -> None:
    dice = AppDice()
    assert len({dice.roll().id for _ in range(500)}) == 500
    assert isinstance(dice.generator, SystemRandom)


def test_dice_on_the_table_reach_the_game_that_waits_once() -> None:
    dice = TableDice(Source.CAMERA)
    rolls: list[Rolled] = []
    dice.ask(1, rolls.append)
    dice.show((9, 1), (2,))
    assert [(roll.dice, roll.tax_dice, roll.source) for roll in rolls] == [((9, 1), (2,), Source.CAMERA)]
    with pytest.raises(UnusableRoll, match="no roll is awaited"):
        dice.show((9, 1), (2,))


def test_a_withdrawn_wish_is_not_answered() -> None:
    dice = TableDice()
    rolls: list[Rolled] = []
    dice.ask(1, rolls.append)
    dice.withdraw()
    assert not dice.awaited
    with pytest.raises(UnusableRoll):
        dice.show((3, 4))
    assert rolls == []


@pytest.mark.parametrize(
    ("dice", "tax_dice", "reason"),
    [
        ((0, 4), (), "no face of a d10 shows 0"),
        ((11, 4), (), "no face of a d10 shows 11"),
        ((1, 4), (7,), "no face of a d6 shows 7"),
        ((3, 4), (2,), "no die shows a 1"),
        ((1, 4), (), "asks for 1 tax die, 0 given"),
        ((1, 4), (2, 3), "asks for 1 tax die, 2 given"),
    ],
)
def test_dice_that_cannot_be_a_roll_are_refused_and_the_game_still_waits(
    dice: tuple[int, int], tax_dice: tuple[int, ...], reason: str
) -> None:
    table = TableDice()
    rolls: list[Rolled] = []
    table.ask(1, rolls.append)
    with pytest.raises(UnusableRoll, match=reason):
        table.show(dice, tax_dice)
    assert rolls == []
    assert table.awaited
