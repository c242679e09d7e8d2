"""Addresses as people type and paste them: understood, and no part of a secret is printed, logged or lost."""

import logging
import os
import socket
import threading
import traceback
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import numpy as np
import pytest

from companion.cli.main import run
from companion.pictures.arrays import Picture
from companion.pictures.sources.address import NoAddress, parse_address, redact_address
from companion.pictures.sources.connection_errors import RequestRefused, unreachable
from companion.pictures.sources.frame import NewestFrame, SourceError, SourceEvent, SourceLost
from companion.pictures.sources.opening import open_source, parse_source
from companion.pictures.sources.stream_discovery import USUAL_PATHS
from tests.bench.picture_server import PictureServer
from tests.cases import each
from tests.pictures.sources.test_quirky_cameras import Asked, Says, camera, is_grey, once


@dataclass(frozen=True)
class Pasted:
    """``secrets``: the whole secret, then pieces of it; ``host``: the machine that is meant, empty if none can be."""

    text: str
    secrets: tuple[str, ...]
    host: str = "phone"

    @property
    def film(self) -> bool:
        """Whether FFmpeg opens it."""
        return self.text.strip().lower().startswith(("rtsp", "rtmp", "tcp:", "udp:")) and bool(self.host)


PASTED = (
    # any character in a password
    Pasted("http://zita:qx7vz9@phone/video", ("qx7vz9", "zita")),
    Pasted("http://zita:p@ss/w0rd@phone:8080/video", ("p@ss/w0rd", "ss/w0rd", "w0rd", "zita")),
    Pasted("http://zita:p@ss#w0rd@phone/video", ("p@ss#w0rd", "ss#w0rd", "w0rd", "zita")),
    Pasted("http://zita:p@ss?w0rd@phone/video", ("p@ss?w0rd", "ss?w0rd", "w0rd", "zita")),
    Pasted("http://zita:p@s@s/w@rd@phone/video", ("p@s@s/w@rd", "s/w@", "w@rd", "zita")),
    Pasted("http://zita:a/b@c/d@phone/video", ("a/b@c/d", "b@c", "c/d", "zita")),
    Pasted("http://zita:p@1.2.3.4/x@phone/video", ("p@1.2.3.4/x", "1.2.3.4", "zita")),
    Pasted("http://zita:12/34@phone:8080/video", ("12/34", "zita")),
    Pasted("http://zita:/qx7vz9@phone/video", ("/qx7vz9", "qx7vz9", "zita")),
    Pasted("http://zita:qx7:vz9@phone/video", ("qx7:vz9", "qx7", "zita")),
    Pasted("http://zita:q7;x&v=9@phone/video", ("q7;x&v=9", ";x&v", "zita")),
    Pasted("http://zita:qx7%40vz9@phone/video", ("qx7@vz9", "qx7%40", "zita")),
    Pasted("http://zita:qx7 vz9@phone/video", ("qx7 vz9", "qx7", "zita")),
    Pasted("http://zita:qx7ü/é@phone/video", ("qx7ü/é", "qx7ü", "zita")),
    Pasted("http://zita:qx7\\vz9@phone/video", ("qx7\\vz9", "qx7", "zita")),
    Pasted("http://zita:[qx7vz9]@phone/video", ("[qx7vz9]", "qx7vz9", "zita")),
    Pasted("http://zita%2Fb:qx7vz9@phone/video", ("qx7vz9", "zita")),
    Pasted("http://qx7vz9@phone/video", ("qx7vz9",)),
    Pasted("http://zita@qx7vz9/w0rd@phone/video", ("zita@qx7vz9/w0rd", "qx7vz9", "w0rd")),
    Pasted("https://zita:qx7/vz9@phone:8443/", ("qx7/vz9", "qx7", "zita")),
    Pasted("HTTP://zita:qx7/vz9@Phone/V", ("qx7/vz9", "qx7/", "zita"), "Phone"),
    Pasted(" \u00a0http://zita:qx7/vz9@phone/video \r\n", ("qx7/vz9", "qx7", "zita")),
    Pasted("<http://zita:qx7/vz9@phone/video>", ("qx7/vz9", "qx7", "zita")),
    Pasted("http:/zita:qx7/vz9@phone/video.mp4", ("qx7/vz9", "qx7", "zita")),
    Pasted("http:zita:qx7/vz9@phone/video", ("qx7/vz9", "qx7", "zita")),
    # parameters
    Pasted("http://zita:qx7vz9@phone/video?user=zita&auth=key1", ("qx7vz9", "key1")),
    Pasted("http://phone/v?loginuse=admin&loginpas=qx7vz9", ("qx7vz9",)),
    Pasted("http://phone/v?usr=admin&pwd=qx7vz9", ("qx7vz9",)),
    Pasted("http://phone/v?user=admin&pwd=qx7@vz9", ("qx7@vz9", "qx7", "vz9")),
    Pasted("http://phone/v?user=zita@home.example&pwd=qx7@vz9/x", ("qx7@vz9/x", "qx7", "vz9/")),
    Pasted("http://phone/v?user=admin&pwd=qx7#vz9", ("qx7", "vz9")),
    Pasted("http://phone/v?user=admin&pwd=qx7&vz9", ("qx7", "vz9")),
    Pasted("http://phone/v?admin:qx7vz9", ("qx7vz9",)),
    Pasted("http://phone/v?qx7vz9", ("qx7vz9",)),
    Pasted("http://phone/cgi?u=admin&p=qx7vz9", ("qx7vz9",)),
    Pasted("http://phone/cgi?user=admin&psw=qx7vz9", ("qx7vz9",)),
    Pasted("http://phone/cgi?passwort=qx7vz9", ("qx7vz9",)),
    Pasted("http://phone/cgi?mdp=qx7vz9", ("qx7vz9",)),
    Pasted("http://phone/cgi?access_token=qx7vz9&x=1", ("qx7vz9",)),
    Pasted("http://phone/cgi?channel=1&Signature=qx7vz9", ("qx7vz9",)),
    Pasted("http://phone/v;pwd=qx7vz9", ("qx7vz9",)),
    Pasted("http://phone/v;user=zita;pwd=qx7vz9;x=1", ("qx7vz9",)),
    Pasted("http://phone/admin:qx7vz9@video", ("qx7vz9",)),
    Pasted("http://phone/user=zita_password=qx7vz9_channel=1", ("qx7vz9",)),
    Pasted("http://phone:554/user=zita_password=qx7@vz9_channel=1", ("qx7@vz9", "qx7", "vz9_")),
    Pasted("http://phone/user=zita&password=qx7/vz9&channel=1", ("qx7/vz9", "qx7", "vz9&")),
    # films
    Pasted("rtsp://zita:p@ss/w0rd@phone:554/live", ("p@ss/w0rd", "ss/w0rd", "w0rd", "zita")),
    Pasted("rtsp://zita:p@ss?w0rd#x@phone:554/live", ("p@ss?w0rd#x", "w0rd", "zita")),
    Pasted("rtsp://phone:554/user=zita_password=qx7vz9_channel=1", ("qx7vz9",)),
    Pasted("rtmp://zita:qx7vz9@phone:554/live", ("qx7vz9", "zita")),
    Pasted("tcp://zita:qx7vz9@phone:554", ("qx7vz9", "zita")),
    Pasted("rtsp://phone:554/live?user=zita&pwd=qx7vz9", ("qx7vz9",)),
    # what is no address after all
    Pasted("http://phone/#pwd=qx7vz9", ("",), "phone"),
    Pasted("http://zita:qx7vz9", ("qx7vz9",), ""),
    Pasted("http://zita:qx7vz9@", ("qx7vz9", "zita"), ""),
    Pasted("http://zita:qx7vz9@[::1/video", ("qx7vz9", "zita"), ""),
    Pasted("http://zita:qx7/vz9@127.0.0.1:9x/video", ("qx7/vz9", "qx7", "zita"), ""),
    Pasted("http://zita:p@qx7!vz9", ("qx7!vz9", "zita"), ""),
    Pasted("rtps://zita:qx7/vz9@phone/live", ("qx7/vz9", "qx7", "zita"), ""),
    Pasted("htp://zita:qx7vz9@phone/film.mp4", ("qx7vz9", "zita"), ""),
    Pasted("//zita:qx7vz9@phone/film.mp4", ("qx7vz9", "zita"), ""),
    Pasted("zita:qx7vz9@phone/film.mp4", ("qx7vz9", "zita"), ""),
    Pasted("zita:qx7/vz9@192.168.1.20:8080/video", ("qx7/vz9", "qx7", "zita"), ""),
    Pasted("zita:qx7vz9@phone", ("qx7vz9", "zita"), ""),
    Pasted("192.168.1.20/v?user=zita&pwd=qx7vz9", ("qx7vz9",), ""),
    Pasted("ftp://zita:qx7/vz9@phone/video", ("qx7/vz9", "qx7", "zita"), ""),
    Pasted("mms://phone/v?pwd=qx7vz9", ("qx7vz9",), ""),
)


