"""The roller's emulated board and dice that report themselves, at the table screen."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.bluetooth import FoundDie
from companion.games.magnate import Phase, Setup, preset
from companion.games.magnate.game import MAGNATE
from companion.games.magnate.moves import Roll
from companion.pieces import Card, DieKind
from companion.rolls.honesty import Fairness
from companion.rolls.reporting import KeptDie, Make
from firmware_bridge.emulator import BoardTimedOut, EmulatedBoard, EmulatorMissing
from tests.app.at_the_table import awaits_roll, notice_text
from tests.app.tablet import Tablet, until
from tests.rolls.reporting.test_by_radio import RecordedRadio

RED = KeptDie("AA:01", Make.PIXELS, DieKind.D10, "red")
BLUE = KeptDie("AA:02", Make.GODICE, DieKind.D10, "blue")
THROWN = {
    RED.address: [(0.0, bytes([3, 3, 3])), (0.6, bytes([3, 1, 4]))],
    BLUE.address: [(0.0, b"R"), (0.9, b"S" + bytes([64, 0, 234]))],
}


@pytest.fixture
def radio(tablet: Tablet) -> Iterator[RecordedRadio]:
    """A radio that hears both dice, by the clock that the app goes by."""
    radio = RecordedRadio(THROWN, [FoundDie("AA:02", Make.GODICE, None, "blue")])
    tablet.app.dice.radio, tablet.app.dice.clock = (lambda: radio), radio.clock
    yield radio
    tablet.app.go("start")
    tablet.app.dice.close()


def test_dice_that_are_thrown_are_the_roll_on_the_screen(tablet: Tablet, radio: RecordedRadio) -> None:
    tablet.app.dice.keep([RED, BLUE])
    until(tablet, lambda: len(tablet.app.dice.connected) == 2)
    cards = [tuple(map(Card.parse, codes.split())) for codes in ("PMSL PMYK X PSWK PWLY", "CM CW CK", "CS CL CY")]
    tablet.app.start_game(MAGNATE, ("Ann", "Ben"), preset("standard"), Setup(cards[0], (cards[1], cards[2])))
    tablet.settle()
    play = tablet.app.play
    assert play is not None
    radio.play()
    radio.now += 1.0
    until(tablet, lambda: play.seq == 1)
    (step,) = play.course.done
    assert (step.entry.source, step.move) == ("dice", Roll(0, (4, 10)))


def test_a_die_is_found_and_chosen_by_two_taps(tablet: Tablet, radio: RecordedRadio) -> None:
    tablet.app.go("settings")
    tablet.settle()
    tablet.screen.ids.dice.dispatch("on_release")
    tablet.settle()
    tablet.tap(tablet.screen.ids.search)
    until(tablet, lambda: "AA:02" in tablet.screen.fields)
    tablet.tap(tablet.screen.fields["AA:02"].pads["d10"])
    assert list(tablet.app.dice.kept) == [BLUE]
    tablet.tap(tablet.screen.fields["AA:02"].pads[""])
    assert list(tablet.app.dice.kept) == []


def cards(codes: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, codes.split()))


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


def until_rolled(tablet: Tablet, reached: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not reached():
        if time.monotonic() > end:
            raise BoardTimedOut(str(tablet.screen.notice))
        time.sleep(0.02)
        tablet.settle(1)


def shown(tablet: Tablet) -> list[int]:
    """The dice beside the districts."""
    return [die.value for die in reversed(tablet.screen.ids.dice.children)]


@pytest.mark.paced
def test_a_press_of_the_roller_s_button_is_the_roll_on_the_screen(tablet: Tablet, board: EmulatedBoard) -> None:
    until_rolled(tablet, lambda: board.screen()[0] == "Press to roll")
    board.press()
    until_rolled(tablet, lambda: tablet.state.phase is not Phase.ROLL)
    first, second, *_ = shown(tablet)
    dice = f"d10 {first} {second} "
    assert board.wait_for_screen(lambda upper, _: upper.startswith(dice))[0].startswith(dice)
    until_rolled(tablet, lambda: board.screen()[1] == "counted")


@pytest.mark.paced
def test_a_press_out_of_turn_is_said_on_the_screen(tablet: Tablet, board: EmulatedBoard) -> None:
    until_rolled(tablet, lambda: board.screen()[0] == "Press to roll")
    tablet.screen.propose(Roll(0, (9, 4)))
    until_rolled(tablet, lambda: board.screen()[0] != "Press to roll")
    board.press()
    until_rolled(tablet, lambda: "no roll is expected" in notice_text(tablet))
    assert shown(tablet) == [9, 4]


@pytest.mark.paced
def test_the_tray_for_tapping_dice_makes_way_when_the_roller_rolls(tablet: Tablet, board: EmulatedBoard) -> None:
    until_rolled(tablet, lambda: board.screen()[0] == "Press to roll")
    assert awaits_roll(tablet)
    board.press()
    until_rolled(tablet, lambda: tablet.state.phase is not Phase.ROLL)
    assert not awaits_roll(tablet)


@pytest.mark.paced
def test_the_roller_tests_its_dice_by_itself_and_can_be_stopped(tablet: Tablet, board: EmulatedBoard) -> None:
    entries = tablet.play.seq
    tablet.app.go("start")
    tablet.app.go("roller")
    screen = tablet.screen
    screen.trial_rolls = 3
    until_rolled(tablet, lambda: screen.connected)
    tablet.tap(screen.ids.test)
    until_rolled(tablet, lambda: not screen.testing)
    bars = {one.dice.kind.value: one.dice for one in screen.ids.trial.children}
    assert (bars["d10"].dice, bars["d6"].dice) == (6, 6)
    assert all(dice.verdict is Fairness.TOO_FEW for dice in bars.values())
    assert screen.tested.startswith("3 of 3")
    screen.trial_rolls = 1000
    tablet.tap(screen.ids.test)
    until_rolled(tablet, lambda: screen.trial.received > 0)
    tablet.tap(screen.ids.test)
    assert not screen.testing and screen.trial.received < 1000
    assert tablet.play.seq == entries


@pytest.mark.paced
def test_leaving_the_screen_ends_the_test_of_the_roller(tablet: Tablet, board: EmulatedBoard) -> None:
    tablet.app.go("start")
    tablet.app.go("roller")
    screen = tablet.screen
    until_rolled(tablet, lambda: screen.connected)
    tablet.tap(screen.ids.test)
    tablet.app.go("start")
    assert not screen.trial.running
