"""The certificate authority of an installation, and the certificates that it makes for the camera page."""

from __future__ import annotations

import re
import socket
import ssl
import stat
from datetime import UTC, datetime, timedelta
from ipaddress import ip_network
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.x509.oid import ExtendedKeyUsageOID

from companion.web import authority, certificate
from companion.web.certificate import ensure_certificate
from companion.web.phone_camera import PhoneCamera

HOME = "192.168.1.20"


def test_a_phone_that_trusts_the_authority_trusts_the_camera_page_without_a_warning(tmp_path: Path) -> None:
    camera = PhoneCamera("127.0.0.1", tmp_path)
    try:
        trusting = ssl.create_default_context(cadata=camera.certificate.authority.der)
        where = "127.0.0.1", int(camera.address.rpartition(":")[2])
        with socket.create_connection(where, timeout=20) as line:
            trusting.wrap_socket(line, server_hostname="127.0.0.1").close()
    finally:
        camera.close()


def test_a_certificate_says_that_it_is_a_servers_as_apple_requires_and_lasts_less_than_a_year(tmp_path: Path) -> None:
    made = x509.load_pem_x509_certificate(ensure_certificate(HOME, tmp_path).file.read_bytes())
    uses = made.extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
    assert list(uses) == [ExtendedKeyUsageOID.SERVER_AUTH]
    assert made.not_valid_after_utc - made.not_valid_before_utc < timedelta(days=200)


def test_the_authority_vouches_for_private_networks_only_and_for_ten_years(tmp_path: Path) -> None:
    kept = authority.ensure_authority(tmp_path, HOME)
    constraints = kept.certificate.extensions.get_extension_for_class(x509.NameConstraints)
    assert constraints.critical and constraints.value.permitted_subtrees is not None
    assert len(constraints.value.permitted_subtrees) == len(authority.NETWORKS) + len(authority.DOMAINS)
    assert kept.certificate.not_valid_after_utc - datetime.now(UTC) > timedelta(days=3600)


def test_an_address_of_the_internet_has_an_authority_for_itself_alone(tmp_path: Path) -> None:
    home, other = ensure_certificate(HOME, tmp_path), ensure_certificate("203.0.113.7", tmp_path)
    assert home.fingerprint != other.fingerprint
    constraints = other.authority.certificate.extensions.get_extension_for_class(x509.NameConstraints).value
    assert constraints.permitted_subtrees == [x509.IPAddress(ip_network("203.0.113.7/32"))]
    assert ensure_certificate(HOME, tmp_path).fingerprint == home.fingerprint


def test_the_authority_stays_while_certificates_are_made_anew_for_another_address_or_before_their_end(
    tmp_path: Path,
) -> None:
    first = ensure_certificate(HOME, tmp_path)
    content = first.file.read_bytes()
    assert re.fullmatch(r"(?:[0-9A-F]{2}:){31}[0-9A-F]{2}", first.fingerprint)
    assert ensure_certificate(HOME, tmp_path).file.read_bytes() == content
    later = ensure_certificate(HOME, tmp_path, datetime.now(UTC) + timedelta(days=70))
    assert later.file.read_bytes() != content and later.fingerprint == first.fingerprint
    other = ensure_certificate("192.168.1.21", tmp_path)
    assert other.fingerprint == first.fingerprint


@pytest.mark.parametrize("ahead", [timedelta(days=3), timedelta(days=800), timedelta(days=-20000)])
def test_certificates_made_while_the_clock_was_wrong_are_made_anew(ahead: timedelta, tmp_path: Path) -> None:
    now = datetime.now(UTC)
    ensure_certificate(HOME, tmp_path, now + ahead)
    made = ensure_certificate(HOME, tmp_path, now)
    for issued in (x509.load_pem_x509_certificate(made.file.read_bytes()), made.authority.certificate):
        assert issued.not_valid_before_utc <= now < issued.not_valid_after_utc


def test_a_certificate_of_an_earlier_version_is_replaced_and_its_key_can_be_read_by_nobody_else(tmp_path: Path) -> None:
    for name in (certificate.FILE_NAME, authority.FILE_NAME):
        (tmp_path / name).write_bytes(b"")
        (tmp_path / name).chmod(0o644)
    for _ in range(2):
        ensure_certificate(HOME, tmp_path)
        for name in (certificate.FILE_NAME, authority.FILE_NAME):
            assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600
            (tmp_path / name).chmod(0o644)
