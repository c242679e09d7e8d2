"""Cameras with certificates of their own, trusted by fingerprints, or that want a name and a password."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Callable, Iterator
from itertools import chain, repeat
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.x509 import load_pem_x509_certificate

from companion.cli.main import run
from companion.pictures.sources.frame import SourceError
from companion.pictures.sources.http_response import HttpClient, parse_http_address
from companion.pictures.sources.opening import open_source
from companion.pictures.sources.stream_discovery import DiscoveredStream
from companion.pictures.sources.trusted_cameras import (
    NoFingerprint,
    TrustedCameras,
    UntrustedCertificate,
    format_fingerprint,
)
from companion.web.certificates import ensure_certificate
from tests.cases import each
from tests.pictures.sources.test_quirky_cameras import FAST, OK, Asked, Says, always, camera, is_grey, part


def digest_lock(user: str, password: str, ways: list[str], extra: str = "") -> tuple[Says, list[str]]:
    """A camera that checks a digest as RFC 7616 has it, and the nonces that it gave; each is good for five requests."""
    nonces: list[str] = []
    used: dict[str, int] = {}

    def says(asked: Asked) -> Iterator[bytes]:
        sent = asked.headers.get("authorization", "")
        values = {name: quoted or bare for name, quoted, bare in re.findall(r'(\w+)=(?:"([^"]*)"|([^\s,]+))', sent)}
        if sent.startswith("Digest ") and values["nonce"] in nonces and used.get(values["nonce"], 0) < 5:
            hashed = hashlib.sha256 if values.get("algorithm", "MD5").upper().startswith("SHA-256") else hashlib.md5
            used[values["nonce"]] = used.get(values["nonce"], 0) + 1
            assert "qop" not in values or int(values["nc"], 16) == used[values["nonce"]]
            if values["response"] == expected(values, hashed) and values["uri"] == asked.path:
                return chain([OK], repeat(part()))
        nonces.append(f"n{len(nonces)}")
        lines = [f'WWW-Authenticate: Digest realm="my cam", nonce="{nonces[-1]}", opaque="o", {way}' for way in ways]
        return iter(["\r\n".join(["HTTP/1.1 401 Unauthorized", *lines, *filter(None, [extra]), "", ""]).encode()])

    def expected(values: dict[str, str], hashed: Callable[[bytes], hashlib._Hash]) -> str:
        def digest(*parts: str) -> str:
            return hashed(":".join(parts).encode()).hexdigest()

        identity = digest(user, "my cam", password)
        if values.get("algorithm", "").endswith("-sess"):
            identity = digest(identity, values["nonce"], values["cnonce"])
        request = digest("GET", values["uri"])
        if "qop" not in values:
            return digest(identity, values["nonce"], request)
        return digest(identity, values["nonce"], values["nc"], values["cnonce"], "auth", request)

    return says, nonces


@each(
    "ways",
    [
        ['qop="auth"'],
        ['qop="auth", algorithm=MD5'],
        ['qop="auth", algorithm=SHA-256'],
        ['qop="auth,auth-int", algorithm="SHA-256"'],
        ['qop="auth", algorithm=MD5-sess'],
        ["algorithm=MD5"],
        ['qop="auth", algorithm=SHA-512-256', 'qop="auth", algorithm=SHA-256', 'qop="auth", algorithm=MD5'],
    ],
)
def test_a_camera_that_wants_a_digest_gets_one_and_never_the_password(ways: list[str]) -> None:
    says, _ = digest_lock("ann", 'p@ss/"é', ways, extra='WWW-Authenticate: Basic realm="x"')
    with camera(says) as phone:
        source = open_source(phone.at("/video?x=1", 'ann:p@ss/"é@'), FAST)
        assert is_grey(source.read())
        source.close()
        sent = " ".join(asked.headers.get("authorization", "") for asked in phone.asked)
    assert "Basic" not in sent and "p@ss" not in sent
    assert ("SHA-256" in sent) == ("SHA-256" in str(ways))


def test_a_digest_goes_on_with_a_new_nonce_once_the_old_one_is_used_up() -> None:
    says, nonces = digest_lock("ann", "x", ['qop="auth"'], extra="")
    with camera(says) as phone:
        caller = HttpClient(parse_http_address(phone.at(login="ann:x@")))
        for _ in range(12):
            caller.request().close()
    assert len(nonces) == 3 and len(phone.asked) == 15


@each("login", ["ann:wrong@", "bob:x@"])
def test_a_wrong_password_is_tried_once_and_said(login: str) -> None:
    says, _ = digest_lock("ann", "x", ['qop="auth"'])
    with camera(says) as phone:
        with pytest.raises(SourceError, match=r"HTTP error 401.*\. Check the name and the password\.$") as refused:
            open_source(phone.at(login=login))
        assert sum("authorization" in asked.headers for asked in phone.asked) == 1
    assert "wrong" not in str(refused.value)


def test_a_camera_that_wants_the_plain_password_gets_it_whatever_letters_it_has() -> None:
    wanted = "Basic " + base64.b64encode("ann:p@ss/é".encode()).decode()

    def says(asked: Asked) -> Iterator[bytes]:
        if asked.headers.get("authorization") != wanted:
            return iter([b'HTTP/1.1 401 -\r\nWWW-Authenticate: Basic realm="x"\r\n\r\n'])
        return chain([OK], repeat(part()))

    with camera(says) as phone:
        source = open_source(phone.at(login="ann:p@ss/é@"), FAST)
        assert is_grey(source.read())
        source.close()


def test_an_address_without_a_login_says_where_it_is_written() -> None:
    says, _ = digest_lock("ann", "x", ['qop="auth"'])
    with camera(says) as phone, pytest.raises(SourceError, match=r"\. Add the name and the password to the address"):
        open_source(phone.at())


def own_fingerprint(certificate: Path) -> str:
    """SHA-256 of the certificate that the camera itself shows, the first in its file."""
    return format_fingerprint(load_pem_x509_certificate(certificate.read_bytes()).fingerprint(SHA256()).hex())


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    return ensure_certificate("127.0.0.1", tmp_path / "camera")[0]


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
