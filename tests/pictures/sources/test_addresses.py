"""What a person types to reach a phone's camera: the address that its app shows, or another."""

from __future__ import annotations

import numpy as np
import pytest

from companion.pictures.arrays import Picture
from companion.pictures.sources import SourceError, open_source, parse_source
from companion.pictures.sources.stream_discovery import USUAL_PATHS
from tests.bench.picture_server import PictureServer
from tests.cases import each
from tests.pictures.sources.quirky import Says, camera, is_grey, once

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
