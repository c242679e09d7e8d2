"""A game moves from one computer to another by a file, or by a picture of a code where it is short enough."""

from __future__ import annotations

import io
import json
import re
import secrets
from pathlib import Path

import pytest
import segno
from PIL import Image

from companion.web.hosting.record_pages import NoRecordCode, read_code, write_code
from tests.cases import each
from tests.play.kept_play import kept
from tests.web.site import Tab, game_of, games_server

OCTETS = "application/octet-stream"


def test_a_game_that_was_begun_on_one_computer_goes_on_at_another_and_comes_back(tmp_path: Path) -> None:
    homes = [tmp_path / name for name in ("one", "other")]
    for home in homes:
        home.mkdir()
    with games_server(homes[0], kept("g")) as one, games_server(homes[1]) as other:
        host, there = Tab(one.invitation(seat=0)), Tab(other.invitation())
        host.post(do="roll", seq=0)
        moved = download(host)
        page = json.loads(there.ask("POST", "/upload/record", moved, OCTETS)[1])
        assert (page["status"], page["address"]) == (200, "/") and "Friday" in page["main"]
        there.post("/game", do="sit", seat=0)
        seat = Tab(f"{other.address}/seat/0", there.device)
        assert seat.post(do="undo", seq=1)["status"] == 200
        assert game_of(other).play.seq == 2
        back = json.loads(host.ask("POST", "/upload/record", download(there), OCTETS)[1])
        one.thread.run(game_of(one).play.catch_up)
        assert back["status"] == 200 and game_of(one).play.seq == 2


def download(host: Tab) -> bytes:
    found = re.search(r'href="(picture/[^"]+)" download', host.get("/move")["main"])
    assert found is not None
    return host.ask("GET", f"/{found[1]}")[1]


def test_a_picture_of_a_games_code_opens_it_and_any_other_picture_says_what_is_wrong(tmp_path: Path) -> None:
    homes = [tmp_path / name for name in ("one", "other")]
    for home in homes:
        home.mkdir()
    with games_server(homes[0], kept("g")) as one, games_server(homes[1]) as other:
        host, there = Tab(one.invitation()), Tab(other.invitation())
        assert '<div class="qr">' in host.get("/move")["main"]
        text = write_code(download(host))
        assert text is not None
        page = json.loads(there.ask("POST", "/upload/record", picture(text), OCTETS)[1])
        assert page["status"] == 200 and "Friday" in page["main"]
        page = json.loads(there.ask("POST", "/upload/record", picture("http://x.example"), OCTETS)[1])
        assert page["status"] == 422 and "contains no game" in page["main"]
        guest = Tab(other.invitation())
        assert json.loads(guest.ask("POST", "/upload/record", b"{}", OCTETS)[1])["status"] == 422


def picture(text: str) -> bytes:
    drawn, file = io.BytesIO(), io.BytesIO()
    segno.make(text, error="l").save(drawn, kind="png", scale=8)
    Image.open(drawn).convert("RGB").save(file, "JPEG")
    return file.getvalue()


@each("text", ["", "DECKTET1:", "DECKTET1:abc", "DECKTET1:::::", "DECKTET1:00", "http://x.example/"])
def test_a_text_that_holds_no_record_is_refused(text: str) -> None:
    with pytest.raises(NoRecordCode):
        read_code(text)


def test_a_long_record_has_no_code() -> None:
    assert write_code(bytes(range(256)) * 20) is not None
    assert write_code(secrets.token_bytes(3000)) is None
