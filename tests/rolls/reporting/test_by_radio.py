"""Dice that report by a stand-in radio with recorded bytes, and what their makers' messages say, byte by byte."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.bluetooth import ConnectedDice, FoundDie, parse_advertisement, scan_for_dice
from companion.cli.main import run
from companion.games.magnate import Options
from companion.games.magnate.options import wish
from companion.locale import Message
from companion.pieces import DieKind
from companion.rolls.reporting import DieMotion, KeptDie, Make, Report, format_dice, godice, parse_dice
from companion.rolls.source import Rolled
from tests.cases import each
from tests.waiting import until

Recorded = Sequence[tuple[float, bytes]]


class RecordedRadio:
    """Each die says, once it is listened to and :meth:`play` was called, what was recorded of it; then it stays.

    ``clock`` tells the recording's own time: nothing here waits as long as the dice did.
    """

    def __init__(self, recorded: Mapping[str, Recorded], found: Sequence[FoundDie] = ()) -> None:
        self._recorded, self._found = recorded, list(found)
        self._hear: dict[str, Callable[[bytes], None]] = {}
        self.now = 0.0

    def clock(self) -> float:
        return self.now

    async def scan(self, seconds: float) -> list[FoundDie]:
        return self._found

    async def listen(self, die: KeptDie, on_data: Callable[[bytes], None], on_connect: Callable[[], None]) -> None:
        if die.address not in self._recorded:
            raise OSError(f"no device {die.address}")
        self._hear[die.address] = on_data
        on_connect()
        await asyncio.Event().wait()

    def play(self) -> None:
        """Everything that was recorded, in its order of time."""
        started = self.now
        reports = [(started + at, die, data) for die, all_ in self._recorded.items() for at, data in all_]
        for at, die, data in sorted(reports):
            self.now = at
            self._hear[die](data)


D6, D10 = DieKind.D6, DieKind.D10

PIXELS = {
    "03 03 00": Report(DieMotion.ROLLING),
    "03 02 07": Report(DieMotion.HANDLED),
    "03 01 07": Report(DieMotion.ROLLED, 7),
    "03 01 00": Report(DieMotion.ROLLED, 10),
    "03 05 09": Report(DieMotion.PUT, 9),
    "03 04 02": Report(DieMotion.TILTED, 2),
    "03 00 00": Report(DieMotion.UNKNOWN),
    "02 0a 01 00 44 33 22 11 ef be ad de 00 10 80 9e d5 64 01 03 57 00": Report(DieMotion.ROLLED, 3),
    "22 57 00": None,
    "03 01 0a": None,
    "03 01": None,
    "03 09 01": None,
    "1d 01": None,
    "": None,
}
"""A d10's messages of the Communications Protocol's tables, and some that no table knows."""

GODICE = {
    "52": Report(DieMotion.ROLLING),
    "53 c0 00 00": Report(DieMotion.ROLLED, 1),
    "53 00 00 40": Report(DieMotion.ROLLED, 2),
    "53 00 40 00": Report(DieMotion.ROLLED, 3),
    "53 00 c0 00": Report(DieMotion.ROLLED, 4),
    "53 00 00 c0": Report(DieMotion.ROLLED, 5),
    "53 40 00 00": Report(DieMotion.ROLLED, 6),
    "53 3d 08 f6": Report(DieMotion.ROLLED, 6),
    "54 53 30 2c 05": Report(DieMotion.TILTED, 6),
    "46 53 00 00 40": Report(DieMotion.PUT, 2),
    "4d 53 00 00 40": Report(DieMotion.PUT, 2),
    "42 61 74 5a": None,
    "43 6f 6c 03": None,
    "53 00 00 00": None,
    "53 00": None,
    "": None,
}
"""A d6's messages: R, S, TS, FS, MS with x, y, z; the battery and the colour."""


@each("message", PIXELS)
def test_a_pixel_says_how_it_lies_and_what_it_shows(message: str) -> None:
    assert Make.PIXELS.report(bytes.fromhex(message), D10) == PIXELS[message]


@each("message", GODICE)
def test_a_godie_says_how_it_lies_and_what_it_shows(message: str) -> None:
    assert Make.GODICE.report(bytes.fromhex(message), D6) == GODICE[message]


def test_every_side_of_a_godie_in_the_shell_of_a_d10_shows_one_value_and_the_side_across_the_same() -> None:
    shown = {value: godice.face_value(side, D10) for value, side in godice._SIDES[D10].items()}
    across = {
        value: godice.face_value((-side[0], -side[1], -side[2]), D10) for value, side in godice._SIDES[D10].items()
    }
    assert shown == across == {value: value for value in range(1, 11)}


BYTES = st.binary(max_size=24)
UP = st.tuples(*[st.integers(-128, 127)] * 3)


@given(BYTES, st.sampled_from(Make), st.sampled_from(DieKind))
def test_what_comes_by_radio_reports_a_face_of_the_die_or_nothing(data: bytes, make: Make, kind: DieKind) -> None:
    report = make.report(data, kind)
    assert report is None or report.value is None or kind.shows(report.value)


@given(UP.filter(any), st.sampled_from(DieKind))
def test_which_way_is_up_is_one_value_however_hard_the_die_is_pulled(up: tuple[int, int, int], kind: DieKind) -> None:
    x, y, z = up
    assert godice.face_value(up, kind) == godice.face_value((2 * x, 2 * y, 2 * z), kind)


RED = KeptDie("AA:01", Make.PIXELS, DieKind.D10, "red")
BLUE = KeptDie("AA:02", Make.GODICE, DieKind.D10, "blue")
ABSENT = KeptDie("AA:03", Make.GODICE, DieKind.D6, "white")

