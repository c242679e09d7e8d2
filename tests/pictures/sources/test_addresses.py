"""What a person types to reach a phone's camera: the address that its app shows, or another."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import numpy as np
import pytest

from companion.pictures.arrays import Picture
from companion.pictures.sources import Frame, SourceError, open_source, parse_source
from companion.pictures.sources.stream_discovery import USUAL_PATHS
from tests.bench.picture_server import PictureServer
from tests.cases import each

GREY: Picture = np.full((72, 128, 3), 80, np.uint8)


def is_grey(frame: Frame | None) -> bool:
    return frame is not None and abs(float(frame.pixels.mean()) - 80) < 3


@contextmanager
def pages(status: int, kind: str) -> Iterator[tuple[str, list[str]]]:
    """A machine that answers every path alike: its address, and the paths that were asked for."""
    asked: list[str] = []

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            """Says nothing on the terminal."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}", asked
    finally:
        server.shutdown()
        server.server_close()


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
    with pages(status, kind) as (address, asked):
        with pytest.raises(SourceError, match="the stream itself") as refused:
            open_source(address)
        assert asked == ["/", *USUAL_PATHS]
    assert all(path in str(refused.value) for path in USUAL_PATHS)


@each("typed", ["/nothing", "/?page=2", "/video"])
def test_an_address_that_names_a_path_is_asked_for_that_alone(typed: str) -> None:
    with pages(404, "text/html") as (address, asked):
        with pytest.raises(SourceError, match="HTTP error 404"):
            open_source(address + typed)
        assert asked == [typed]


def test_a_machine_that_locks_its_page_is_asked_for_nothing_else() -> None:
    with pages(401, "text/html") as (address, asked):
        with pytest.raises(SourceError, match="HTTP error 401"):
            open_source(address)
        assert asked == ["/"]


@each("typed", ["http://[::1", "http://", "https:///video", "http://phone:8080x", "http://phone:99999"])
def test_what_cannot_be_an_address_says_how_one_is_written(typed: str) -> None:
    with pytest.raises(SourceError, match=r"http://192\.168\.1\.20:8080"):
        parse_source(typed)


def test_half_an_address_of_a_film_stream_is_told_to_give_no_pictures() -> None:
    with pytest.raises(SourceError, match="stream address"):
        open_source("rtsp://[::1")


@each(
    "typed",
    [
        "rtsp://ann:hush@127.0.0.1:9/live",
        "rtsp://ann:hu/sh@127.0.0.1:9/live",
        "rtsp://127.0.0.1:9/live?user=ann&pwd=hush",
        "rtmp://ann:hush@127.0.0.1:9/live",
        "tcp://ann:hush@127.0.0.1:9",
        "http://ann:hush@127.0.0.1:9/video",
        "http://ann:hush@127.0.0.1:9x/video",
        "http://ann:hu/sh@127.0.0.1:9/video",
        "http://ann:hush@[::1/video",
        "http://127.0.0.1:9/video?user=ann&password=hush",
        "rtps://ann:hush@127.0.0.1/live",
    ],
)
def test_no_error_shows_a_password(typed: str) -> None:
    with pytest.raises(SourceError) as refused:
        open_source(typed)
    message = str(refused.value)
    assert "hush" not in message and "hu/sh" not in message and "sh@" not in message
    assert "127.0.0.1" in message or "[::1" in message
