"""The page that lets a phone trust this computer: for everybody, in both languages, with what each system takes."""

from __future__ import annotations

import plistlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from cryptography import x509

from companion.web.hosting.games_server import GamesServer
from companion.web.phone_camera import PhoneCamera
from tests.web.site import Tab, games_server


@pytest.fixture
def server(tmp_path: Path) -> Iterator[GamesServer]:
    camera = PhoneCamera("127.0.0.1", tmp_path)
    with games_server(tmp_path, phone=camera) as server:
        yield server
    camera.close()


def test_the_trust_page_needs_no_code_and_gives_the_certificate_to_android_and_a_profile_to_ios(
    server: GamesServer, tmp_path: Path
) -> None:
    phone = Tab(f"{server.address}/trust")
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


def test_the_hosts_camera_page_shows_one_code_until_it_is_used_and_the_fingerprint_to_compare(
    server: GamesServer,
) -> None:
    host, guest = Tab(server.invitation()), Tab(server.invitation())
    first, second = host.get("/camera")["main"], host.get("/camera")["main"]
    assert first == second and "SHA-256" in first and "/trust" in first
    assert guest.get("/camera")["status"] == 404
