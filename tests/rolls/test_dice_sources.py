"""Rolls from the app's own dice, and sets of dice on the disk."""

from collections import Counter
from pathlib import Path
from random import Random
from secrets import SystemRandom

import pytest

from companion.errors import CompanionError
from companion.games.magnate import Options
from companion.games.magnate.options import wish
from companion.locale import Message
from companion.pieces import Cast, Die, DieKind, MoreDice, Wish, shown
from companion.rolls.dice_set_store import DiceSetStore
from companion.rolls.source import AppDice, Rolled, RollSource
from companion.table.dice_set import ConfirmedReading, DiceSet, UnusableDiceSet

OURS = DiceSet("Our dice", (ConfirmedReading(DieKind.D10, 7, 0.9, False, 7, (1, 2, 3)),))


def test_a_set_is_stored_found_by_its_name_in_any_case_and_deleted(tmp_path: Path) -> None:
    store = DiceSetStore(tmp_path / "dice-sets")
    unusable: list[CompanionError] = []
    assert store.names() == [] and store.load_all(unusable.append) == ()
    store.keep(OURS)
    assert store.load("our DICE") == OURS and store.names() == ["Our dice"]
    assert store.forget("our dice") == "Our dice" and store.names() == []


def test_an_unknown_set_is_named_with_the_next_step(tmp_path: Path) -> None:
    with pytest.raises(UnusableDiceSet, match=r"'ours': unknown set of dice\. Teach it first"):
        DiceSetStore(tmp_path).load("ours")


@pytest.mark.parametrize("content", ["", "[" * 100_000, "{}", '{"format": "decktet-companion-dice-set", "version": 9}'])
def test_a_damaged_set_is_refused_with_its_file_and_the_others_are_used(tmp_path: Path, content: str) -> None:
    store, errors = DiceSetStore(tmp_path), list[CompanionError]()
    store.keep(OURS)
    (tmp_path / "bad.json").write_text(content)
    assert store.load_all(errors.append) == (OURS,)
    [error] = errors
    assert str(tmp_path / "bad.json") in str(error) and "companion dice forget" in str(error)
    assert (tmp_path / "bad.json").read_text() == content


def test_a_set_that_learns_nothing_usable_leaves_the_stored_one(tmp_path: Path) -> None:
    store = DiceSetStore(tmp_path)
    store.keep(OURS)
    with pytest.raises(UnusableDiceSet):
        store.keep(DiceSet("../x"))
    assert store.load("Our dice") == OURS


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
