"""The pages' certificates, the page that trusts them, addresses to listen on, and networks of laptops."""

import plistlib
import re
import shutil
import socket
import ssl
import stat
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from ipaddress import ip_network
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.x509.oid import ExtendedKeyUsageOID

from companion.web import certificates
from companion.web.certificates import ensure_certificate
from companion.web.hosting.games_server import GamesServer
from companion.web.listen_address import find_place
from companion.web.network_interfaces import LOOPBACK, list_interfaces
from companion.web.phone_camera import PhoneCamera
from tests.play.kept_play import kept
from tests.web.site import Tab, games_server


@pytest.fixture
def camera_server(tmp_path: Path) -> Iterator[GamesServer]:
    camera = PhoneCamera("127.0.0.1", tmp_path)
    with games_server(tmp_path, phone=camera) as server:
        yield server
    camera.close()


def test_the_trust_page_needs_no_code_and_serves_android_and_ios(camera_server: GamesServer, tmp_path: Path) -> None:
    phone = Tab(f"{camera_server.address}/trust")
    assert phone.entered == 401
    status, page, _ = phone.ask("GET", "/trust")
    text = page.decode()
    assert status == 200 and "iPhone and iPad" in text and "Certificate Trust Settings" in text and "Android" in text
    _, certificate, headers = phone.ask("GET", "/trust/decktet-companion.crt")
    assert headers["content-type"] == "application/x-x509-ca-cert"
    kept = x509.load_pem_x509_certificate((tmp_path / "web-authority.pem").read_bytes())
    assert x509.load_der_x509_certificate(certificate) == kept
    _, profile, headers = phone.ask("GET", "/trust/decktet-companion.mobileconfig")
    assert headers["content-type"] == "application/x-apple-aspen-config"
    (content,) = plistlib.loads(profile)["PayloadContent"]
    assert content["PayloadType"] == "com.apple.security.root" and content["PayloadContent"] == certificate
    french = phone.ask("GET", "/trust", headers={"x-language": "fr"})[1].decode()
    assert '<html lang="fr"' in french and "Android" in french and french != text


def test_the_hosts_camera_page_shows_one_code_until_its_use_and_the_fingerprint(camera_server: GamesServer) -> None:
    host, guest = Tab(camera_server.invitation()), Tab(camera_server.invitation())
    first, second = host.get("/camera")["main"], host.get("/camera")["main"]
    assert first == second and "SHA-256" in first and "/trust" in first
    assert guest.get("/camera")["status"] == 404


NETWORK = next(one.address for one in list_interfaces())


@pytest.mark.parametrize("host", [None, "0.0.0.0"])
def test_every_address_of_this_computer_answers_and_the_one_for_phones_is_shown(host: str | None) -> None:
    place = find_place(host)
    assert (place.bind, place.shown) == ("0.0.0.0", NETWORK)


@pytest.mark.parametrize("host", ["localhost", socket.gethostname()])
def test_a_name_of_this_computer_is_served_at_its_address_with_a_camera_too(host: str, tmp_path: Path) -> None:
    place = find_place(host)
    assert host.lower() in place.hosts
    camera = PhoneCamera(place.shown, tmp_path)
    camera.close()


def test_a_page_at_every_address_is_opened_by_each(tmp_path: Path) -> None:
    with games_server(tmp_path, kept("g"), host="0.0.0.0") as server:
        for address in {LOOPBACK, "localhost", NETWORK}:
            assert Tab(f"http://{address}:{server.site.port}/").entered == 401
        assert Tab(f"http://{LOOPBACK}:{server.site.port}/").ask("GET", "/", headers={"host": "x.example"})[0] == 421
        for name in (socket.gethostname(), f"{socket.gethostname()}.local"):
            asked = Tab(f"http://{LOOPBACK}:{server.site.port}/").ask(
                "GET", "/", headers={"host": f"{name}:{server.site.port}"}
            )
            assert asked[0] == 401, name


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


@pytest.mark.prove("web")
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
def test_phones_reach_the_first_address(
    isolated: list[str], tmp_path: Path, networks: str, first: str, other: str
) -> None:
    host, *others = served(isolated, tmp_path, networks)
    assert f"http://{first}:8460/#" in host
    assert any(re.search(other, line.replace(":8460", " ")) for line in others), others


