"""The roller and the table screen: the emulated board's button, the real window."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.games.magnate import Phase, Setup, preset
from companion.games.magnate.game import MAGNATE
from companion.games.magnate.moves import Roll
from companion.pieces import Card
from companion.rolls.honesty import Fairness
from firmware_bridge.emulator import BoardTimedOut, EmulatedBoard, EmulatorMissing
from tests.app.at_the_table import awaits_roll, notice_text
from tests.app.tablet import Tablet


def cards(codes: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, codes.split()))


pytestmark = pytest.mark.paced


@pytest.fixture
def board(tablet: Tablet, tmp_path: Path) -> Iterator[EmulatedBoard]:
    """A board on the app's line, beside a game that waits for its first roll."""
    try:
        powered = EmulatedBoard(tmp_path)
    except EmulatorMissing as missing:
        pytest.skip(f"no emulated roller: {missing}")
    with powered:
        tablet.app.dice.connect_roller(powered.port)
        tablet.app.start_game(
            MAGNATE,
            ("Ann", "Ben"),
            preset("standard"),
            Setup(cards("PMSL PMYK X PSWK PWLY"), (cards("CM CW CK"), cards("CS CL CY"))),
        )
        tablet.settle()
        yield powered
        tablet.app.go("start")
        tablet.app.dice.disconnect_roller()


def until(tablet: Tablet, reached: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not reached():
        if time.monotonic() > end:
            raise BoardTimedOut(str(tablet.screen.notice))
        time.sleep(0.02)
        tablet.settle(1)


def shown(tablet: Tablet) -> list[int]:
    """The dice beside the districts."""
    return [die.value for die in reversed(tablet.screen.ids.dice.children)]


def test_a_press_of_the_roller_s_button_is_the_roll_on_the_screen(tablet: Tablet, board: EmulatedBoard) -> None:
    until(tablet, lambda: board.screen()[0] == "Press to roll")
    board.press()
    until(tablet, lambda: tablet.state.phase is not Phase.ROLL)
    first, second, *_ = shown(tablet)
    dice = f"d10 {first} {second} "
    assert board.wait_for_screen(lambda upper, _: upper.startswith(dice))[0].startswith(dice)
    until(tablet, lambda: board.screen()[1] == "counted")


def test_a_press_out_of_turn_is_said_on_the_screen(tablet: Tablet, board: EmulatedBoard) -> None:
    until(tablet, lambda: board.screen()[0] == "Press to roll")
    tablet.screen.propose(Roll(0, (9, 4)))
    until(tablet, lambda: board.screen()[0] != "Press to roll")
    board.press()
    until(tablet, lambda: "no roll is expected" in notice_text(tablet))
    assert shown(tablet) == [9, 4]


def test_the_tray_for_tapping_dice_makes_way_when_the_roller_rolls(tablet: Tablet, board: EmulatedBoard) -> None:
    until(tablet, lambda: board.screen()[0] == "Press to roll")
    assert awaits_roll(tablet)
    board.press()
    until(tablet, lambda: tablet.state.phase is not Phase.ROLL)
    assert not awaits_roll(tablet)


def test_the_roller_tests_its_dice_by_itself_and_can_be_stopped(tablet: Tablet, board: EmulatedBoard) -> None:
    entries = tablet.play.seq
    tablet.app.go("start")
    tablet.app.go("roller")
    screen = tablet.screen
    screen.trial_rolls = 3
    until(tablet, lambda: screen.connected)
    tablet.tap(screen.ids.test)
    until(tablet, lambda: not screen.testing)
    bars = {one.dice.kind.value: one.dice for one in screen.ids.trial.children}
    assert (bars["d10"].dice, bars["d6"].dice) == (6, 6)
    assert all(dice.verdict is Fairness.TOO_FEW for dice in bars.values())
    assert screen.tested.startswith("3 of 3")
    screen.trial_rolls = 1000
    tablet.tap(screen.ids.test)
    until(tablet, lambda: screen.trial.received > 0)
    tablet.tap(screen.ids.test)
    assert not screen.testing and screen.trial.received < 1000
    assert tablet.play.seq == entries


def test_leaving_the_screen_ends_the_test_of_the_roller(tablet: Tablet, board: EmulatedBoard) -> None:
    tablet.app.go("start")
    tablet.app.go("roller")
    screen = tablet.screen
    until(tablet, lambda: screen.connected)
    tablet.tap(screen.ids.test)
    tablet.app.go("start")
    assert not screen.trial.running
