"""The roller as a source: what becomes of a roll that comes over the line, and what players hear of it."""

import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, Queue

import pytest

from companion.errors import CompanionError
from companion.games.magnate import Options
from companion.games.magnate.options import cast, wish
from companion.pieces import DieKind, Wish, shown
from companion.roller import REASONS, ConnectedRoller, status_message, void_message
from companion.rolls.roller_dice import CannotRoll, RollerDice
from companion.rolls.source import Fate, Rolled
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


@dataclass(frozen=True)
class FakeRoll:
    name: str
    d10: tuple[int, int] = (9, 1)
    d6: tuple[int, int] = (2, 5)
    left_over: bool = False


@dataclass
class RecordingLine:
    """A line that only writes down its calls."""

    calls: list[str] = field(default_factory=list)

    def want(self) -> None:
        self.calls.append("want")

    def ask(self) -> None:
        self.calls.append("ask")

    def withdraw(self) -> None:
        self.calls.append("withdraw")

    def acknowledge(self, roll: FakeRoll, *, counted: bool = True) -> None:
        self.calls.append(f"{'counted' if counted else 'known'} {roll.name}")

    def void(self, roll: FakeRoll) -> None:
        self.calls.append(f"void {roll.name}")


class Table:
    """A game that keeps what it is given, or cannot."""

    def __init__(self) -> None:
        self.line = RecordingLine()
        self.journal: dict[str, Rolled] = {}
        self.broken = False
        self.dice: RollerDice[FakeRoll] = RollerDice(self.line, self.journal.__contains__)

    def keep(self, rolled: Rolled) -> None:
        if self.broken:
            return
        self.journal[rolled.id] = rolled
        rolled.settle(Fate.COUNTED)


def test_an_awaited_roll_is_acknowledged_after_the_journal_has_it() -> None:
    table = Table()
    table.dice.ask(wish(Options(tax_dice=1)), table.keep)
    table.dice.take(FakeRoll("D-1-1"))
    assert [roll.cast for roll in table.journal.values()] == [cast((9, 1), (2,))]
    assert table.line.calls == ["want", "counted D-1-1"]


def test_a_game_takes_as_many_tax_dice_as_it_needs() -> None:
    table = Table()
    table.dice.ask(wish(Options(tax_dice=2)), table.keep)
    table.dice.take(FakeRoll("D-1-1"))
    table.dice.ask(wish(Options(tax_dice=2)), table.keep)
    table.dice.take(FakeRoll("D-1-2", (9, 4)))
    assert [shown(roll.cast, DieKind.D6) for roll in table.journal.values()] == [(2, 5), ()]


def test_a_roll_that_the_journal_did_not_get_is_not_acknowledged_and_comes_again() -> None:
    table = Table()
    table.dice.ask(wish(Options(tax_dice=1)), table.keep)
    table.broken = True
    table.dice.take(FakeRoll("D-1-1"))
    assert table.line.calls == ["want"]
    table.broken = False
    table.dice.take(FakeRoll("D-1-1"))
    assert table.line.calls == ["want", "counted D-1-1"]


def test_a_repetition_is_acknowledged_and_not_counted_again() -> None:
    table = Table()
    table.dice.ask(wish(Options(tax_dice=1)), table.keep)
    table.dice.take(FakeRoll("D-1-1"))
    table.dice.take(FakeRoll("D-1-1"))
    table.dice.ask(wish(Options(tax_dice=1)), table.keep)
    table.dice.take(FakeRoll("D-1-1"))
    assert len(table.journal) == 1
    assert table.line.calls == ["want", "counted D-1-1", "known D-1-1", "want", "known D-1-1"]


def test_a_roll_that_nobody_waits_for_is_void() -> None:
    table = Table()
    table.dice.take(FakeRoll("D-1-1"))
    assert table.journal == {}
    assert table.line.calls == ["void D-1-1"]


def test_a_game_that_refuses_a_roll_makes_it_void() -> None:
    table = Table()
    table.dice.ask(wish(Options(tax_dice=1)), lambda rolled: rolled.settle(Fate.UNWANTED))
    table.dice.take(FakeRoll("D-1-1"))
    assert table.line.calls == ["want", "void D-1-1"]


def test_the_roller_rolls_without_its_button_only_for_a_game_that_waits() -> None:
    table = Table()
    table.dice.roll_now()
    table.dice.ask(wish(Options(tax_dice=1)), table.keep)
    table.dice.roll_now()
    table.dice.withdraw()
    table.dice.roll_now()
    assert table.line.calls == ["want", "ask", "withdraw"]


def test_a_roll_of_dice_that_the_roller_has_not_is_refused_with_the_reason() -> None:
    table = Table()
    table.dice.ask(Wish((DieKind.D6,) * 3), table.keep)
    with pytest.raises(CannotRoll, match="only has two d10 and two d6"):
        table.dice.take(FakeRoll("D-1-1"))
    assert table.journal == {}


def test_a_roll_from_before_that_no_journal_has_is_delivered_as_left_over() -> None:
    table = Table()
    table.dice.ask(wish(Options(tax_dice=1)), table.keep)
    table.dice.take(FakeRoll("D-1-1", left_over=True))
    [roll] = table.journal.values()
    assert roll.left_over
    again = Table()
    again.journal.update(table.journal)
    again.dice.ask(wish(Options(tax_dice=1)), again.keep)
    again.dice.take(FakeRoll("D-1-1", left_over=True))
    assert again.line.calls == ["want", "known D-1-1"]
    again.dice.take(FakeRoll("D-1-2"))
    assert [roll.left_over for roll in again.journal.values()] == [True, False]


def test_a_roll_that_was_only_now_made_counts_whoever_claims_its_name() -> None:
    table, other = Table(), Table()
    other.dice.ask(wish(Options(tax_dice=1)), other.keep)
    other.dice.take(FakeRoll("D-1-1"))
    table.journal.update(other.journal)
    table.dice.ask(wish(Options(tax_dice=1)), table.keep)
    table.dice.take(FakeRoll("D-1-1"))
    table.dice.take(FakeRoll("D-1-1"))
    assert len(table.journal) == 2
    assert table.line.calls == ["want", "counted D-1-1", "known D-1-1"]
