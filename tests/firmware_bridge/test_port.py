"""Ports that are there, taken, half-spoken or gone, and the bridge by itself."""

import os
import pty
import re
import subprocess
import sys
import threading
import time
import tty
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
import serial
from serial import SerialException

from firmware_bridge.emulator import BoardTimedOut, EmulatedBoard, EmulatorMissing, build
from firmware_bridge.port import Port, PortLost, _plainly, is_likely_chip
from tests.cases import each

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = re.search(r"^```python\n(.*?)^```$", (ROOT / "docs" / "firmware-bridge.md").read_text("utf8"), re.M | re.S)


@pytest.mark.paced
@pytest.mark.prove("roller")
def test_a_program_of_ones_own_takes_a_roll_with_the_bridge_and_pyserial_alone(tmp_path: Path) -> None:
    try:
        built = build()
    except EmulatorMissing as missing:
        pytest.skip(f"no emulated roller: {missing}")
    assert PROGRAM is not None
    (tmp_path / "one_roll.py").write_text(PROGRAM[1], "utf8")
    (tmp_path / "firmware_bridge").symlink_to(ROOT / "firmware_bridge")
    (tmp_path / "serial").symlink_to(Path(serial.__file__).parent)
    with EmulatedBoard(tmp_path, built) as board:
        command = [sys.executable, "-S", "-E", "one_roll.py", board.port]  # -S: no other package is there
        ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    if "queue.Empty" in ran.stderr:
        raise BoardTimedOut("no roll")
    assert ran.returncode == 0, ran.stderr
    *states, roll = ran.stdout.splitlines()
    assert states[0] == f"connecting {board.port} " and f"rolling {board.port} " in states
    dice = re.fullmatch(r"d10 (\d+) (\d+) d6 ([1-6]) ([1-6])", roll)
    assert dice is not None and all(1 <= int(value) <= 10 for value in dice.groups()[:2])


@pytest.fixture
def ends() -> Iterator[tuple[int, str]]:
    """The master of a pseudo-terminal, and the name of the other end."""
    master, slave = pty.openpty()
    tty.setraw(slave)
    name = os.ttyname(slave)
    os.close(slave)
    yield master, name
    with suppress(OSError):  # the test may have unplugged it
        os.close(master)


def test_what_is_written_is_read(ends: tuple[int, str]) -> None:
    master, name = ends
    port = Port(name)
    os.write(master, b"half a li")
    assert port.read(1.0) == b"half a li"
    port.write(b"WHO")
    assert os.read(master, 100) == b"WHO"
    port.close()


def test_nothing_comes_in_and_the_wait_ends(ends: tuple[int, str]) -> None:
    port = Port(ends[1])
    assert port.read(0.05) == b""
    port.close()


def test_a_waiting_read_can_be_woken(ends: tuple[int, str]) -> None:
    port = Port(ends[1])
    woken = threading.Timer(0.1, port.wake)
    woken.start()
    assert port.read(30.0) == b""
    woken.join()
    port.close()


@pytest.mark.parametrize("act", ["read", "write"])
def test_an_unplugged_port_is_one_error_whatever_is_done(ends: tuple[int, str], act: str) -> None:
    master, name = ends
    port = Port(name)
    os.close(master)
    time.sleep(0.05)
    with pytest.raises(PortLost, match="unplugged"):
        port.read(1.0) if act == "read" else port.write(b"WHO")
    port.close()


def test_a_port_unplugged_while_it_is_read_is_noticed(ends: tuple[int, str]) -> None:
    master, name = ends
    port = Port(name)
    threading.Timer(0.1, os.close, [master]).start()
    with pytest.raises(PortLost):
        port.read(30.0)
    port.close()


def test_a_port_belongs_to_one_program(ends: tuple[int, str]) -> None:
    port = Port(ends[1])
    with pytest.raises(PortLost, match="in use by another program"):
        Port(ends[1])
    port.close()


@each(
    ("name", "reason"),
    [
        ("/dev/no-such-port", "no such port"),
        ("nothing://at-all", "protocol 'nothing' not known"),
        ("/dev/null", "not a serial port"),
    ],
)
def test_what_is_no_port_says_so(name: str, reason: str) -> None:
    with pytest.raises(PortLost, match=reason):
        Port(name)


def test_a_url_of_pyserial_is_a_port_too() -> None:
    port = Port("loop://")
    port.write(b"WHO")
    assert port.read(1.0) == b"WHO"
    assert port.read(0.01) == b""
    port.wake()
    port.close()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("could not open port 'COM3': PermissionError(13, 'Acceso denegado.', None, 5)", "in use by another program"),
        ("could not open port 'COM9': OSError(22, 'Ressource belegt', None, 170)", "in use by another program"),
        ("could not open port 'COM3': FileNotFoundError(2, 'Le fichier est introuvable.', None, 2)", "no such port"),
        ("ClearCommError failed (PermissionError(13, 'Zugriff verweigert', None, 5))", "unplugged"),
        ('WriteFile failed (OSError(22, "The device is not connected", None, 1167))', "unplugged"),
        ("GetOverlappedResult failed (OSError(9, 'aborted (by close)', None, 995))", "unplugged"),
        (
            "Cannot configure port, something went wrong. Original message: "
            "OSError(22, 'A device attached to the system is not functioning.', None, 31)",
            "not responding",
        ),
    ],
)
def test_errors_of_windows_have_a_reason_in_every_language(text: str, reason: str) -> None:
    assert _plainly(SerialException(text)) == reason


def test_errors_of_windows_that_people_reported_have_their_reason(shared: Path) -> None:
    for line in (shared / "reports" / "devices" / "windows_port_errors.txt").read_text("utf8").splitlines():
        text, reason = line.split("\t")
        assert _plainly(SerialException(text)) == reason


@pytest.mark.parametrize(
    ("vendor", "product", "likely"),
    [
        (0x1A86, 0x55D4, True),
        (0x067B, 0x23A3, True),
        (0x2341, 0x1002, True),
        (0x046D, 0x0825, False),
        (None, None, False),
    ],
)
def test_a_port_is_tried_if_its_chip_is_an_arduino_s(vendor: int | None, product: int | None, likely: bool) -> None:
    assert is_likely_chip(vendor, product) is likely
