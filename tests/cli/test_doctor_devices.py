"""What ``companion doctor`` sees of devices, networks, ports, clocks and disks, with the command that mends it.

Services that take the roller's port are named by `roller list` and `doctor`.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import ifaddr
import pytest

from companion.cli import doctor
from companion.cli.doctor_checks import Finding, check_cameras, check_roller, check_web
from companion.cli.port_services import chips_without_port, running_services
from companion.folders import Folders
from companion.pictures.sources.cameras import list_linux_cameras, needs_libcamera
from companion.platform_info import on_network_drive
from companion.web.network_interfaces import TABLE_PORT
from tests.cli.printed import Say, document
from tests.pictures.sources.test_strange_cameras import NOWHERE, listed

SLEEP = shutil.which("sleep")

names_processes = pytest.mark.skipif(not Path("/proc/self/comm").exists(), reason="only Linux names its processes so")


@pytest.fixture(params=["brltty", "ModemManager"])
def service(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A process that runs under the service's name."""
    assert SLEEP is not None
    program = tmp_path / str(request.param)
    shutil.copy(SLEEP, program)
    with subprocess.Popen([program, "60"]) as running:
        comm = Path(f"/proc/{running.pid}/comm")
        for _ in range(200):
            if comm.read_text(encoding="utf-8").strip() == request.param:
                break
            time.sleep(0.01)
        yield str(request.param)
        running.kill()


@names_processes
def test_the_list_of_rollers_names_the_service_that_may_hold_the_port(service: str, say: Say) -> None:
    status, out, err = say("roller", "list", "--port", "/dev/no-such-port", "--json")
    assert status == 1 and service in json.loads(out)[0]["services"]
    assert f"{service} may block the roller's port" in err
    assert f"sudo systemctl stop {service}" in err


@names_processes
def test_the_doctor_names_the_service_and_what_stops_it(service: str, say: Say) -> None:
    [found] = [one for one in document(say, "doctor") if service in one["found"]]
    assert (found["name"], found["works"], found["needed"]) == ("serial port services", False, False)
    assert found["mend"] == f"sudo systemctl stop {service}"


def device(folder: Path, vendor: str, product: str, *ports: str) -> None:
    """A USB device as Linux lists it, with the serial ports of its interface."""
    (folder / "1-1").mkdir(parents=True)
    (folder / "1-1" / "idVendor").write_text(f"{vendor}\n")
    (folder / "1-1" / "idProduct").write_text(f"{product}\n")
    (folder / "1-1" / "1-1:1.0").mkdir()
    for port in ports:
        (folder / "1-1" / "1-1:1.0" / port).mkdir(parents=True)


def test_a_rollers_chip_whose_port_was_taken_away_is_found(tmp_path: Path) -> None:
    device(tmp_path / "taken", "1a86", "7523")
    device(tmp_path / "there", "1a86", "7523", "ttyUSB0")
    device(tmp_path / "uno", "2341", "0043", "tty/ttyACM0")
    device(tmp_path / "mouse", "046d", "c077")
    assert chips_without_port(tmp_path / "taken") == ["1a86:7523"]
    assert [chips_without_port(tmp_path / name) for name in ("there", "uno", "mouse", "absent")] == [[]] * 4


@names_processes
def test_a_process_that_may_not_be_read_is_none(tmp_path: Path) -> None:
    (tmp_path / "7").mkdir()
    (tmp_path / "7" / "comm").mkdir()
    assert running_services(tmp_path) == []


def findings(check: Callable[[Folders], Iterator[Finding]], folder: Path) -> dict[str, tuple[bool, str, str]]:
    """What a check finds wrong, by name."""
    return {str(one.name): (one.works, str(one.found), str(one.mend)) for one in check(Folders(folder))}


def networks(*addresses: tuple[str, str]) -> list[ifaddr.Adapter]:
    return [ifaddr.Adapter(name, name, [ifaddr.IP(ip, 24, name)]) for name, ip in addresses]


