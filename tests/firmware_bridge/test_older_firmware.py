"""A roller or a companion of another protocol is refused by name, with what to do; what was journaled stays."""

from __future__ import annotations

import shutil
from binascii import crc32, crc_hqx
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.cli.main import run
from companion.roller import firmware_message, status_message
from companion.rolls.roller_dice import roll_id
from firmware_bridge.codec import OLD_WHO, OtherHello, Roll, Who, decode
from firmware_bridge.conversation import DeviceRoll
from firmware_bridge.emulator import BoardTimedOut, EmulatedBoard, EmulatorMissing, build
from firmware_bridge.port import Port
from firmware_bridge.roller import Changed, Roller, Status
from firmware_bridge.trials.line import Line
from tests.firmware_bridge.test_roller import Listening, PlayedDevice

OLD_FIRMWARE = Path(__file__).parent / "older" / "firmware-2.0.elf"
"""Built from the last sources that spoke protocol 2, without its debugging sections."""


@pytest.fixture(scope="module")
def older(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the harness and firmware 2.0."""
    folder = tmp_path_factory.mktemp("older")
    try:
        (folder / "harness").symlink_to(build() / "harness")
    except EmulatorMissing as missing:
        pytest.skip(f"no emulated roller: {missing}")
    shutil.copy(OLD_FIRMWARE, folder / "firmware.elf")
    return folder


@pytest.fixture
def old_board(older: Path, tmp_path: Path) -> Iterator[EmulatedBoard]:
    with EmulatedBoard(tmp_path, older) as powered:
        powered.wait_for_screen(lambda upper, _: upper == "Ready")  # so it greeted, and opening does not restart it
        yield powered


@pytest.mark.prove("roller")
@pytest.mark.paced
def test_a_roller_with_firmware_2_is_listed_as_too_old_with_the_command_that_flashes_it(
    old_board: EmulatedBoard, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["--data", str(tmp_path), "roller", "list", "--port", old_board.port]) == 1
    listed = " ".join(capsys.readouterr().out.split())
    if "firmware" not in listed:
        raise BoardTimedOut(listed)
    assert "has firmware 2.0, but 3.0 is required" in listed
    assert f"make -C hardware/roller flash PORT={old_board.port}" in listed
    assert run(["--data", str(tmp_path), "roller", "test", "--port", old_board.port, "--no-button"]) == 1
    assert "has firmware 2.0, but 3.0 is required" in " ".join(capsys.readouterr().err.split())


@pytest.mark.paced
def test_a_roller_keeps_its_number_and_counts_on_when_firmware_3_is_flashed(older: Path, tmp_path: Path) -> None:
    with EmulatedBoard(tmp_path, older) as board:
        board.wait_for_screen(lambda upper, lower: (upper, lower) == ("Ready", "start 1"))
        greeting = board.sent().split(b" ")
    with EmulatedBoard(tmp_path) as board, Line(board.port) as line:
        hello = line.greeted()
        if hello is None:
            raise BoardTimedOut("no greeting")
        assert (hello.device.encode(), hello.boot, hello.firmware) == (greeting[2], 2, "3.0")


@pytest.mark.prove("roller")
@pytest.mark.paced
def test_an_old_companion_is_answered_in_its_own_protocol_and_named_on_the_display(tmp_path: Path) -> None:
    try:
        board = EmulatedBoard(tmp_path)
    except EmulatorMissing as missing:
        pytest.skip(f"no emulated roller: {missing}")
    with board:
        board.wait_for_screen(lambda upper, _: upper == "Ready")
        port = Port(board.port)
        port.read(1.0)
        port.write(OLD_WHO)
        assert board.wait_for_screen(lambda upper, _: upper == "Old companion") == ("Old companion", "update it")
        board.wait_for_screen(lambda upper, _: upper == "Ready")
        port.close()
        words, _, checksum = board.sent().splitlines()[-1].rpartition(b"*")
    assert words.startswith(b"HELLO 3 ")
    assert int(checksum, 16) == crc_hqx(words, 0) and len(checksum) == 4


def test_an_old_roller_that_opening_does_not_restart_is_asked_in_its_own_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("firmware_bridge.roller.OLD_GREETING_INTERVAL", 0.1)
    monkeypatch.setattr("firmware_bridge.roller.GREETING_TIMEOUT", 1.0)
    greeting = b"HELLO 2 5F3A91C2 17 0 2.0 BUTTON,LCD*8F1C\r\n"
    device = PlayedDevice(
        tmp_path / "port", lambda _: [], misread=lambda line: [greeting] if line == OLD_WHO.rstrip() else []
    )
    listening = Listening()
    with Roller(listening, str(device.link)):
        absent = listening.status(Status.ABSENT)
    assert absent.other == OtherHello(2, "5F3A91C2", "2.0")
    assert absent.why == "its firmware 2.0 is too old: flash firmware 3.0"
    assert Who() in device.received


def test_a_roller_that_is_too_old_or_too_new_is_a_sentence_with_a_way_on() -> None:
    old = Changed(Status.ABSENT, "/dev/ttyUSB0", None, "", OtherHello(2, "5F3A91C2", "2.0"))
    assert str(status_message(old)) == (
        "Roller 5F3A91C2 on /dev/ttyUSB0 has firmware 2.0, but 3.0 is required. "
        "Update it in the project's folder with `make -C hardware/roller flash PORT=/dev/ttyUSB0`. "
        "Until then, enter the dice by hand or use the app's dice."
    )
    assert str(firmware_message(OtherHello(4, "5F3A91C2", "4.1"), "COM3")) == (
        "Roller 5F3A91C2 on COM3 has firmware 4.1, which is newer than this companion. Update the companion."
    )


def test_a_roll_has_the_name_in_the_journal_that_protocol_2_gave_it() -> None:
    words = b"ROLL 17 3 ASKED 90210 7 10 4 2"
    messages = decode(b"%s*%08X" % (words, crc32(words)))
    assert isinstance(messages, Roll)
    roll = DeviceRoll("5F3A91C2", messages.boot, messages.sequence, messages.cause, messages.d10, messages.d6)
    assert roll_id(roll) == "roller-5F3A91C2-17-3-7.10.4.2"