THROWN = {
    RED.address: [
        (0.0, bytes([3, 2, 3])),
        (0.4, bytes([3, 3, 3])),
        (1.1, bytes([3, 3, 8])),
        (1.6, bytes([3, 1, 4])),
        (1.7, bytes([3, 5, 4])),
    ],
    BLUE.address: [(0.3, b"R"), (1.9, b"S" + bytes([64, 0, 234])), (2.0, b"Bat\x50")],
}
"""A Pixel handled, rolling, rolled on its fifth face; a GoDie in a d10's shell rolling, stable with its 0 up."""
IN_THE_HAND = {
    RED.address: [(0.0, bytes([3, 2, 3])), (0.4, bytes([3, 3, 3])), (0.9, bytes([3, 1, 4])), (1.2, bytes([3, 2, 4]))],
    BLUE.address: [(0.3, b"R"), (1.5, b"FS" + bytes([64, 0, 234]))],
}


class Table:
    def __init__(self, radio: RecordedRadio, *kept: KeptDie) -> None:
        self.notices: list[Message] = []
        self.rolls: list[Rolled] = []
        self.connected = ConnectedDice(radio, kept, self.notices.append, clock=radio.clock)
        there = [die for die in kept if die is not ABSENT]
        until(lambda: len(self.connected.connected) == len(there))
        self.connected.dice.ask(wish(Options()), self.rolls.append)


def test_a_pixel_and_a_godie_thrown_together_are_one_roll() -> None:
    radio = RecordedRadio(THROWN)
    table = Table(radio, RED, BLUE)
    with table.connected:
        radio.play()
        radio.now += 1.0
        until(lambda: bool(table.rolls))
    assert [die.value for die in table.rolls[0].cast] == [4, 10]
    assert len(table.rolls) == 1


def test_dice_shaken_and_looked_at_in_the_hand_are_none() -> None:
    radio = RecordedRadio(IN_THE_HAND | {"AA:09": [(2.0, b"\xff" * 20)]})
    stranger = KeptDie("AA:09", Make.GODICE, DieKind.D6, "mangled")
    table = Table(radio, RED, BLUE, stranger)
    with table.connected:
        radio.play()
        radio.now += 5.0
        table.connected.dice.poll(radio.now)
        table.connected.dice.poll(radio.now + 5.0)
    assert table.rolls == []


def test_a_cocked_die_is_said_and_one_that_is_not_there_too() -> None:
    radio = RecordedRadio({BLUE.address: [(0.0, b"R"), (1.0, b"TS" + bytes([30, 30, 30]))]})
    table = Table(radio, BLUE, ABSENT)
    with table.connected:
        radio.play()
        until(lambda: len(table.notices) >= 3)
    assert sorted(map(str, table.notices)) == [
        "The die blue is connected.",
        "The die blue is tilted. Roll it again.",
        "The die white is not connected (no device AA:03).",
    ]


def test_what_advertises_itself_is_told_apart() -> None:
    found = [
        parse_advertisement("A", "GoDice_8C36_K_v04", [], []),
        parse_advertisement("B", "Red", [bytes([10, 1, 5, 3, 87])], ["a6b90001-7a5a-43f2-a962-350c8edc9b5b"]),
        parse_advertisement("C", "Pip", [bytes([21, 1, 5, 3, 87])], ["a6b90001-7a5a-43f2-a962-350c8edc9b5b"]),
        parse_advertisement("D", "D20", [bytes([20, 1, 5, 3, 87])], ["a6b90001-7a5a-43f2-a962-350c8edc9b5b"]),
        parse_advertisement("E", "Headphones", [bytes(5)], ["180f"]),
    ]
    assert [None if one is None else (one.make.value, str(one.kind)) for one in found] == [
        ("godice", "None"),
        ("pixels", "d10"),
        ("pixels", "d6"),
        ("pixels", "None"),
        None,
    ]
    blue = FoundDie("A", Make.GODICE, None, "blue")
    assert scan_for_dice(RecordedRadio({}, [blue]), 1.0) == [blue]


def test_the_table_s_dice_are_kept_and_told_apart(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def dice_command(*arguments: str) -> tuple[int, str]:
        status = run(["--data", str(tmp_path), "dice", *arguments])
        return status, "".join(capsys.readouterr()).strip()

    assert dice_command("list")[0] == 1
    assert dice_command("keep", "AA:01", "--kind", "d10", "--make", "pixels", "--name", "red")[0] == 0
    assert dice_command("keep", "AA:02", "--kind", "d6", "--make", "godice", "--name", "blue")[0] == 0
    assert dice_command("keep", "AA:02", "--kind", "d10", "--make", "godice", "--name", "blue")[0] == 0
    assert dice_command("list") == (0, "red: d10, pixels, AA:01\nblue: d10, godice, AA:02")
    assert dice_command("keep", "AA:04", "--kind", "d7", "--make", "godice")[0] == 2
    assert dice_command("forget", "red")[0] == 0
    assert dice_command("forget", "red")[0] == 2
    assert dice_command("list") == (0, "blue: d10, godice, AA:02")


def test_without_dice_a_roll_of_theirs_says_what_to_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--data", str(tmp_path), "roll", "--source", "dice"]) == 2
    assert "companion dice look" in capsys.readouterr().err


@each("document", [{}, {"dice": 4}, {"dice": [4, None, {"address": "A"}]}])
def test_dice_written_down_wrongly_are_left_out(document: dict[str, object]) -> None:
    assert parse_dice(document) == ()
    assert parse_dice(format_dice([RED, BLUE])) == (RED, BLUE)
