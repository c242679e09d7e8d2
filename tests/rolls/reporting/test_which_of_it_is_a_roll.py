"""A die that is rolled counts once it lies; one rolled in the hand, picked up, turned over or cocked does not."""

from __future__ import annotations

from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st

from companion.rolls.reporting import DieMotion, Report
from companion.rolls.reporting.settling import LIMITS, DieCourse
from tests.cases import each

ROLL = ["0.0 rolling", "0.6 rolled 7"]

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
    "it fell over after it had come to rest": [*ROLL, "1.0 handled", "1.2 put 4"],
    "another die pushed it": [*ROLL, "1.0 put 4"],
    "it is still rolling": ["0.0 rolling"],
}


def course(lines: Iterable[str]) -> DieCourse:
    now = DieCourse()
    for line in lines:
        at, motion, *value = line.split()
        now = now.after(Report(DieMotion(motion), *map(int, value)), float(at))
    return now


def test_a_die_that_tumbled_and_lies_is_rolled() -> None:
    assert course(ROLL).settled_value(1.0) is None, "not yet: a hand may hold it"
    assert course(ROLL).settled_value(1.5) == 7


@each("what", NO_ROLL)
def test_no_roll(what: str) -> None:
    now = course(NO_ROLL[what])
    assert [now.settled_value(at / 10) for at in range(100)] == [None] * 100


def test_a_die_that_says_once_more_that_it_lies_lies_as_it_lay() -> None:
    assert course([*ROLL, "0.7 put 7"]).settled_value(1.5) == 7
    assert course([*ROLL, "0.7 rolled 7"]).settled_value(1.5) == 7


def test_a_die_that_lay_long_enough_may_be_picked_up_while_the_others_still_roll() -> None:
    assert course([*ROLL, "1.6 handled", "1.9 put 3"]).settled_value(2.0) == 7


def test_what_was_rolled_long_ago_counts_no_more() -> None:
    assert course(ROLL).settled_value(20.5) == 7
    assert course(ROLL).settled_value(20.7) is None


def test_a_die_must_tumble_and_lie_as_long_as_the_limits_say() -> None:
    just = ["0.0 rolling", f"{LIMITS.tumbling} rolled 7"]
    assert course(just).settled_value(LIMITS.tumbling + LIMITS.still) == 7
    assert (LIMITS.tumbling, LIMITS.still, LIMITS.valid) == (0.25, 0.8, 20.0)


REPORTS = st.builds(Report, st.sampled_from(DieMotion), st.integers(1, 10))


@given(st.lists(st.tuples(st.floats(0.01, 3.0), REPORTS), max_size=20))
def test_whatever_a_die_says_it_counts_only_after_tumbling_and_only_for_what_it_said_then(
    reports: list[tuple[float, Report]],
) -> None:
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