GREY: Picture = np.full((72, 128, 3), 80, np.uint8)


def page(status: int, kind: str) -> Says:
    """A machine that answers every path alike."""
    return once(f"HTTP/1.1 {status} -\r\nContent-Type: {kind}\r\nContent-Length: 0\r\n\r\n".encode())


@each("path", USUAL_PATHS)
@each("typed", ["", "/"])
def test_the_address_that_a_phones_app_shows_leads_to_its_stream(path: str, typed: str) -> None:
    with PictureServer(GREY, path=path) as phone:
        source = open_source(phone.page + typed)
        assert is_grey(source.read())
        source.close()


def test_an_address_with_a_password_leads_to_the_stream_behind_it() -> None:
    with PictureServer(GREY, path="/live", password="secret") as phone:
        source = open_source(phone.page.replace("//", "//me:secret@"))
        assert is_grey(source.read())
        source.close()


def test_a_stream_that_wants_a_password_says_so_with_its_own_address() -> None:
    refusal = pytest.raises(SourceError, match=r"/live: HTTP error 401 .* the password")
    with PictureServer(GREY, path="/live", password="secret") as phone, refusal as refused:
        open_source(phone.page.replace("//", "//me:guess@"))
    assert "guess" not in str(refused.value)


@each(("status", "kind"), [(200, "text/html"), (200, "image/jpeg"), (404, "text/html")])
def test_where_no_path_leads_to_a_stream_every_one_tried_is_named(status: int, kind: str) -> None:
    with camera(page(status, kind)) as machine:
        with pytest.raises(SourceError, match="the stream itself") as refused:
            open_source(machine.at(""))
        assert [asked.path for asked in machine.asked] == ["/", *USUAL_PATHS]
    assert all(path in str(refused.value) for path in USUAL_PATHS)


@each("typed", ["/nothing", "/?page=2", "/video"])
def test_an_address_that_names_a_path_is_asked_for_that_alone(typed: str) -> None:
    with camera(page(404, "text/html")) as machine:
        with pytest.raises(SourceError, match="HTTP error 404"):
            open_source(machine.at(typed))
        assert [asked.path for asked in machine.asked] == [typed]


def test_a_machine_that_locks_its_page_is_asked_for_nothing_else() -> None:
    with camera(page(401, "text/html")) as machine:
        with pytest.raises(SourceError, match="HTTP error 401"):
            open_source(machine.at(""))
        assert [asked.path for asked in machine.asked] == ["/"]


@each("typed", ["http://[::1", "http://", "https:///video", "https://:80/", "http://phone:8x", "http://phone:99999"])
def test_what_cannot_be_an_address_says_how_one_is_written(typed: str) -> None:
    how = r"(not a stream address|no device name).*\. Use the address .*http://192\.168\.1\.20:8080"
    with pytest.raises(SourceError, match=how):
        parse_source(typed)


def test_half_an_address_of_a_film_stream_is_told_to_give_no_pictures() -> None:
    with pytest.raises(SourceError, match="stream address"):
        open_source("rtsp://[::1")


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