def test_the_addresses_that_phones_reach_are_named_or_missed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: networks(("docker0", "172.17.0.1"), ("wlan0", "192.168.1.14")))
    found = findings(check_web, tmp_path)
    assert "192.168.1.14 (wlan0)" in found["web pages for spectators and phones"][1] and "network" not in found
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: networks(("docker0", "172.17.0.1")))
    assert findings(check_web, tmp_path)["network"][1:] == (
        "none that phones can reach",
        "connect this computer to the phones' Wi-Fi",
    )


def test_a_taken_port_is_named_with_another(tmp_path: Path) -> None:
    try:
        taken = socket.create_server(("0.0.0.0", TABLE_PORT))
    except OSError:
        pytest.skip("another program has the port already")
    with taken:
        works, found, mend = findings(check_web, tmp_path)["port of the web pages"]
    assert not works and str(TABLE_PORT) in found and mend.startswith("companion web --port ")


def test_a_clock_that_is_behind_the_games_is_named(tmp_path: Path) -> None:
    journal = Folders(tmp_path).journal
    journal.touch()
    assert "clock" not in findings(doctor.check_data_folder, tmp_path)
    os.utime(journal, (time.time() + 9 * 86400,) * 2)
    assert findings(doctor.check_data_folder, tmp_path)["clock"][2] == "set the date and time of this computer"


def test_a_disk_with_little_room_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=5 << 20))
    works, found, mend = findings(doctor.check_data_folder, tmp_path)["data folder"]
    assert not works and "only 5 MB are free" in found and mend == "free some space"


MOUNTED = """\
27 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda1 rw
61 27 0:52 / /home rw,relatime shared:30 - nfs4 attic:/home rw,vers=4.2
63 27 0:53 / /media/the\\040attic rw,nosuid shared:31 - cifs //attic/games rw
64 61 8:1 / /home/ann rw,relatime shared:32 - ext4 /dev/sda1 rw
"""


@pytest.mark.parametrize(
    ("folder", "shared"),
    [("/home/ben/games", True), ("/media/the attic/games", True), ("/home/ann/games", False), ("/srv/games", False)],
)
def test_a_network_drive_is_named_by_the_list_of_mounted_systems(tmp_path: Path, folder: str, shared: bool) -> None:
    mounts = tmp_path / "mountinfo"
    mounts.write_text(MOUNTED)
    assert on_network_drive(Path(folder), mounts) is shared


def test_games_on_a_network_drive_are_named_with_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "drive" not in findings(doctor.check_data_folder, tmp_path)
    mounts = tmp_path / "mountinfo"
    mounts.write_text("27 1 0:52 / / rw - nfs attic:/ rw\n")
    monkeypatch.setattr(on_network_drive, "__defaults__", (mounts,))
    works, found, mend = findings(doctor.check_data_folder, tmp_path)["drive"]
    assert not works and "network drive" in found and mend.endswith("with --data")


def test_a_raspberry_pi_s_camera_is_named_with_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    devices = listed(tmp_path / "sys", {0: "unicam-image"})
    monkeypatch.delenv("LD_PRELOAD", raising=False)
    for asks in (needs_libcamera, list_linux_cameras):
        monkeypatch.setattr(asks, "__defaults__", (devices, NOWHERE, NOWHERE)[: len(asks.__defaults__ or ())])
    works, found, mend = findings(check_cameras, tmp_path)["cameras"]
    assert not works and found == "no camera connected" and "libcamerify companion" in mend


def test_a_rollers_chip_without_a_port_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "1-1").mkdir()
    (tmp_path / "1-1" / "idVendor").write_text("1a86\n")
    (tmp_path / "1-1" / "idProduct").write_text("7523\n")
    monkeypatch.setattr(chips_without_port, "__defaults__", (tmp_path,))
    found = [str(one.found) for one in check_roller(Folders(tmp_path))]
    assert any("1a86:7523 has no port" in one for one in found)


def test_a_computer_too_busy_to_open_a_window_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def slow(command: list[str], **_: object) -> None:
        raise subprocess.TimeoutExpired(command, 60)

    monkeypatch.setattr(subprocess, "run", slow)
    works, found, _ = findings(doctor.check_screen, tmp_path)["graphics (OpenGL)"]
    assert not works and "busy or very slow" in found
