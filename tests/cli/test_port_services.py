"""Services that take the roller's port are named by `roller list` and `doctor`."""

from __future__ import annotations

import json
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.cli.port_services import chips_without_port, running_services
from tests.cli.printed import Say, document

SLEEP = shutil.which("sleep")

pytestmark = pytest.mark.skipif(not Path("/proc/self/comm").exists(), reason="only Linux names its processes so")


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


def test_the_list_of_rollers_names_the_service_that_may_hold_the_port(service: str, say: Say) -> None:
    status, out, err = say("roller", "list", "--port", "/dev/no-such-port", "--json")
    assert status == 1 and service in json.loads(out)[0]["services"]
    assert f"{service} may block the roller's port" in err
    assert f"sudo systemctl stop {service}" in err


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


def test_a_process_that_may_not_be_read_is_none(tmp_path: Path) -> None:
    (tmp_path / "7").mkdir()
    (tmp_path / "7" / "comm").mkdir()
    assert running_services(tmp_path) == []
