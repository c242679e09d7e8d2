"""The command line keeps its manners, and ``companion doctor`` sees devices, networks, ports, clocks and disks."""

import json
import os
import shutil
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from importlib import metadata
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import ifaddr
import pytest
from typer.main import get_command

from companion import __version__
from companion.cli import doctor
from companion.cli.command_list import COMMANDS
from companion.cli.doctor import check_package
from companion.cli.doctor_checks import Finding, check_cameras, check_roller, check_web, server_finding
from companion.cli.main import app, every_command, run
from companion.cli.port_services import chips_without_port, running_services
from companion.folders import Folders
from companion.installation import package_command
from companion.journal import Journal
from companion.journal.store.server import Serving
from companion.pictures.sources.cameras import list_linux_cameras, needs_libcamera
from companion.platform_info import on_network_drive
from companion.web.network_interfaces import TABLE_PORT
from tests.cases import each
from tests.cli.printed import Say, document, refused
from tests.journal import kept_games
from tests.journal.test_journal import GAME, entry
from tests.pictures.sources.test_exposure import NOWHERE, listed

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


def findings_of(check: Callable[[Folders], Iterator[Finding]], folder: Path) -> dict[str, tuple[bool, str, str]]:
    """What a check finds wrong, by name."""
    return {str(one.name): (one.works, str(one.found), str(one.mend)) for one in check(Folders(folder))}


def networks(*addresses: tuple[str, str]) -> list[ifaddr.Adapter]:
    return [ifaddr.Adapter(name, name, [ifaddr.IP(ip, 24, name)]) for name, ip in addresses]


def test_the_addresses_that_phones_reach_are_named_or_missed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: networks(("docker0", "172.17.0.1"), ("wlan0", "192.168.1.14")))
    found = findings_of(check_web, tmp_path)
    assert "192.168.1.14 (wlan0)" in found["web pages for spectators and phones"][1] and "network" not in found
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: networks(("docker0", "172.17.0.1")))
    assert findings_of(check_web, tmp_path)["network"][1:] == (
        "none that phones can reach",
        "connect this computer to the phones' Wi-Fi",
    )


def test_a_taken_port_is_named_with_another(tmp_path: Path) -> None:
    try:
        taken = socket.create_server(("0.0.0.0", TABLE_PORT))
    except OSError:
        pytest.skip("another program has the port already")
    with taken:
        works, found, mend = findings_of(check_web, tmp_path)["port of the web pages"]
    assert not works and str(TABLE_PORT) in found and mend.startswith("companion web --port ")


def test_a_clock_that_is_behind_the_games_is_named(tmp_path: Path) -> None:
    journal = Folders(tmp_path).journal
    journal.touch()
    assert "clock" not in findings_of(doctor.check_data_folder, tmp_path)
    os.utime(journal, (time.time() + 9 * 86400,) * 2)
    assert findings_of(doctor.check_data_folder, tmp_path)["clock"][2] == "set the date and time of this computer"


def test_a_disk_with_little_room_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=5 << 20))
    works, found, mend = findings_of(doctor.check_data_folder, tmp_path)["data folder"]
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
    assert "drive" not in findings_of(doctor.check_data_folder, tmp_path)
    mounts = tmp_path / "mountinfo"
    mounts.write_text("27 1 0:52 / / rw - nfs attic:/ rw\n")
    monkeypatch.setattr(on_network_drive, "__defaults__", (mounts,))
    works, found, mend = findings_of(doctor.check_data_folder, tmp_path)["drive"]
    assert not works and "network drive" in found and mend.endswith("with --data")


def test_a_raspberry_pi_s_camera_is_named_with_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    devices = listed(tmp_path / "sys", {0: "unicam-image"})
    monkeypatch.delenv("LD_PRELOAD", raising=False)
    for asks in (needs_libcamera, list_linux_cameras):
        monkeypatch.setattr(asks, "__defaults__", (devices, NOWHERE, NOWHERE)[: len(asks.__defaults__ or ())])
    works, found, mend = findings_of(check_cameras, tmp_path)["cameras"]
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
    works, found, _ = findings_of(doctor.check_screen, tmp_path)["graphics (OpenGL)"]
    assert not works and "busy or very slow" in found


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--version"]) == 0
    assert capsys.readouterr().out == f"companion {__version__}\n"


