"""The real firmware on the emulated board: the whole way of a roll, from its noise to the journal. Short runs;
the long ones are ``python -m tests.bench roller``.
"""

import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from firmware_bridge.codec import BadLine, Cause, Hello, Lines, Roll, decode
from firmware_bridge.conversation import DeviceRoll
from firmware_bridge.emulator import BoardTimedOut, EmulatedBoard, EmulatorMissing, build
from firmware_bridge.trials.line import Line, Series, check, series
from tests.bench import roller_trials as trials

pytestmark = [pytest.mark.usefixtures("built"), pytest.mark.paced]


@pytest.fixture(scope="module")
def built() -> Path:
    try:
        return build()
    except EmulatorMissing as missing:
        pytest.skip(f"no emulated roller: {missing}")


@pytest.fixture
def board(tmp_path: Path) -> Iterator[EmulatedBoard]:
    with EmulatedBoard(tmp_path) as powered:
        yield powered


def shows(board: EmulatedBoard, top: str) -> tuple[str, str]:
    """The display once its upper row says this."""
    return board.wait_for_screen(lambda upper, _: upper == top)


def greeted(line: Line) -> Hello:
    hello = line.greeted()
    if hello is None:
        raise BoardTimedOut("no greeting")
    return hello


def events(board: EmulatedBoard, boot: int) -> set[str]:
    """The rolls that the board itself told of since this start of it."""
    rolls = set()
    for line in Lines().feed(board.sent()):
        with suppress(BadLine):  # it may have lost its power in the middle of a line
            messages = decode(line)
            if isinstance(messages, Roll) and messages.boot == boot:
                rolls.add(f"-{messages.boot}-{messages.sequence}")
    return rolls


def came_once(board: EmulatedBoard, boot: int, rolled: Series) -> bool:
    """Whether every roll came once; :class:`BoardTimedOut` where the board gave too few, but none was lost."""
    distinct = {name[name.index("-") :] for name in rolled.names}
    if len(rolled.names) == len(distinct) < rolled.asked and events(board, boot) <= distinct:
        raise BoardTimedOut(f"{len(rolled.names)} of {rolled.asked} rolls")
    return rolled.once


def exactly_once(outcome: trials.TrialOutcome) -> bool:
    """The same of a whole trial, from the board to the journal."""
    if outcome.has_stalled:
        raise BoardTimedOut(f"{outcome.counted} of {outcome.wanted} rolls")
    return outcome.exactly_once


def test_the_board_gathers_chance_greets_and_rolls_each_roll_once(board: EmulatedBoard) -> None:
    assert shows(board, "Gathering chance")[0] == "Gathering chance"
    with Line(board.port) as line:
        hello = greeted(line)
        assert (hello.boot, hello.abilities) == (1, ("BUTTON", "LCD"))
        assert shows(board, "Ready") == ("Ready", "start 1")
        rolled = series(line, 30)
        assert came_once(board, hello.boot, rolled)
    assert rolled.names == tuple(f"{hello.device}-1-{sequence}" for sequence in range(1, 31))


def test_each_start_has_another_number_and_the_device_keeps_its_own(board: EmulatedBoard) -> None:
    starts = []
    for _ in range(3):
        with Line(board.port) as line:
            hello = greeted(line)
            starts.append((hello.device, hello.boot))
        board.power_off()
        board.power_on()
    assert [boot for _, boot in starts] == [1, 2, 3]
    assert len({device for device, _ in starts}) == 1


def test_opening_the_port_restarts_an_uno_and_the_bridge_waits_for_it(board: EmulatedBoard) -> None:
    board.command("uno 1")
    boots = []
    for _ in range(2):
        with Line(board.port) as line:
            hello = greeted(line)
            assert came_once(board, hello.boot, series(line, 3))
            boots.append(hello.boot)
        time.sleep(0.3)  # so that the board sees the port closed
    assert boots[1] == boots[0] + 1


def test_a_press_with_20_bounces_is_one_roll_and_none_while_nobody_waits(tmp_path: Path) -> None:
    pressed = trials.measure_presses(tmp_path, 2, bounces=20)
    assert (pressed.rolls_while_awaited, pressed.rolls_while_nobody_waits, pressed.not_now_messages) == (2, 0, 2)


def test_a_roll_by_the_button_says_so_and_the_display_tells_its_fate(board: EmulatedBoard) -> None:
    with Line(board.port) as line:
        greeted(line)
        line.roller.want()
        shows(board, "Press to roll")
        board.press()
        roll = line.next_roll()
        if roll is None:
            raise BoardTimedOut("no roll")
        assert roll.cause is Cause.BUTTON
        dice = f"d10 {roll.d10[0]} {roll.d10[1]} d6 {roll.d6[0]} {roll.d6[1]}"
        assert shows(board, dice)[0] == dice
        line.roller.void(roll)
        assert board.wait_for_screen(lambda _, lower: lower == "VOID") == (dice, "VOID")


@pytest.mark.prove("roller")
def test_rolls_survive_a_noisy_line_exactly_once(tmp_path: Path) -> None:
    outcome = trials.measure_paced_rolls(tmp_path, 40, damage_ppm=5000)
    assert exactly_once(outcome)


@pytest.mark.prove("roller")
def test_a_device_killed_in_the_middle_of_rolls_loses_and_doubles_none(tmp_path: Path) -> None:
    outcome = trials.measure_cuts(tmp_path, 2, trials.kill_and_restart)
    assert exactly_once(outcome)


def test_an_unplugged_device_loses_and_doubles_none(tmp_path: Path) -> None:
    outcome = trials.measure_cuts(tmp_path, 2, trials.unplug_and_replug)
    assert exactly_once(outcome)


@pytest.mark.prove("roller")
def test_a_tablet_killed_between_journal_and_acknowledgement_counts_no_roll_twice(tmp_path: Path) -> None:
    outcome = trials.measure_host_kills(tmp_path, 3)
    assert exactly_once(outcome)


def test_the_check_of_a_board_that_was_just_built_passes(board: EmulatedBoard) -> None:
    checked = check(board.port, 10, False, lambda: None)
    assert checked.passed
    assert checked.to_json()["rolls"]["distinct"] == 10


def test_a_void_roll_is_no_answer_under_its_number(board: EmulatedBoard, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firmware_bridge.roller.randbelow", lambda _: 41)
    for sequence in (1, 2):
        with Line(board.port) as line:
            greeted(line)
            line.roller.ask()
            roll = line.next_roll()
            if roll is None:
                raise BoardTimedOut("no roll")
            assert (roll.sequence, roll.left_over) == (sequence, False)
            line.roller.void(roll)
            board.wait_for_screen(lambda _, lower: lower == "VOID")


def test_a_roll_that_nobody_settled_is_left_over_to_the_next_program(board: EmulatedBoard) -> None:
    rolls: list[DeviceRoll | None] = []
    for _ in range(2):
        with Line(board.port) as line:
            greeted(line)
            line.roller.want()
            if not rolls:
                shows(board, "Press to roll")
                board.press()
            rolls.append(line.next_roll())
    if None in rolls:
        raise BoardTimedOut("no roll")
    assert [(roll.sequence, roll.left_over) for roll in rolls if roll is not None] == [(1, False), (1, True)]
