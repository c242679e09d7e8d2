"""Cameras with HTTPS certificates of their own, trusted by their fingerprints."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.x509 import load_pem_x509_certificate

from companion.cli.main import run
from companion.pictures.sources import open_source
from companion.pictures.sources.stream_discovery import DiscoveredStream
from companion.pictures.sources.trusted_cameras import (
    NoFingerprint,
    TrustedCameras,
    UntrustedCertificate,
    format_fingerprint,
)
from companion.web.certificate import ensure_certificate
from tests.pictures.sources.quirky import FAST, OK, Asked, always, camera, is_grey, part


def own_fingerprint(certificate: Path) -> str:
    """SHA-256 of the certificate that the camera itself shows, the first in its file."""
    return format_fingerprint(load_pem_x509_certificate(certificate.read_bytes()).fingerprint(SHA256()).hex())


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    return ensure_certificate("127.0.0.1", tmp_path / "camera").file


def test_a_cameras_own_certificate_is_refused_until_it_is_trusted(certificate: Path, tmp_path: Path) -> None:
    trusted = TrustedCameras(tmp_path / "cameras.json")
    with camera(always(OK, part()), certificate) as phone:
        source = DiscoveredStream(phone.at(login="ann:x@", scheme="https"), FAST, trusts=trusted.of)
        with pytest.raises(UntrustedCertificate, match=r"self-signed certificate .*If this is your camera") as refused:
            source.read()
        assert source.untrusted is refused.value and not phone.asked
        assert format_fingerprint(refused.value.fingerprint) == own_fingerprint(certificate)
        trusted.trust(refused.value.machine, refused.value.fingerprint)
        assert is_grey(source.read()) and source.untrusted is None
        source.close()
        again = open_source(phone.at(scheme="https"), FAST, trusts=TrustedCameras(tmp_path / "cameras.json").of)
        assert is_grey(again.read())
        again.close()


def test_a_camera_can_be_trusted_while_it_is_tried_again(certificate: Path, tmp_path: Path) -> None:
    trusted = TrustedCameras(tmp_path / "cameras.json")
    kept: list[UntrustedCertificate | None] = []

    def fingerprint_of(machine: str) -> str | None:
        kept.append(source.untrusted)
        return trusted.of(machine)

    with camera(always(OK, part()), certificate) as phone:
        source = DiscoveredStream(phone.at(scheme="https"), FAST, trusts=fingerprint_of)
        for _ in range(2):
            with pytest.raises(UntrustedCertificate):
                source.read()
        assert kept[0] is None and isinstance(kept[1], UntrustedCertificate)


def test_a_certificate_that_changed_is_refused_and_gets_no_password(certificate: Path, tmp_path: Path) -> None:
    trusted = TrustedCameras(tmp_path / "cameras.json")
    with camera(always(OK, part()), certificate) as phone:
        trusted.trust(f"127.0.0.1:{phone.port}", "00" * 32)
        with pytest.raises(UntrustedCertificate, match="certificate changed since you trusted it"):
            open_source(phone.at(login="ann:x@", scheme="https"), trusts=trusted.of)
        assert not phone.asked


def test_watch_trusts_a_camera_by_the_fingerprint_that_it_printed(
    certificate: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    def says(_: Asked) -> Iterator[bytes]:
        return chain([OK], [part()] * 3) if len(phone.asked) < 3 else iter([b"HTTP/1.1 404 -\r\n\r\n"])

    with camera(says, certificate) as phone:
        watch = ["--data", str(tmp_path), "watch", "--source", phone.at(scheme="https")]
        assert run(watch) != 0
        printed = re.search(r"fingerprint ([0-9A-F:]{95})", capfd.readouterr().err)
        assert printed is not None
        run([*watch, "--trust", printed[1], "--give-up", "0.5"])
        assert "resolution 128 × 72" in capfd.readouterr().err.lower() and phone.asked


@pytest.mark.parametrize(("source", "typed"), [("https://phone", "AB:CD"), ("http://phone", "00" * 32)])
def test_what_is_no_fingerprint_trusts_nobody(source: str, typed: str, tmp_path: Path) -> None:
    trusted = TrustedCameras(tmp_path / "cameras.json")
    with pytest.raises(NoFingerprint):
        trusted.trust_at(source, typed)
    assert not (tmp_path / "cameras.json").exists()


@pytest.mark.parametrize("content", [b"", b"[]", b'{"certificates": {"a:1": 3}}', b"\xff", b"[" * 100_000])
def test_a_damaged_file_of_trusted_cameras_trusts_nobody(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "cameras.json").write_bytes(content)
    assert TrustedCameras(tmp_path / "cameras.json").of("a:1") is None