def completed(shell: str, line: str, *, data: Path | None = None) -> list[str]:
    """What a shell offers at the end of a line."""
    words = line.split(" ")
    asked = {"_COMPANION_COMPLETE": f"complete_{shell}", "COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1)}
    asked |= {"_TYPER_COMPLETE_ARGS": line, "_TYPER_COMPLETE_FISH_ACTION": "get-args"}
    where = {} if data is None else {"XDG_DATA_HOME": str(data)}
    listing = subprocess.run(
        [sys.executable, "-m", "companion"],
        env={**os.environ, **asked, **where},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (listing.returncode, listing.stderr) == (0, "")
    return listing.stdout.split("\n")


def test_a_shell_completes_commands_kinds_of_games_and_presets() -> None:
    assert completed("bash", "companion sc")[0] == "score"
    assert completed("bash", "companion new --game so")[0] == "sorcerous-futures"
    assert completed("bash", "companion new --preset f")[0] == "french"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_completes_saved_games_by_a_name_or_an_id_that_needs_no_quotes(shell: str, tmp_path: Path) -> None:
    data = tmp_path / "decktet-companion"
    data.mkdir()
    with Journal.open(f"sqlite:///{data / 'games.db'}") as journal:
        journal.create(GAME)
        journal.create(replace(GAME, id="g2", name="At Ann's"))
    offered = " ".join(completed(shell, "companion show ", data=tmp_path))
    assert "Friday" in offered and "g2" in offered and "g1" not in offered


def test_help_lists_every_command_in_its_own_words() -> None:
    run(["--help"])  # in English, whatever language another test asked for
    listing = get_command(app).commands  # type: ignore[attr-defined]
    itself = every_command().commands
    assert itself and listing.keys() == itself.keys()
    for name, command in itself.items():
        # One that another test has run is loaded, and knows all its help.
        first, listed = (" ".join((one.help or "").partition("\n\n")[0].split()) for one in (command, listing[name]))
        assert first == listed == COMMANDS[name].partition("\n\n")[0], name


def test_a_list_of_the_commands_needs_no_rules_of_any_game() -> None:
    heavy = "{'companion.games', 'tests.bench', 'sqlalchemy', 'companion.rolls'}"
    program = f"import sys; from companion.__main__ import run; run(['--help']); print(*{heavy} & set(sys.modules))"
    asked = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "doctor" in asked.stdout and asked.stdout.splitlines()[-1] == ""


def test_without_a_screen_the_app_says_so_in_one_line(say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(name, raising=False)
    assert "no display is available" in refused(say)


def findings(say: Say) -> dict[str, Any]:
    """What the doctor finds, by name."""
    return {finding["name"]: finding for finding in document(say, "doctor")}


def test_the_doctor_names_what_is_missing_and_what_mends_it(say: Say, data: Path) -> None:
    data.write_text("in the way")
    found = findings(say)
    assert found["Python"]["works"]
    assert not found["data folder"]["works"] and "--data" in found["data folder"]["mend"]
    assert say("doctor")[0] == 1


def test_the_doctors_report_names_no_file_game_deck_or_person(say: Say, data: Path, tmp_path: Path) -> None:
    (data / "decks" / "grandmother").mkdir(parents=True)
    file = tmp_path / "report.txt"
    assert say("doctor", "--report", str(file))[0] in (0, 1)
    text = file.read_text("utf8")
    assert text.startswith(f"Decktet companion {__version__}\n") and f"ok: numpy {metadata.version('numpy')}" in text
    assert "ok: data folder\n" in text and "/" not in text and "grandmother" not in text


def test_the_doctor_checks_every_declared_package_and_its_version(say: Say) -> None:
    found = findings(say)
    for name in ("numpy", "opencv-python", "onnxruntime", "kivy", "sqlalchemy", "typer", "reportlab"):
        assert found[name]["works"] and found[name]["found"] == metadata.version(name)


def test_the_doctor_names_a_package_that_is_too_old_or_absent_and_what_mends_it() -> None:
    has = metadata.version("numpy")
    old, absent, fine = check_package("numpy>=99"), check_package("no-such-package>=1"), check_package("numpy>=1.26")
    assert old is not None and not old.works
    assert str(old.found) == f"{has}, but >=99 is required"
    assert old.mend == package_command("numpy>=99")
    assert absent is not None and not absent.works and str(absent.found) == "not installed"
    assert fine is not None and fine.works
    assert check_package('torch>=2.4; extra == "train"') is None


@each(
    ("line", "works", "expected"),
    [
        ({"owns": True}, False, "tablet owns the tables and can delete them"),
        ({"tls": False}, False, "without TLS"),
        ({"checked": False}, False, "over TLS, server not verified"),
        ({}, True, "over TLS, server verified"),
        ({"within": True, "tls": False}, True, "on this computer"),
    ],
)
def test_the_doctor_says_how_to_mend_the_line_to_a_server(line: dict[str, bool], works: bool, expected: str) -> None:
    usual: dict[str, Any] = {"within": False, "tls": True, "checked": True, "owns": False}
    found = server_finding(Serving("15.8", "tablet", **{**usual, **line}))
    assert found.works == works and expected in str(found.found) and (works or found.mend)


def test_the_doctor_speaks_to_people_too(say: Say) -> None:
    assert "data folder" in say("doctor")[1]


def journal_finding(say: Say) -> list[dict[str, Any]]:
    return [finding for finding in document(say, "doctor") if finding["name"] == "saved games"]


def test_the_doctor_checks_that_every_move_is_as_it_was_written(say: Say, data: Path) -> None:
    assert journal_finding(say)[0]["found"] == "none yet"
    assert not (data / "games.db").exists()
    with Journal.open(f"sqlite:///{data / 'games.db'}") as journal:
        journal.create(kept_games.GAME, kept_games.MOVES[:3])
    (sound,) = journal_finding(say)
    assert sound["works"] and sound["found"] == "1 game, no damage found"
    with closing(sqlite3.connect(data / "games.db")) as vandal, vandal:
        vandal.execute("UPDATE entries SET seat = 1 WHERE seq = 2")
    (changed,) = journal_finding(say)
    assert not changed["works"] and "game 'sound', move 2: checksum mismatch" in changed["found"]
    assert "companion restore" in changed["mend"]


def test_the_doctor_hears_from_the_database_that_it_is_damaged(say: Say, data: Path) -> None:
    data.mkdir()
    with Journal.open(f"sqlite:///{data / 'games.db'}") as journal:
        journal.create(GAME, [entry(seq) for seq in range(1, 200)])
    content = bytearray((data / "games.db").read_bytes())
    content[-2048:] = bytes(2048)
    (data / "games.db").write_bytes(content)
    (damaged,) = journal_finding(say)
    assert not damaged["works"] and "damaged" in damaged["found"]
