"""Dice that report themselves as a source of rolls: what is a roll, which dice a wish gets, when, and once."""

from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st

from companion.games.magnate import Options
from companion.games.magnate.options import wish
from companion.pieces import DieKind, Wish, shown
from companion.rolls.reporting import DieMotion, Report, ReportingDice
from companion.rolls.reporting.dice_source import LIMITS, DieCourse
from companion.rolls.source import Fate, Rolled
from tests.cases import each

ROLLED_ON = ["0.0 rolling", "0.6 rolled 7"]

NO_ROLL = {
    "it lies there": ["0.0 put 7"],
    "it is turned over by the fingers": ["0.0 handled", "0.5 put 7"],
    "it says that it rolled, but never tumbled": ["0.0 handled", "0.3 rolled 7"],
    "it fell from the fingers": ["0.0 rolling", "0.2 rolled 7"],
    "it tumbled, and was put down by the die's own account": ["0.0 rolling", "0.9 put 7"],
    "it is shaken in the hand, which is never still": [
        *("0.0 rolling", "0.4 rolled 7", "0.8 handled", "0.9 rolling", "1.3 rolled 2", "1.9 handled"),
        *("2.0 rolling", "2.5 rolled 4", "3.0 rolling"),
    ],
    "it stands cocked": ["0.0 rolling", "0.6 tilted 7"],
    "it fell over after it had come to rest": [*ROLLED_ON, "1.0 handled", "1.2 put 4"],
    "another die pushed it": [*ROLLED_ON, "1.0 put 4"],
    "it is still rolling": ["0.0 rolling"],
}


def course(lines: Iterable[str]) -> DieCourse:
    now = DieCourse()
    for line in lines:
        at, motion, *value = line.split()
        now = now.after(Report(DieMotion(motion), *map(int, value)), float(at))
    return now


def test_a_die_that_tumbled_and_lies_is_rolled() -> None:
    assert course(ROLLED_ON).settled_value(1.0) is None, "not yet: a hand may hold it"
    assert course(ROLLED_ON).settled_value(1.5) == 7


@each("what", NO_ROLL)
def test_no_roll(what: str) -> None:
    now = course(NO_ROLL[what])
    assert [now.settled_value(at / 10) for at in range(100)] == [None] * 100


def test_a_die_that_says_once_more_that_it_lies_lies_as_it_lay() -> None:
    assert course([*ROLLED_ON, "0.7 put 7"]).settled_value(1.5) == 7
    assert course([*ROLLED_ON, "0.7 rolled 7"]).settled_value(1.5) == 7


def test_a_die_that_lay_long_enough_may_be_picked_up_while_the_others_still_roll() -> None:
    assert course([*ROLLED_ON, "1.6 handled", "1.9 put 3"]).settled_value(2.0) == 7


def test_what_was_rolled_long_ago_counts_no_more() -> None:
    assert course(ROLLED_ON).settled_value(20.5) == 7
    assert course(ROLLED_ON).settled_value(20.7) is None


def test_a_die_must_tumble_and_lie_as_long_as_the_limits_say() -> None:
    just = ["0.0 rolling", f"{LIMITS.tumbling} rolled 7"]
    assert course(just).settled_value(LIMITS.tumbling + LIMITS.still) == 7
    assert (LIMITS.tumbling, LIMITS.still, LIMITS.valid) == (0.25, 0.8, 20.0)


REPORTS = st.builds(Report, st.sampled_from(DieMotion), st.integers(1, 10))


@given(st.lists(st.tuples(st.floats(0.01, 3.0), REPORTS), max_size=20))
def test_whatever_a_die_says_counts_after_tumbling_for_what_it_said_then(reports: list[tuple[float, Report]]) -> None:
    now, at, rolled = DieCourse(), 0.0, set[int]()
    tumbled: float | None = None
    for after, report in reports:
        at += after
        if report.motion is DieMotion.ROLLING:
            tumbled = at if tumbled is None else tumbled
        elif report.motion is DieMotion.ROLLED and tumbled is not None and report.value is not None:
            rolled.add(report.value)
        now = now.after(report, at)
        counts = now.settled_value(at + LIMITS.still)
        assert counts is None or counts in rolled


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
