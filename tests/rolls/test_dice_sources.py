"""Rolls from the app's own dice, as a game wishes for them."""

from collections import Counter
from random import Random
from secrets import SystemRandom

from companion.games.magnate import Options
from companion.games.magnate.wish import wish
from companion.locale import Message
from companion.pieces import Cast, Die, DieKind, MoreDice, Wish, shown
from companion.rolls import AppDice, Rolled, RollSource

USUAL = wish(Options())


def test_app_dice_answer_at_once_with_tax_dice_only_beside_a_1() -> None:
    dice: RollSource = AppDice(Random(6))
    rolls: list[Rolled] = []
    for _ in range(2000):
        dice.ask(wish(Options(tax_dice=2)), rolls.append)
    assert len(rolls) == 2000
    assert all(len(shown(roll.cast, DieKind.D6)) == (2 if 1 in shown(roll.cast, DieKind.D10) else 0) for roll in rolls)


def test_app_dice_roll_whatever_a_game_wishes_for() -> None:
    def a_second_chance(cast: Cast) -> MoreDice | None:
        text = Message("Roll again.")
        return MoreDice((DieKind.D10,), text, text) if cast[-1] == Die(DieKind.D6, 6) else None

    dice, sixes = AppDice(Random(6)), Wish((DieKind.D6, DieKind.D6), a_second_chance)
    kinds = {tuple(die.kind.value for die in dice.roll(sixes).cast) for _ in range(100)}
    assert kinds == {("d6", "d6"), ("d6", "d6", "d10")}


def test_app_dice_show_every_face_about_equally_often() -> None:
    dice = AppDice(Random(6))
    faces = Counter(value for _ in range(10_000) for value in shown(dice.roll(USUAL).cast, DieKind.D10))
    assert set(faces) == set(range(1, 11))
    assert all(1_800 < count < 2_200 for count in faces.values())


def test_app_dice_come_from_the_operating_system_and_no_two_rolls_share_an_id() -> None:
    dice = AppDice()
    assert len({dice.roll(USUAL).id for _ in range(500)}) == 500
    assert isinstance(dice.generator, SystemRandom)
