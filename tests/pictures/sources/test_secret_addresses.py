"""Addresses with secrets, as people paste them: no part of a secret is printed, logged or looked up."""

from __future__ import annotations

import logging
import os
import socket
import threading
import traceback
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from companion.cli.main import run
from companion.pictures.sources import NewestFrame, SourceError, SourceEvent, SourceLost, parse_source
from companion.pictures.sources.address import NoAddress, parse_address, redact_address
from companion.pictures.sources.connection_errors import RequestRefused, unreachable
from tests.cases import each
from tests.pictures.sources.pasted import PASTED, Pasted
from tests.pictures.sources.quirky import Asked, camera

FILMS = [one for one in PASTED if one.film]
OTHERS = [one for one in PASTED if not one.film]
"""Whose names the companion looks up itself; FFmpeg does its own."""


def named(pasted: Pasted) -> str:
    return pasted.text


def check(text: str, pasted: Pasted) -> None:
    """Nothing of the secret is in a text."""
    for secret in filter(None, pasted.secrets):
        assert secret not in text, (pasted.text, text)


@pytest.fixture
def resolved_names(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names that were looked up: nobody knows any."""
    names: list[str] = []

    def unknown(host: str, *_: object, **__: object) -> None:
        names.append(host)
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(socket, "getaddrinfo", unknown)
    return names


def test_there_are_enough_addresses_to_mean_something() -> None:
    assert len(PASTED) >= 60


@each("pasted", PASTED, ids=named)
def test_an_address_is_shown_without_its_secret(pasted: Pasted) -> None:
    check(redact_address(pasted.text), pasted)
    assert pasted.host in redact_address(pasted.text)
    with suppress(NoAddress):
        check(repr(parse_address(pasted.text)) + str(parse_address(pasted.text)), pasted)


@each("pasted", [one for one in PASTED if one.host], ids=named)
def test_the_machine_that_is_meant_is_asked_and_gets_the_secret(pasted: Pasted) -> None:
    address = parse_address(pasted.text)
    assert address.host == pasted.host
    assert pasted.secrets[0] in f"{address.user}:{address.password} {address.path}".replace("%23", "#")
    # FFmpeg takes an address apart at its first / # or ?
    assert urlsplit(address.for_ffmpeg()).hostname == pasted.host.lower()


@each("pasted", OTHERS, ids=named)
def test_no_error_repeats_a_secret_and_no_part_of_it_is_looked_up(pasted: Pasted, resolved_names: list[str]) -> None:
    resolved_names.clear()
    with pytest.raises(SourceError) as refused:
        parse_source(pasted.text).read()
    check("".join(traceback.format_exception(refused.value)) + repr(refused.value), pasted)
    assert set(resolved_names) == ({pasted.host.lower()} if pasted.host else set())


@each("pasted", [one for one in PASTED if one.host], ids=named)
def test_what_a_server_repeats_of_a_secret_is_not_printed(pasted: Pasted) -> None:
    address = parse_address(pasted.text)
    echo = f"Not Found {address.path} {address.user} {address.password}"
    check(str(RequestRefused(address, 404, echo, with_login=True)), pasted)
    check(str(unreachable(address, OSError(echo))), pasted)


@pytest.mark.parametrize("as_json", ["", "--json"])
@each("pasted", OTHERS, ids=named)
def test_watch_prints_no_secret(
    pasted: Pasted, as_json: str, resolved_names: list[str], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    run(["--data", str(tmp_path), "watch", "--source", pasted.text, *filter(None, [as_json])])
    printed = capfd.readouterr()
    check(printed.out + printed.err.replace(str(tmp_path), ""), pasted)
    assert printed.err.strip()


@pytest.mark.parametrize(
    "words", [["roll", "--source", "camera", "--port"], ["deck", "show", "--name", "mine", "--source"]], ids=" ".join
)
def test_no_other_command_with_a_camera_prints_a_secret(
    words: list[str], resolved_names: list[str], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    for pasted in OTHERS:
        run(["--data", str(tmp_path), *words, pasted.text])
        printed = capfd.readouterr()
        check(printed.out + printed.err, pasted)
        assert printed.err.strip()


@pytest.mark.parametrize("pasted", FILMS, ids=named)
def test_ffmpeg_asks_the_machine_that_is_meant_and_prints_no_secret(
    pasted: Pasted, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    def says(_: Asked) -> Iterator[bytes]:
        yield b"RTSP/1.0 404 Not Found\r\nCSeq: 1\r\n\r\n"

    with camera(says) as phone:
        run(["--data", str(tmp_path), "watch", "--source", pasted.text.replace("phone:554", f"127.0.0.1:{phone.port}")])
    printed = capfd.readouterr()
    check(printed.out + printed.err, pasted)
    assert f"127.0.0.1:{phone.port}" in printed.err
    assert phone.asked or not pasted.text.startswith("rtsp"), "the others wait to be spoken to"


def test_a_stream_that_is_lost_says_why_without_the_secret(resolved_names: list[str]) -> None:
    events: list[SourceEvent] = []
    requested = threading.Event()

    def hear(event: SourceEvent) -> None:
        events.append(event)
        requested.set()

    with NewestFrame(parse_source("http://zita:p@ss/w0rd@phone:8080/video?pwd=qx7"), hear):
        assert requested.wait(20)
    lost = events[0]
    assert isinstance(lost, SourceLost)
    assert not any(secret in str(lost.reason) for secret in ("ss/w0rd", "p@ss", "qx7", "zita"))
    assert set(resolved_names) == {"phone"}


def test_no_redirect_makes_an_error_repeat_the_secret() -> None:
    def says(_: Asked) -> Iterator[bytes]:
        yield b"HTTP/1.1 302 Found\r\nLocation: ftp://x/hush?back=hush\r\n\r\n"

    with camera(says) as phone, pytest.raises(SourceError) as refused:
        parse_source(phone.at("/v?pwd=hush")).read()
    assert "hush" not in str(refused.value)


def test_no_log_of_a_request_repeats_a_secret(caplog: pytest.LogCaptureFixture) -> None:
    def says(_: Asked) -> Iterator[bytes]:
        yield b"HTTP/1.1 302 Found\r\nLocation: /hush?pwd=hush\r\n\r\n"

    caplog.set_level(logging.DEBUG)
    with camera(says) as phone, pytest.raises(SourceError, match="too many redirects"):
        parse_source(phone.at("/v?pwd=hush", login="ann:hush@")).read()
    assert "hush" not in caplog.text


@pytest.mark.parametrize("name", ["film@2x.mp4", "ann:b@c.mp4", "pwd=1.mp4"])
def test_a_files_name_is_not_taken_for_an_address(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if os.name == "nt" and ":" in name:
        pytest.skip("Windows knows no such name")
    monkeypatch.chdir(tmp_path)
    Path(name).write_bytes(b"no film")
    with pytest.raises(SourceError, match="damaged video"):
        parse_source(name).read()
