"""The roller as players hear of it."""

import threading
import time
from pathlib import Path
from queue import Empty, Queue

import pytest

from companion.errors import CompanionError
from companion.games.magnate import Options
from companion.games.magnate.wish import wish
from companion.roller import REASONS, ConnectedRoller, status_message, void_message
from companion.rolls import Fate, Rolled
from firmware_bridge import port
from firmware_bridge.codec import Cause, Hello
from firmware_bridge.conversation import DeviceRoll
from firmware_bridge.emulator import BoardTimedOut, EmulatedBoard, EmulatorMissing
from firmware_bridge.roller import Changed, Status
from tests.cases import each


def emulated(folder: Path) -> EmulatedBoard:
    try:
        return EmulatedBoard(folder)
    except EmulatorMissing as missing:
        pytest.skip(f"no emulated roller: {missing}")


@each(
    ("now", "text"),
    [
        (Changed(Status.ABSENT), "No roller connected. Enter the dice by hand, or use the app's dice."),
        (
            Changed(Status.ABSENT, "/dev/ttyUSB0", None, "permission denied"),
            "No roller on /dev/ttyUSB0 (permission denied). Enter the dice by hand, or use the app's dice.",
        ),
        (Changed(Status.CONNECTING, "/dev/ttyUSB0"), "Searching for a roller on /dev/ttyUSB0 …"),
        (
            Changed(Status.READY, "/dev/ttyUSB0", Hello("5F3A91C2", 17, 0, "3.0", ("LCD",))),
            "Roller 5F3A91C2 is ready on /dev/ttyUSB0.",
        ),
        (
            Changed(Status.LOST, "/dev/ttyUSB0", None, "unplugged"),
            "Roller disconnected (unplugged). Reconnecting … Until then, enter the dice by hand.",
        ),
    ],
)
def test_every_status_is_a_sentence_with_a_way_on(now: Changed, text: str) -> None:
    assert str(status_message(now)) == text


def test_a_void_roll_is_said_aloud() -> None:
    roll = DeviceRoll("5F3A91C2", 17, 3, Cause.BUTTON, (9, 1), (2, 5))
    assert str(void_message(roll)) == "The roller restarted, so its roll 9 1 does not count. Roll again."


@pytest.mark.paced
def test_a_roll_that_cannot_be_kept_is_said_and_comes_again(tmp_path: Path) -> None:
    board = emulated(tmp_path)
    notices: list[str] = []
    kept: Queue[Rolled] = Queue()
    broken = threading.Event()
    broken.set()

    def keep(rolled: Rolled) -> None:
        if broken.is_set():
            broken.clear()
            raise CompanionError("games.db", "the disk is full")
        rolled.settle(Fate.COUNTED)
        kept.put(rolled)

    with board, ConnectedRoller(lambda _: False, lambda notice: notices.append(str(notice)), port=board.port) as roller:
        roller.dice.ask(wish(Options()), keep)
        roller.dice.roll_now()
        end = time.monotonic() + 60
        while broken.is_set():
            if time.monotonic() > end:
                raise BoardTimedOut("no roll came")
            time.sleep(0.02)
        roller.dice.ask(wish(Options()), keep)
        try:
            rolled = kept.get(timeout=60)
        except Empty:
            raise BoardTimedOut("the roll did not come again") from None
    assert "Cannot save the roller's roll (the disk is full)." in notices
    assert "-1-1-" in rolled.id


def test_a_screen_that_fails_at_what_the_roller_says_is_heard_of() -> None:
    failed: Queue[Exception] = Queue()

    def notice(_: object) -> None:
        raise LookupError("no such label")

    with ConnectedRoller(lambda _: False, notice, failed.put, port="/nowhere/roller"):
        assert isinstance(failed.get(timeout=60), LookupError)


def test_the_reasons_of_a_lost_port_can_be_translated() -> None:
    assert {reason for _, _, reason in port.REASONS} | set(port.WINDOWS_REASONS.values()) <= set(REASONS)
