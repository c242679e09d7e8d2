"""``companion web`` in networks of real laptops: in a network namespace of its own, with interfaces of their names."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.prove("web")

ROOT = Path(__file__).resolve().parents[2]

SETTLED = 3
"""Seconds in which a new address is shown."""


@pytest.fixture
def isolated() -> list[str]:
    """The command that runs another in a network namespace of its own."""
    command = ["unshare", "--map-root-user", "--net"]
    if shutil.which("unshare") is None or shutil.which("ip") is None:
        pytest.skip("no unshare and ip, so no network of its own")
    if subprocess.run([*command, "ip", "link", "set", "lo", "up"], capture_output=True, check=False).returncode:
        pytest.skip("this account may not make network namespaces")
    return command


def served(isolated: list[str], tmp_path: Path, networks: str, then: str = "true") -> list[str]:
    """The lines of ``companion web`` with these networks, and after a change of them."""
    script = f"""
        add() {{ ip link add "$1" type bridge && ip addr add "$2" dev "$1" && ip link set "$1" up; }}
        ip link set lo up; {networks}
        "{sys.executable}" -u -m companion --data "{tmp_path / "data"}" web > "{tmp_path / "out"}" 2>&1 &
        for _ in $(seq 100); do grep -q http "{tmp_path / "out"}" && break; sleep .1; done
        sleep 1; {then}
        kill -TERM $!; wait
    """
    subprocess.run([*isolated, "bash", "-c", script], cwd=ROOT, capture_output=True, timeout=60, check=True)
    return [line for line in (tmp_path / "out").read_text().splitlines() if "http" in line or "network" in line]


@pytest.mark.parametrize(
    ("networks", "first", "other"),
    [
        ("add docker0 172.17.0.1/16; add wlp2s0 10.42.0.1/24", "10.42.0.1", "172.17.0.1 .*docker0"),
        (
            "add br-4f1c 172.18.0.1/16; add vboxnet0 192.168.56.1/24; add enp3s0 192.168.1.14/24",
            "192.168.1.14",
            "vboxnet0",
        ),
        (
            "add wlan0 192.168.1.14/24; add tun0 10.8.0.6/24; ip route add default dev tun0",
            "192.168.1.14",
            "10.8.0.6 .*tun0",
        ),
    ],
    ids=["a hotspot with Docker", "no internet, with VirtualBox", "a tunnel as the usual route"],
)
def test_the_first_address_is_the_one_that_phones_reach(
    isolated: list[str], tmp_path: Path, networks: str, first: str, other: str
) -> None:
    host, *others = served(isolated, tmp_path, networks)
    assert f"http://{first}:8460/#" in host
    assert any(re.search(other, line.replace(":8460", " ")) for line in others), others


def test_an_address_that_changes_is_shown_with_a_new_code(isolated: list[str], tmp_path: Path) -> None:
    change = f"ip addr flush dev wlan0; ip addr add 192.168.7.20/24 dev wlan0; sleep {SETTLED}"
    lines = served(isolated, tmp_path, "add wlan0 192.168.1.14/24", change)
    assert "http://192.168.1.14:8460/#" in lines[0]
    assert any("http://192.168.7.20:8460/#" in line for line in lines[1:]), lines