@pytest.mark.prove("web")
def test_an_address_that_changes_is_shown_with_a_new_code(isolated: list[str], tmp_path: Path) -> None:
    change = f"ip addr flush dev wlan0; ip addr add 192.168.7.20/24 dev wlan0; sleep {SETTLED}"
    lines = served(isolated, tmp_path, "add wlan0 192.168.1.14/24", change)
    assert "http://192.168.1.14:8460/#" in lines[0]
    assert any("http://192.168.7.20:8460/#" in line for line in lines[1:]), lines


HOME = "192.168.1.20"


def test_a_phone_that_trusts_the_authority_trusts_the_camera_page_without_a_warning(tmp_path: Path) -> None:
    camera = PhoneCamera("127.0.0.1", tmp_path)
    try:
        trusting = ssl.create_default_context(cadata=camera.authority.der)
        where = "127.0.0.1", int(camera.address.rpartition(":")[2])
        with socket.create_connection(where, timeout=20) as line:
            trusting.wrap_socket(line, server_hostname="127.0.0.1").close()
    finally:
        camera.close()


def test_a_certificate_says_that_it_is_a_servers_as_apple_requires_and_lasts_less_than_a_year(tmp_path: Path) -> None:
    made = x509.load_pem_x509_certificate(ensure_certificate(HOME, tmp_path)[0].read_bytes())
    uses = made.extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
    assert list(uses) == [ExtendedKeyUsageOID.SERVER_AUTH]
    assert made.not_valid_after_utc - made.not_valid_before_utc < timedelta(days=200)


def test_the_authority_vouches_for_private_networks_only_and_for_ten_years(tmp_path: Path) -> None:
    kept = certificates.ensure_authority(tmp_path, HOME)
    constraints = kept.certificate.extensions.get_extension_for_class(x509.NameConstraints)
    assert constraints.critical and constraints.value.permitted_subtrees is not None
    assert len(constraints.value.permitted_subtrees) == len(certificates.NETWORKS) + len(certificates.DOMAINS)
    assert kept.certificate.not_valid_after_utc - datetime.now(UTC) > timedelta(days=3600)


def test_an_address_of_the_internet_has_an_authority_for_itself_alone(tmp_path: Path) -> None:
    (_, home), (_, other) = ensure_certificate(HOME, tmp_path), ensure_certificate("203.0.113.7", tmp_path)
    assert home.fingerprint != other.fingerprint
    constraints = other.certificate.extensions.get_extension_for_class(x509.NameConstraints).value
    assert constraints.permitted_subtrees == [x509.IPAddress(ip_network("203.0.113.7/32"))]
    assert ensure_certificate(HOME, tmp_path)[1].fingerprint == home.fingerprint


def test_the_authority_stays_while_certificates_are_renewed_for_an_address_or_before_their_end(tmp_path: Path) -> None:
    file, first = ensure_certificate(HOME, tmp_path)
    content = file.read_bytes()
    assert re.fullmatch(r"(?:[0-9A-F]{2}:){31}[0-9A-F]{2}", first.fingerprint)
    assert ensure_certificate(HOME, tmp_path)[0].read_bytes() == content
    _, later = ensure_certificate(HOME, tmp_path, datetime.now(UTC) + timedelta(days=70))
    assert file.read_bytes() != content and later.fingerprint == first.fingerprint
    _, other = ensure_certificate("192.168.1.21", tmp_path)
    assert other.fingerprint == first.fingerprint


@pytest.mark.parametrize("ahead", [timedelta(days=3), timedelta(days=800), timedelta(days=-20000)])
def test_certificates_made_while_the_clock_was_wrong_are_made_anew(ahead: timedelta, tmp_path: Path) -> None:
    now = datetime.now(UTC)
    ensure_certificate(HOME, tmp_path, now + ahead)
    file, authority = ensure_certificate(HOME, tmp_path, now)
    for issued in (x509.load_pem_x509_certificate(file.read_bytes()), authority.certificate):
        assert issued.not_valid_before_utc <= now < issued.not_valid_after_utc


def test_a_certificate_of_an_earlier_version_is_replaced_and_its_key_can_be_read_by_nobody_else(tmp_path: Path) -> None:
    for name in (certificates.PAGE_FILE_NAME, certificates.FILE_NAME):
        (tmp_path / name).write_bytes(b"")
        (tmp_path / name).chmod(0o644)
    for _ in range(2):
        ensure_certificate(HOME, tmp_path)
        for name in (certificates.PAGE_FILE_NAME, certificates.FILE_NAME):
            assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600
            (tmp_path / name).chmod(0o644)
