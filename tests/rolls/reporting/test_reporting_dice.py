"""Dice that report themselves as a source of rolls: which dice a wish gets, when, and once."""

from __future__ import annotations

from companion.games.magnate import Options
from companion.games.magnate.wish import wish
from companion.pieces import DieKind, Wish, shown
from companion.rolls import Fate, Rolled
from companion.rolls.reporting import DieMotion, Report, ReportingDice

KINDS = {"red": DieKind.D10, "blue": DieKind.D10, "one": DieKind.D6, "two": DieKind.D6}
ROLL = wish(Options())


class Table:
    """A game that keeps what it is given, or cannot."""

    def __init__(self) -> None:
        self.rolls: list[Rolled] = []
        self.broken = False
        self.dice = ReportingDice()
        self.dice.use(KINDS)
        self.now = 100.0

    def ask(self, wanted: Wish = ROLL) -> None:
        self.dice.ask(wanted, self.keep)

    def keep(self, rolled: Rolled) -> None:
        self.rolls.append(rolled)
        if not self.broken:
            rolled.settle(Fate.COUNTED)

    def throws(self, **values: int) -> None:
        """These dice are thrown together and lie for two seconds."""
        for die in values:
            self.dice.receive(die, Report(DieMotion.ROLLING), self.now)
        for die, value in values.items():
            self.now += 0.5
            self.dice.receive(die, Report(DieMotion.ROLLED, value), self.now)
        self.waits(2.0)

    def waits(self, seconds: float) -> None:
        for _ in range(round(seconds / 0.1)):
            self.now += 0.1
            self.dice.poll(self.now)

    def casts(self) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
        return [(shown(each.cast, DieKind.D10), shown(each.cast, DieKind.D6)) for each in self.rolls]


def test_two_d10_that_are_thrown_are_the_roll() -> None:
    table = Table()
    table.ask()
    table.throws(red=9, blue=4)
    assert table.casts() == [((9, 4), ())]
    assert str(table.rolls[0].source) == "dice" and table.rolls[0].id.startswith("dice-")


def test_a_one_waits_for_its_tax_dice_however_late_they_are_thrown() -> None:
    table = Table()
    table.ask()
    table.throws(red=1, blue=4)
    assert table.casts() == []
    table.waits(3.0)
    table.throws(two=6)
    assert table.casts() == [((1, 4), (6,))]


def test_tax_dice_that_nobody_needs_are_left_out() -> None:
    table = Table()
    table.ask()
    table.throws(one=3, red=9, blue=4)
    assert table.casts() == [((9, 4), ())]


def test_dice_thrown_before_a_game_waits_count_for_nothing() -> None:
    table = Table()
    table.throws(red=9, blue=4)
    table.ask()
    table.waits(3.0)
    assert table.rolls == []


def test_one_die_alone_is_no_roll_and_is_forgotten_before_long() -> None:
    table = Table()
    table.ask()
    table.throws(red=9)
    table.waits(25.0)
    table.throws(blue=4)
    assert table.rolls == []
    table.throws(red=2)
    assert table.casts() == [((4, 2), ())]


def test_the_first_throw_of_a_die_counts_and_not_what_becomes_of_it_after() -> None:
    table = Table()
    table.ask()
    table.throws(red=9)
    table.throws(red=3)
    table.throws(blue=4)
    assert table.casts() == [((9, 4), ())]


def test_a_roll_is_delivered_once() -> None:
    table = Table()
    table.ask()
    table.throws(red=9, blue=4)
    table.throws(red=2, blue=2)
    assert len(table.rolls) == 1
    table.ask()
    table.waits(3.0)
    assert len(table.rolls) == 1


def test_a_roll_that_could_not_be_kept_comes_again_with_its_id() -> None:
    table = Table()
    table.broken = True
    table.ask()
    table.throws(red=9, blue=4)
    table.broken = False
    table.ask()
    assert [each.id for each in table.rolls] == [table.rolls[0].id] * 2
    table.ask()
    assert len(table.rolls) == 2


def test_what_nobody_waits_for_any_more_is_forgotten() -> None:
    table = Table()
    table.broken = True
    table.ask()
    table.throws(red=9, blue=4)
    table.dice.withdraw()
    table.ask()
    assert len(table.rolls) == 1


def test_a_die_that_is_not_the_table_s_is_not_heard() -> None:
    table = Table()
    table.ask()
    table.throws(somebody_elses=9, blue=4)
    assert table.rolls == []
    table.dice.use({"somebody_elses": DieKind.D10, "red": DieKind.D10})
    table.throws(somebody_elses=9, red=4)
    assert table.casts() == [((9, 4), ())]
